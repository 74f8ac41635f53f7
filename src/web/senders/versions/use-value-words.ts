import { NO_LIMIT, RFM_GROUPS } from '#contract/audiences/values.ts';
import { REENTRY_RULES } from '#contract/flows/values.ts';
import { CONNECTION_KINDS } from '#contract/connections/kinds.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_STATUSES } from '#contract/visits/values.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { useFlowChoices, useVisitOptions } from '#web/audiences/use-condition-choices.ts';
import { wholeUnit } from '#web/lib/format/span.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';

export type Value = string | number | boolean | null;

const WEEKDAY_KEYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;
const VALUE_WORDS = ['all', 'any', 'first', 'repeated', 'online', 'staff', 'visit', 'opt_out', 'reply'] as const;
const VISIT_CHANGES = ['time', 'master', 'services', 'branch'] as const;

/** Formats a setting's value like the editor: names for ids, hours for numbers of hours. */
export function useValueWords(): (path: string, value: Value) => string {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useNames();
  const variables = useVariableNames();
  return (path, value) => {
    if (value === null || value === '') return t('versions:change.none');
    if (typeof value === 'boolean') return t(value ? 'versions:change.yes' : 'versions:change.no');
    if (typeof value === 'number') return numberWords(path, value);
    if (idIn(value) || path.includes('.rfm_group.')) return nameOf.get(value) ?? t('flows:gone');
    const group = path.startsWith('options.groupMove.') && wordIn(RFM_GROUPS, value);
    if (group) return t(`audiences:value.rfm_group.${group}`);
    const reentry = path === 'options.reentry.rule' && wordIn(REENTRY_RULES, value);
    if (reentry) return t(`audiences:options.reentry_rules.${reentry}`);
    const status = wordIn(VISIT_STATUSES, value);
    if (status && path.includes('visit_status')) return t(`attention:visit_status.${status}`);
    const order = path.includes('.order_status.') && wordIn(ORDER_STATUSES, value);
    if (order) return t(`audiences:value.order_status.${order}`);
    const delivery = path.includes('.delivery_kind.') && wordIn(DELIVERY_KINDS, value);
    if (delivery) return t(`audiences:value.delivery_kind.${delivery}`);
    const source = path.includes('.source.') && wordIn(CONNECTION_KINDS, value);
    if (source) return t(`audiences:value.source.${source}`);
    const weekday = path.includes('weekday') ? WEEKDAY_KEYS[Number(value) - 1] : undefined;
    if (weekday) return t(`flows:weekday.${weekday}`);
    const change = path.includes('.change.') ? wordIn(VISIT_CHANGES, value) : undefined;
    if (change) return t(`attention:list.visit_change.${change}`);
    const word = path.startsWith('content.texts') ? undefined : wordIn(VALUE_WORDS, value);
    return word ? t(`attention:list.value.${word}`) : toReadable(value, variables);
  };

  function numberWords(path: string, value: number): string {
    if (path.endsWith('Hour') || path.includes('.hour.')) return value < 0 ? t('flows:any') : `${value}:00`;
    if (path === 'timing.weekdays' || path === 'timing.daysOfWeek')
      return t(`flows:weekday.${WEEKDAY_KEYS[value - 1] ?? 'd1'}`);
    if (path.endsWith('intervalMinutes') || path === 'passOnMinutes') {
      const { unit, count } = wholeUnit(value);
      return value === 0 ? t('versions:change.no') : t(`flows:span.${unit}`, { count });
    }
    if (path.endsWith('controlPercent')) return `${format.number(value)} %`;
    return value === -1 || value >= NO_LIMIT ? t('flows:any') : format.number(value);
  }
}

/** Titles of the objects that settings refer to by id. */
function useNames(): Map<string, string> {
  const t = useTexts();
  const channels = useChannels();
  const options = useVisitOptions();
  const choices = useFlowChoices();
  const { branches = [], masters = [], services = [] } = options.data ?? {};
  const {
    segments = [],
    importedLists = [],
    rfmDashboards = [],
    dealStages = [],
    dealPipelines = [],
  } = choices.data ?? {};
  return new Map<string, string>([
    ...(channels.data ?? []).map(({ id, title }) => [id, title] as const),
    ...branches.map(({ id, title }) => [id, title] as const),
    ...masters.map(({ id, name }) => [id, name] as const),
    ...[...services, ...segments, ...importedLists, ...rfmDashboards, ...dealStages, ...dealPipelines].map(
      ({ id, title }) => [id, title] as const,
    ),
    ...rfmDashboards.flatMap(({ id, title }) =>
      RFM_GROUPS.map((group) => [`${id}:${group}`, `${title}: ${t(`audiences:value.rfm_group.${group}`)}`] as const),
    ),
  ]);
}
