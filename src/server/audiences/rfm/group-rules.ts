import { RfmDashboardId, RfmGroupKey } from '#contract/audiences/rfm-ids.ts';
import { RFM_GROUPS, type RfmGroup } from '#contract/audiences/values.ts';

/** A value of the condition `rfm_group`. */
export const rfmGroupValue = (dashboardId: RfmDashboardId, group: RfmGroup) => `${dashboardId}:${group}`;

/** Values of the condition `rfm_group` for all groups of a dashboard. */
export const rfmGroupValues = (dashboardId: RfmDashboardId): string[] =>
  RFM_GROUPS.map((group) => rfmGroupValue(dashboardId, group));

/** The dashboard and group of a value of `rfm_group`; null for another text, which matches nobody. */
export function toRfmGroup(value: string): { dashboardId: RfmDashboardId; group: RfmGroup } | null {
  const [id, key] = value.split(':');
  const dashboardId = RfmDashboardId.safeParse(id).data;
  const group = RfmGroupKey.safeParse(key).data;
  return dashboardId && group ? { dashboardId, group } : null;
}
