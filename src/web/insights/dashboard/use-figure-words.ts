import type { Comparison, Dashboard, Figures, TargetMetric } from '#contract/insights/dashboard.ts';
import type { Money } from '#contract/primitives.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TileTarget } from '#web/insights/figures/FigureTile.tsx';
import { changeOf, comparedKey, daysLeftOf, minorIn, progressOf, reachedOf, shareOf } from './dashboard-data.ts';

/** Words for figures of one period: numbers, what they are compared with, and targets. */
export function useFigureWords(dashboard: Dashboard, compared: Comparison | undefined) {
  const t = useTexts();
  const format = useFormat();
  const { figures, currency, targets } = dashboard;
  const count = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const sums = (money: readonly Money[]) =>
    money.map((one) => format.money(one)).join(' + ') || format.money({ amountMinor: 0, currency });

  /** `5 %`, or `3 of 7` where there are few. */
  function share(part: number, whole: number): string {
    if (whole === 0) return '–';
    const of = shareOf(part, whole);
    return of === null ? t('dashboard:of', { count: count(part), total: count(whole) }) : format.percent(of);
  }

  /** The comparison in words; null where there is none. */
  function change(
    read: (of: Figures) => number,
    { cases, written }: { cases: (of: Figures) => number; written: (of: Figures) => string },
  ): string | null {
    if (!compared) return null;
    const key = comparedKey(dashboard, compared.kind);
    const [was, than, number] = [t(`dashboard:was.${key}`), t(`dashboard:than.${key}`), written(compared.figures)];
    const { kind, ...by } = changeOf(read(figures), read(compared.figures), cases(compared.figures));
    if (kind === 'same') return t('dashboard:same', { was });
    if (kind === 'number' || !('share' in by)) return t('dashboard:number', { was, number });
    return t(`dashboard:${kind}`, { change: format.percent(Math.round(by.share * 100) / 100), than, number });
  }

  /** `3 min`. */
  function duration(seconds: number): string {
    if (seconds < 60) return t('dashboard:seconds', { count: count(seconds) });
    if (seconds < 5_400) return t('dashboard:minutes', { count: count(Math.round(seconds / 60)) });
    return t('dashboard:hours', { count: count(Math.round(seconds / 360) / 10) });
  }

  function target(metric: TargetMetric): TileTarget | undefined {
    const value = targets.find((one) => one.metric === metric)?.value;
    if (value === undefined) return undefined;
    const written = (amount: number) =>
      metric === 'revenue' ? format.money({ amountMinor: amount, currency }) : count(amount);
    const reached = reachedOf(metric, dashboard);
    if (metric === 'no_show_share') {
      const isWithin = reached <= value;
      const limit = format.percent(value / 10_000);
      const line = t(`dashboard:target.${isWithin ? 'within' : 'above'}`, { target: limit });
      return { share: reached / value, tone: isWithin ? 'good' : 'bad', lines: [line] };
    }
    const { share: of, left, needed, daysLeft } = progressOf(reached, value, daysLeftOf(dashboard));
    const lines = [t('dashboard:target.progress', { share: format.percent(of), target: written(value) })];
    if (left === 0) lines.push(t('dashboard:target.reached'));
    else if (daysLeft === 0) lines.push(t('dashboard:target.left_today', { need: written(left) }));
    else if (daysLeft !== null && needed !== null)
      lines.push(t('dashboard:target.left', { count: daysLeft, need: written(needed) }));
    return { share: of, tone: left === 0 ? 'good' : 'open', lines };
  }

  return { count, sums, share, change, duration, target, minor: (of: Figures) => minorIn(of.paid, currency) };
}
