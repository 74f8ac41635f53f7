import type { FlowCondition } from '#contract/flow-conditions.ts';
import type { FlowKind, FlowSettings } from '#contract/flows.ts';
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
  const timing = useTimingWords();
  return (kind, { timing: when, conditions, channelIds }, named) => {
    const names = (ids: readonly string[], known: Map<string, string>) =>
      ids.map((id) => known.get(id) ?? t('flows.gone')).join(', ');
    const said = (one: FlowCondition, { branches, services, masters }: Named) => {
      if (one.field === 'visit_number') return t(`flows.summary.${one.value}`);
      if (!('values' in one)) return false;
      if (one.field === 'branch') return t('flows.summary.branches', { names: names(one.values, branches) });
      if (one.field === 'service') return t('flows.summary.services', { names: names(one.values, services) });
      if (one.field === 'master') return t('flows.summary.masters', { names: names(one.values, masters) });
      return false;
    };
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
      ...conditions.groups.flatMap((group) => group.conditions.map((one) => said(one, named))),
    ].filter((part) => part !== false);
  };
}
