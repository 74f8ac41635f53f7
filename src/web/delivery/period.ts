import { productNow } from '#web/lib/clock.ts';
import { viewerTimeZone } from '#web/lib/locale-format.ts';

/** What people ask the log for; `ahead` is everything that is still to come. */
export const PERIODS = ['ahead', 'today', 'yesterday', 'week', 'month'] as const;
type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;

/** The bounds of a period as the server takes them, in the viewer's zone; whole days, so that the query stays the same all day. */
export function periodOf(period: Period | undefined): { from?: string; to?: string } {
  if (!period) return {};
  const today = startOfDay(productNow());
  if (period === 'ahead') return { from: new Date(Math.floor(productNow() / 60_000) * 60_000).toISOString() };
  if (period === 'today') return { from: iso(today), to: iso(startOfDay(today + 1.5 * DAY_MS)) };
  if (period === 'yesterday') return { from: iso(startOfDay(today - DAY_MS / 2)), to: iso(today) };
  const days = period === 'week' ? 7 : 30;
  return { from: iso(startOfDay(today - (days - 0.5) * DAY_MS)), to: iso(startOfDay(today + 1.5 * DAY_MS)) };
}

/** Midnight before a moment, in the viewer's zone; found by the calendar, so days of 23 and 25 hours are right. */
function startOfDay(ms: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: viewerTimeZone })
    .format(new Date(ms))
    .split('-')
    .map(Number);
  const [year = 1970, month = 1, day = 1] = parts;
  return new Date(year, month - 1, day).getTime(); // NOTE: the viewer's zone is the browser's
}

const iso = (ms: number) => new Date(ms).toISOString();
