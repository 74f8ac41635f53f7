import { isForOwner } from '#contract/flows/kinds.ts';
import type { FlowOptionValues } from '#contract/flows/option-values.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { createFormat } from '#web/lib/format/locale-format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { conditionsWords, moneyWords, type SentenceContext } from '#web/audiences/condition-sentence.ts';
import { spanWords, timingWords } from './timing-words.ts';

/** ISO weekdays, Monday first. */
const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;
/** Default days to wait for a status; not mentioned. */
const USUAL_LATE_DAYS = 3;

export type FlowSentenceContext = SentenceContext & {
  format: Pick<ReturnType<typeof createFormat>, 'number' | 'date'>;
  /** Titles by id. */
  channels: ReadonlyMap<string, string>;
};

/** Describes a flow in sentences: timing and audience, conditions, channels, frequency. */
export function flowSentences(kind: FlowKind, settings: FlowSettings, context: FlowSentenceContext): string[] {
  const { t } = context;
  const { timing, conditions } = settings;
  const when = timingWords(kind, timing.delayMinutes, t);
  const what = conditionsWords(kind, conditions, context);
  if (isForOwner(kind)) {
    const days = timingSentences(settings, context);
    return [t('reports:say', { when }), ...days, channelsSentence(settings, context, 'reports:any_channel')];
  }
  return [
    what === null ? t('sentences:start', { when }) : t('sentences:start_if', { when, what }),
    ...optionSentences(settings, context),
    ...timingSentences(settings, context),
    channelsSentence(settings, context, 'flows:summary.any_channel'),
  ];
}

function optionSentences({ options }: FlowSettings, context: FlowSentenceContext): string[] {
  const { t, format, nameOf } = context;
  const {
    offerServiceIds = [],
    threshold,
    groupMove,
    moveDeal,
    reentry,
    lateDays = USUAL_LATE_DAYS,
    controlPercent = 0,
  } = options;
  const names = offerServiceIds.map((id) => t('sentences:quoted', { name: nameOf('service', id) }));
  return [
    ...(names.length > 0 ? [t('sentences:offer', { names: names.join(', ') })] : []),
    ...(threshold ? thresholdSentence(threshold, context) : []),
    ...(groupMove ? [groupSentence(groupMove, t)] : []),
    ...(reentry ? [reentrySentence(reentry, t)] : []),
    ...(lateDays === USUAL_LATE_DAYS ? [] : [t('sentences:late', { count: lateDays })]),
    ...(moveDeal
      ? [t('sentences:move_deal', { name: t('sentences:quoted', { name: nameOf('deal_stage', moveDeal.stageId) }) })]
      : []),
    ...(controlPercent === 0 ? [] : [t('sentences:control', { share: format.number(100 / controlPercent) })]),
  ];
}

function thresholdSentence({ visits, spent }: FlowOptionValues['threshold'], context: FlowSentenceContext): string[] {
  const { t, format } = context;
  const values = { visits: format.number(visits), sum: moneyWords(spent, context) };
  if (visits > 0 && spent > 0) return [t('sentences:threshold_both', values)];
  if (visits > 0) return [t('sentences:threshold_visits', { visits: values.visits })];
  return spent > 0 ? [t('sentences:threshold_spent', { sum: values.sum })] : [];
}

function groupSentence({ fromGroups, toGroups }: FlowOptionValues['groupMove'], t: Text): string {
  const names = (groups: typeof toGroups) =>
    groups.map((group) => t('sentences:quoted', { name: t(`audiences:value.rfm_group.${group}`) })).join(', ');
  const to = names(toGroups);
  if (fromGroups.length === 0) return t('sentences:moved_to', { to });
  return t('sentences:moved_between', { from: names(fromGroups), to });
}

function reentrySentence({ rule, minDays }: FlowOptionValues['reentry'], t: Text): string {
  return rule === 'after_days' ? t('sentences:reentry_days', { count: minDays }) : t(`sentences:reentry_${rule}`);
}

function timingSentences({ timing }: FlowSettings, { t, format }: FlowSentenceContext): string[] {
  const { window: open, weekdays, firstSend, intervalMinutes, endsOn } = timing;
  const isAlways = open.startHour === 0 && open.endHour === 24;
  const days = WEEKDAYS.filter((_key, index) => weekdays.includes(index + 1)).map((key) => t(`flows:weekday.${key}`));
  return [
    !isAlways && t('flows:summary.window', { from: open.startHour, to: open.endHour }),
    days.length > 0 && t('flows:summary.weekdays', { days: days.join(', ') }),
    firstSend && t('sentences:first_send'),
    intervalMinutes > 0 && t('sentences:interval', { span: spanWords(intervalMinutes, t) }),
    endsOn !== null && t('sentences:ends', { date: format.date(`${endsOn}T12:00:00Z`, 'UTC') }),
  ].filter((sentence) => sentence !== false);
}

function channelsSentence(
  { channelIds }: FlowSettings,
  { t, channels }: FlowSentenceContext,
  anyChannel: 'flows:summary.any_channel' | 'reports:any_channel',
): string {
  const titles = channelIds.map((id) => channels.get(id) ?? t('flows:gone')).join(', ');
  return titles ? t('flows:summary.channels', { channels: titles }) : t(anyChannel);
}
