import type { WorkWeek } from '#contract/chatbots/scripts.ts';

/** Whether a moment is outside work hours. */
export function isOutside(hours: WorkWeek, at: Temporal.ZonedDateTime): boolean {
  const minute = at.hour * 60 + at.minute;
  return !hours.weekdays.includes(at.dayOfWeek) || minute < hours.fromMinute || minute >= hours.untilMinute;
}

/** When the business last closed; null where it is never open. Of use for a moment outside work hours. */
export function closedSince(hours: WorkWeek, at: Temporal.ZonedDateTime): Temporal.Instant | null {
  for (let days = 0; days <= 7; days++) {
    const date = at.toPlainDate().subtract({ days });
    if (!hours.weekdays.includes(date.dayOfWeek)) continue;
    const midnight = date.toZonedDateTime(at.timeZoneId);
    const closed =
      hours.untilMinute === 1_440
        ? date.add({ days: 1 }).toZonedDateTime(at.timeZoneId)
        : midnight.withPlainTime({ hour: Math.floor(hours.untilMinute / 60), minute: hours.untilMinute % 60 });
    if (Temporal.ZonedDateTime.compare(closed, at) <= 0) return closed.toInstant();
  }
  return null;
}
