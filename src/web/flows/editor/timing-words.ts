import { comesBefore, flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';
import { clockOf, longUnit } from '#web/lib/format/span.ts';

const DAY_MINUTES = 1_440;

/** "2 months", "24 hours". */
export function spanWords(minutes: number, t: Text): string {
  const { unit, count } = longUnit(minutes);
  return t(`flows:span.${unit}`, { count });
}

/** "24 hours before the visit", "at once after booking", "on the birthday, at 10:00". */
export function timingWords(kind: FlowKind, delayMinutes: number, t: Text): string {
  const declaration = flowKind(kind);
  if (declaration.delay.unit === 'day_and_time') return birthdayWords(delayMinutes, t);
  // NOTE: flow-sentence.test.ts proves that every kind has the words of its unit.
  if (declaration.delay.unit === 'time_of_day')
    return t(`flows:when.${kind}` as TextKey, { time: clockOf(delayMinutes) });
  const span = spanWords(delayMinutes, t);
  if (comesBefore(declaration)) return t(delayMinutes > 0 ? 'flows:when.after_start' : 'flows:when.before', { span });
  if (delayMinutes < 0) return t('flows:when.before_task', { span });
  return delayMinutes === 0 ? t(`flows:when.${kind}` as TextKey) : t(`flows:when_after.${kind}` as TextKey, { span });
}

function birthdayWords(delayMinutes: number, t: Text): string {
  const { days, minutes } = birthdayDelay(delayMinutes);
  const time = clockOf(minutes);
  if (days === 0) return t('flows:when.birthday_at', { time });
  const span = t('flows:span.days', { count: Math.abs(days) });
  return t(days < 0 ? 'flows:when.birthday_before' : 'flows:when.birthday_after', { span, time });
}

/** Splits a delay from the birthday's midnight: whole days, negative before it, and minutes of that day. */
export function birthdayDelay(delayMinutes: number): { days: number; minutes: number } {
  const days = Math.floor(delayMinutes / DAY_MINUTES);
  return { days, minutes: delayMinutes - days * DAY_MINUTES };
}
