import type { FlowKind } from '#contract/flows.ts';
import type { Text } from '#web/lib/i18n.ts';
import { clockOf, longUnit } from '#web/lib/span.ts';

const DAY_MINUTES = 1_440;

/** "2 months", "24 hours". */
export function spanWords(minutes: number, t: Text): string {
  const { unit, count } = longUnit(minutes);
  return t(`flows:span.${unit}`, { count });
}

/** "24 hours before the visit", "at once after booking", "on the birthday, at 10:00". */
export function timingWords(kind: FlowKind, delayMinutes: number, t: Text): string {
  if (kind === 'birthday') return birthdayWords(delayMinutes, t);
  if (kind === 'daily_report' || kind === 'weekly_report')
    return t(`flows:when.${kind}`, { time: clockOf(delayMinutes) });
  const span = spanWords(delayMinutes, t);
  if (kind === 'visit_reminder') return t(delayMinutes > 0 ? 'flows:when.after_start' : 'flows:when.before', { span });
  return delayMinutes === 0 ? t(`flows:when.${kind}`) : t(`flows:when_after.${kind}`, { span });
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
