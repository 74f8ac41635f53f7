import { MOST_REPORT_DAYS } from '#contract/quality/values.ts';

export type Days = { from: string; to: string };

/** Why days are no period of a report; null: they are one. */
export function problemOfDays({ from, to }: Days): 'range' | null {
  const days = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1;
  return days < 1 || days > MOST_REPORT_DAYS ? 'range' : null;
}

/** The moments between which days lie in a zone, the second not included. */
export function momentsOf({ from, to }: Days, timeZone: string): { from: Temporal.Instant; until: Temporal.Instant } {
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: start(Temporal.PlainDate.from(from)), until: start(Temporal.PlainDate.from(to).add({ days: 1 })) };
}

/** Talks of a sample, at least one where there are any. */
export function sampleSize(found: number, percent: number): number {
  return found === 0 ? 0 : Math.max(1, Math.round((found * percent) / 100));
}
