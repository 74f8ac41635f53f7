import type { Comparison, Dashboard, Figures, MasterFigures, TargetMetric } from '#contract/insights/dashboard.ts';
import type { Money } from '#contract/primitives.ts';

/** Cases under which a share says too little: their number is shown instead. */
const FEW_CASES = 20;

/** A share of one; null where there are too few cases, or none. */
export const shareOf = (part: number, whole: number): number | null => (whole < FEW_CASES ? null : part / whole);

/** How a figure stands beside an earlier one: by how much more or less, as a share of it. */
type Change = { kind: 'more' | 'less'; share: number } | { kind: 'same' | 'number' };

/**
 * Compares a figure with an earlier one.
 *
 * @param cases what the earlier one is counted from, e.g. the visits of a revenue; too few are stated as a number alone
 */
export function changeOf(now: number, before: number, cases: number): Change {
  if (cases < FEW_CASES || before === 0) return { kind: 'number' };
  const share = (now - before) / before;
  if (Math.abs(share) < 0.005) return { kind: 'same' };
  return { kind: share > 0 ? 'more' : 'less', share: Math.abs(share) };
}

/** Key of the words for what is compared with: the weekday of a day, or the kind. */
export function comparedKey(
  { period, from }: Pick<Dashboard, 'period' | 'from'>,
  kind: Comparison['kind'],
): (typeof WEEKDAYS)[number] | 'week' | 'before' | 'year_before' {
  if (kind !== 'weekdays') return kind;
  return period === 'day' ? (WEEKDAYS[new Date(`${from}T12:00:00Z`).getUTCDay()] ?? 'week') : 'week';
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** The sum in one currency. */
export const minorIn = (money: readonly Money[], currency: string): number =>
  money.find((one) => one.currency === currency)?.amountMinor ?? 0;

/** The figure that a target is compared with. */
export function reachedOf(metric: TargetMetric, { figures, currency }: { figures: Figures; currency: string }): number {
  const { attended, noShow, newClients, paid } = figures;
  const shareMissed = attended + noShow === 0 ? 0 : Math.round((noShow / (attended + noShow)) * 10_000);
  return { revenue: minorIn(paid, currency), visits: attended, new_clients: newClients, no_show_share: shareMissed }[
    metric
  ];
}

/** How far a target is reached; days are left where the month is not over. */
type Progress = { share: number; left: number; needed: number | null; daysLeft: number | null };

/** @param daysLeft whole days after today; null: the month is over */
export function progressOf(reached: number, target: number, daysLeft: number | null): Progress {
  const left = Math.max(0, target - reached);
  const needed = daysLeft === null || left === 0 ? null : Math.ceil(left / Math.max(1, daysLeft));
  return { share: reached / target, left, needed, daysLeft };
}

/** Whole days after today until the end of the period; null: it is over. */
export function daysLeftOf({ today, end }: Pick<Dashboard, 'today' | 'end'>): number | null {
  if (today > end) return null;
  return Math.round((Date.parse(end) - Date.parse(today)) / 86_400_000);
}

export const MASTER_SORTS = ['paid', 'attended', 'average_bill', 'no_show', 'new', 'busy_hours'] as const;
export type MasterSort = (typeof MASTER_SORTS)[number];

/** Orders masters, the best first: fewest no-shows, most of all else. What has no master comes last. */
export function sortedMasters(masters: readonly MasterFigures[], by: MasterSort): MasterFigures[] {
  const missed = ({ attended, noShow }: MasterFigures) => (attended + noShow === 0 ? 1 : noShow / (attended + noShow));
  const value: Record<MasterSort, (master: MasterFigures) => number> = {
    paid: ({ paid }) => paid.amountMinor,
    attended: ({ attended }) => attended,
    average_bill: ({ averageBill }) => averageBill?.amountMinor ?? 0,
    no_show: (master) => -missed(master),
    new: ({ newClients }) => newClients,
    busy_hours: ({ busyMinutes }) => busyMinutes,
  };
  const hasNoMaster = ({ masterId }: MasterFigures) => Number(masterId === null);
  return masters.toSorted((a, b) => hasNoMaster(a) - hasNoMaster(b) || value[by](b) - value[by](a));
}
