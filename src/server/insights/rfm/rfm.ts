import type * as contract from '#contract/audiences/rfm.ts';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { Segment } from '#contract/audiences/segments.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { deleteRfm } from '#server/audiences/rfm/dashboard-actions.ts';
import { listRfmChoices } from '#server/audiences/rfm/group-reads.ts';
import { listRfmContacts } from '#server/audiences/rfm/people-actions.ts';
import { createSegmentOf } from '#server/audiences/segment-actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listUses } from './use-queries.ts';

/** Deletes a dashboard. @throws {Problem} `rfm.in_use` with the segments and flows that name it */
export async function deleteUnused(scope: MemberScope, id: RfmDashboardId): Promise<void> {
  const isUsual = (await listRfmChoices(scope)).some((one) => one.id === id && one.isUsual);
  const titles = await listUses(scope, { id, isUsual });
  if (titles.length > 0) throw new Problem('rfm.in_use', { titles: titles.join(', ') });
  await deleteRfm(scope, id);
}

/** Saves the people behind a number as a frozen segment. */
export async function saveRfmSegment(
  scope: MemberScope,
  id: RfmDashboardId,
  { title, ...filter }: BodyOf<typeof contract.saveRfmSegment>,
): Promise<Segment> {
  return createSegmentOf(scope, { title, contactIds: await listRfmContacts(scope, id, filter) });
}
