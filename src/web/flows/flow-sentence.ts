import type { FlowKind, FlowSettings } from '#contract/flows.ts';
import type { createFormat } from '#web/lib/locale-format.ts';
import { conditionsWords, moneyWords, type Saying } from '#web/audiences/condition-sentence.ts';
import { isReport } from './kind-traits.ts';
import { spanWords, timingWords } from './timing-words.ts';

/** ISO weekdays, Monday first. */
const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;
/** Default days to wait for a status; not mentioned. */
const USUAL_LATE_DAYS = 3;

export type FlowSaying = Saying & {
  format: Pick<ReturnType<typeof createFormat>, 'number' | 'date'>;
  /** Titles by id. */
  channels: ReadonlyMap<string, string>;
};

/** Describes a flow in sentences: timing and audience, conditions, channels, frequency. */
export function flowSentences(kind: FlowKind, settings: FlowSettings, saying: FlowSaying): string[] {
  const { t } = saying;
  const { timing, conditions } = settings;
  const when = timingWords(kind, timing.delayMinutes, t);
  const what = conditionsWords(kind, conditions, saying);
  if (isReport(kind)) {
    const days = timingSentences(settings, saying);
    return [t('reports:say', { when }), ...days, channelsSentence(settings, saying, 'reports:any_channel')];
  }
  return [
    what === null ? t('audiences:say.start', { when }) : t('audiences:say.start_if', { when, what }),
    ...optionSentences(settings, saying),
    ...timingSentences(settings, saying),
    channelsSentence(settings, saying, 'flows:summary.any_channel'),
  ];
}

function optionSentences({ options }: FlowSettings, saying: FlowSaying): string[] {
  const { t, format, nameOf } = saying;
  const { offerServiceIds, threshold, lateDays, controlPercent } = options;
  const names = offerServiceIds.map((id) => t('audiences:say.quoted', { name: nameOf('service', id) }));
  return [
    ...(names.length > 0 ? [t('audiences:say.offer', { names: names.join(', ') })] : []),
    ...thresholdSentence(threshold, saying),
    ...(lateDays === USUAL_LATE_DAYS ? [] : [t('audiences:say.late', { count: lateDays })]),
    ...(controlPercent === 0 ? [] : [t('audiences:say.control', { share: format.number(100 / controlPercent) })]),
  ];
}

function thresholdSentence({ visits, spent }: FlowSettings['options']['threshold'], saying: FlowSaying): string[] {
  const { t, format } = saying;
  const said = { visits: format.number(visits), sum: moneyWords(spent, saying) };
  if (visits > 0 && spent > 0) return [t('audiences:say.threshold_both', said)];
  if (visits > 0) return [t('audiences:say.threshold_visits', { visits: said.visits })];
  return spent > 0 ? [t('audiences:say.threshold_spent', { sum: said.sum })] : [];
}

function timingSentences({ timing }: FlowSettings, { t, format }: FlowSaying): string[] {
  const { window: open, weekdays, firstSend, intervalMinutes, endsOn } = timing;
  const isAlways = open.startHour === 0 && open.endHour === 24;
  const days = WEEKDAYS.filter((_key, index) => weekdays.includes(index + 1)).map((key) => t(`flows:weekday.${key}`));
  return [
    !isAlways && t('flows:summary.window', { from: open.startHour, to: open.endHour }),
    days.length > 0 && t('flows:summary.weekdays', { days: days.join(', ') }),
    firstSend && t('audiences:say.first_send'),
    intervalMinutes > 0 && t('audiences:say.interval', { span: spanWords(intervalMinutes, t) }),
    endsOn !== null && t('audiences:say.ends', { date: format.date(`${endsOn}T12:00:00Z`, 'UTC') }),
  ].filter((sentence) => sentence !== false);
}

function channelsSentence(
  { channelIds }: FlowSettings,
  { t, channels }: FlowSaying,
  anyChannel: 'flows:summary.any_channel' | 'reports:any_channel',
): string {
  const titles = channelIds.map((id) => channels.get(id) ?? t('flows:gone')).join(', ');
  return titles ? t('flows:summary.channels', { channels: titles }) : t(anyChannel);
}
