import { usePeriodName } from '#web/insights/results/use-period-name.ts';

/** Names months given as `2026-11`: `November 2026`. */
export function useMonthName(isShort = false): (month: string) => string {
  const name = usePeriodName('month', isShort);
  return (month) => name({ from: `${month}-15`, to: `${month}-15` });
}
