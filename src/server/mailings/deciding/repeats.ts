import type { MailingRepeat } from '#contract/mailings/repeat.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

/** Two months hold a day of every month and of every week. */
const MAX_DAYS_AHEAD = 62;

/**
 * The first run of a schedule after a moment; null: its last day has passed. A time that the clock skips in spring is moved
 * forward by as much.
 *
 * @param timeZone IANA; that of the cabinet
 */
export function nextRun(repeat: MailingRepeat, after: Temporal.Instant, timeZone: string): Temporal.Instant | null {
  const today = after.toZonedDateTimeISO(timeZone).toPlainDate();
  const last = repeat.until === null ? null : Temporal.PlainDate.from(repeat.until);
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead++) {
    const day = today.add({ days: ahead });
    if (last && Temporal.PlainDate.compare(day, last) > 0) return null;
    if (!isDayOf(repeat, day)) continue;
    const at = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(repeat.time) }).toInstant();
    if (isAfter(at, after)) return at;
  }
  return null;
}

function isDayOf(repeat: MailingRepeat, day: Temporal.PlainDate): boolean {
  if (repeat.every === 'week') return repeat.daysOfWeek.includes(day.dayOfWeek);
  return day.day === Math.min(repeat.dayOfMonth, day.daysInMonth);
}
