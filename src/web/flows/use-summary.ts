import type { FlowKind, FlowSettings } from '#contract/flows.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wholeUnit } from '#web/lib/span.ts';

/** ISO weekdays, Monday first. */
const WEEKDAY_KEYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;

/** "24 hours before the visit", "at once after booking", "2 hours after booking". */
export function useTimingWords(): (kind: FlowKind, delayMinutes: number) => string {
  const t = useTexts();
  return (kind, delayMinutes) => {
    const { unit, count } = wholeUnit(delayMinutes);
    const span = t(`flows.span.${unit}`, { count });
    if (kind === 'visit_reminder')
      return t(delayMinutes > 0 ? 'flows.when.after_start' : 'flows.when.before', { span });
    return delayMinutes === 0 ? t(`flows.when.${kind}`) : t(`flows.when_after.${kind}`, { span });
  };
}

export type Named = {
  channels: Map<string, string>;
  branches: Map<string, string>;
  masters: Map<string, string>;
  services: Map<string, string>;
};

/** One sentence a part: when, to whom, over what. Read together they say what will happen. */
export function useSummary(): (kind: FlowKind, settings: FlowSettings, named: Named) => string[] {
  const t = useTexts();
  const format = useFormat();
  const timing = useTimingWords();
  return (kind, { timing: when, conditions, channelIds }, named) => {
    const names = (ids: readonly string[], known: Map<string, string>) =>
      ids.map((id) => known.get(id) ?? t('flows.gone')).join(', ');
    const channels = names(channelIds, named.channels);
    const { startHour, endHour } = when.window;
    const isAlways = startHour === 0 && endHour === 24;
    return [
      t('flows.summary.when', { when: timing(kind, when.delayMinutes) }),
      channels ? t('flows.summary.channels', { channels }) : t('flows.summary.any_channel'),
      !isAlways && t('flows.summary.window', { from: startHour, to: endHour }),
      when.weekdays.length > 0 &&
        t('flows.summary.weekdays', {
          days: WEEKDAY_KEYS.filter((_key, index) => when.weekdays.includes(index + 1))
            .map((key) => t(`flows.weekday.${key}`))
            .join(', '),
        }),
      conditions.branchIds.length > 0 &&
        t('flows.summary.branches', { names: names(conditions.branchIds, named.branches) }),
      conditions.serviceIds.length > 0 &&
        t('flows.summary.services', { names: names(conditions.serviceIds, named.services) }),
      conditions.masterIds.length > 0 &&
        t('flows.summary.masters', { names: names(conditions.masterIds, named.masters) }),
      conditions.statuses.length > 0 &&
        t('flows.summary.statuses', {
          names: conditions.statuses.map((status) => t(`flows.visit_status.${status}`)).join(', '),
        }),
      conditions.firstVisit !== 'any' && t(`flows.summary.${conditions.firstVisit}`),
      kind === 'visit_moved' &&
        conditions.minShiftMinutes > 0 &&
        t('flows.summary.min_shift', { minutes: format.number(conditions.minShiftMinutes) }),
    ].filter((part) => part !== false);
  };
}
