/** The moment a prompt states. */
export type Clock = { day: string; minutes: number };

/** Reads a day and a time out of `# Now`; null where it states no day. */
export function readClock(section: string): Clock | null {
  const iso = /(\d{4})-(\d\d)-(\d\d)/u.exec(section);
  if (!iso) return null;
  const time = /(?:^|[T\s,(])(\d{1,2}):(\d\d)(?!\d)/u.exec(section);
  return { day: iso[0], minutes: time ? Number(time[1]) * 60 + Number(time[2]) : 0 };
}

const DAY_MS = 86_400_000;

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** The Sunday that ends the week of a day. */
export const lastDayOfWeek = (day: string): string => addDays(day, (7 - weekdayOf(day)) % 7);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay();
