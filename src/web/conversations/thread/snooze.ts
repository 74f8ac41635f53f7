import { instantOf } from '#web/lib/format/zoned-time.ts';

export const SNOOZE_CHOICES = ['hour', 'three_hours', 'tomorrow', 'monday'] as const;
export type SnoozeChoice = (typeof SNOOZE_CHOICES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING = '09:00';
const DAYS_IN_WEEK = 7;
const MONDAY = 1;

/** When a conversation returns, as ISO 8601; mornings are the cabinet's. */
export function snoozeUntil(choice: SnoozeChoice, nowMs: number, timeZone: string): string {
  if (choice === 'hour') return new Date(nowMs + HOUR_MS).toISOString();
  if (choice === 'three_hours') return new Date(nowMs + 3 * HOUR_MS).toISOString();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(nowMs);
  const noon = Date.parse(`${today}T12:00:00Z`);
  const weekday = new Date(noon).getUTCDay();
  const untilMonday = (MONDAY - weekday + DAYS_IN_WEEK) % DAYS_IN_WEEK || DAYS_IN_WEEK;
  const days = choice === 'tomorrow' ? 1 : untilMonday;
  const day = new Date(noon + days * DAY_MS).toISOString().slice(0, 10);
  return instantOf(day, MORNING, timeZone) ?? new Date(nowMs + days * DAY_MS).toISOString();
}
