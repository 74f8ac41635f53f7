import { productNow } from '#web/lib/format/clock.ts';

/** Periods of the log; `ahead` is everything planned. */
export const PERIODS = ['ahead', 'today', 'yesterday', 'week', 'month'] as const;
type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;

/** The bounds of a period as the server takes them, in a zone; whole days, so that the query stays the same all day. */
export function periodOf(period: Period | undefined, timeZone: string): { from?: string; to?: string } {
  if (!period) return {};
  const startOfDay = (ms: number) => midnightBefore(ms, timeZone);
  const today = startOfDay(productNow());
  if (period === 'ahead') return { from: new Date(Math.floor(productNow() / 60_000) * 60_000).toISOString() };
  if (period === 'today') return { from: iso(today), to: iso(startOfDay(today + 1.5 * DAY_MS)) };
  if (period === 'yesterday') return { from: iso(startOfDay(today - DAY_MS / 2)), to: iso(today) };
  const days = period === 'week' ? 7 : 30;
  return { from: iso(startOfDay(today - (days - 0.5) * DAY_MS)), to: iso(startOfDay(today + 1.5 * DAY_MS)) };
}

/** Midnight before a moment; by the zone's offset then, so that days of 23 and 25 hours are right. */
function midnightBefore(ms: number, timeZone: string): number {
  const midnight = Date.parse(`${wallClock(ms, timeZone).slice(0, 10)}T00:00:00Z`);
  const offsetAt = (at: number) => Date.parse(`${wallClock(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000;
  return midnight - offsetAt(midnight - offsetAt(midnight));
}

/** `2026-11-21T09:05:00` */
function wallClock(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(ms))
    .replace(' ', 'T');
}

const iso = (ms: number) => new Date(ms).toISOString();
