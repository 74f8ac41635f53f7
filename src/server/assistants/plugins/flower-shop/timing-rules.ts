import type { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';

type Hours = Pick<FlowerShopPlugin, 'fromMinute' | 'untilMinute' | 'readyMinutes'>;

/** Hours of a day in which an order may be delivered or picked up; null: it is over, or too soon. */
export type OpenDay = { day: Temporal.PlainDate; from: string; until: string };

/** Orders are taken for so many days ahead. */
export const DAYS_AHEAD = 60;
const STEP_MINUTES = 15;

/** The hours that are left of a day, on a raster of 15 minutes. @param now in the zone of the shop */
export function openHours(hours: Hours, day: Temporal.PlainDate, now: Temporal.ZonedDateTime): OpenDay | null {
  const earliest = now.add({ minutes: hours.readyMinutes });
  const compared = Temporal.PlainDate.compare(day, earliest.toPlainDate());
  if (compared < 0 || day.since(now.toPlainDate()).days > DAYS_AHEAD) return null;
  const rounded = Math.ceil((earliest.hour * 60 + earliest.minute) / STEP_MINUTES) * STEP_MINUTES;
  const from = compared === 0 ? Math.max(hours.fromMinute, rounded) : hours.fromMinute;
  return from > hours.untilMinute ? null : { day, from: clockOf(from), until: clockOf(hours.untilMinute) };
}

/** The next days on which an order may be ready, the first with the hours that are left of it. */
export function nextOpenDays(hours: Hours, now: Temporal.ZonedDateTime, count: number): OpenDay[] {
  const days = Array.from({ length: DAYS_AHEAD }, (_, at) => now.toPlainDate().add({ days: at }));
  const open: OpenDay[] = [];
  for (const day of days) {
    const found = openHours(hours, day, now);
    if (found) open.push(found);
    if (open.length >= count) break;
  }
  return open;
}

/** Whether an order may be ready at a moment. */
export function isOpenAt(hours: Hours, at: Temporal.ZonedDateTime, now: Temporal.ZonedDateTime): boolean {
  const open = openHours(hours, at.toPlainDate(), now);
  if (!open) return false;
  const time = clockOf(at.hour * 60 + at.minute);
  const isEarly = Temporal.ZonedDateTime.compare(at, now.add({ minutes: hours.readyMinutes })) < 0;
  return !isEarly && time >= clockOf(hours.fromMinute) && time <= open.until;
}

/** `HH:MM`; the end of the day is 23:59. */
const clockOf = (minutes: number): string => {
  const within = Math.min(minutes, 1_439);
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
};
