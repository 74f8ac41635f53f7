import type { Cohort } from '#contract/insights/cohorts.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type Cell, cellsOf, type CohortFigure, FEW_PEOPLE } from './cohort-data.ts';
import { useMonthName } from './months.ts';
import classes from './returning.module.css';

/** Deeper the larger the figure, and pale enough for text. */
const shade = (tone: number) =>
  `color-mix(in srgb, var(--mantine-primary-color-filled) ${Math.round(tone * 45)}%, transparent)`;

type Props = {
  cohorts: readonly Cohort[];
  figure: CohortFigure;
  currency: string;
  thisMonth: string;
  onOpen: (cell: { month: string; offset: number }) => void;
};

/** A row per month of the first visit; each cell opens its people. */
export function CohortTable({ cohorts, figure, currency, thisMonth, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const monthName = useMonthName(true);
  const rows = cellsOf(cohorts, figure, thisMonth);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return (
    // The table is wider than a phone.
    <div className={classes.scroll} role="region" aria-label={t('insights:cohorts.title')} tabIndex={0}>
      <table className={classes.cohorts}>
        <thead>
          <tr>
            <th scope="col">{t('insights:cohorts.first_visit')}</th>
            <th scope="col">{t('insights:cohorts.size')}</th>
            {Array.from({ length: width }, (_, offset) => (
              <th key={offset} scope="col">
                {offset === 0 ? t('insights:cohorts.same_month') : t('insights:cohorts.after', { months: offset })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cohort, cells }) => (
            <tr key={cohort.month}>
              <th scope="row">{monthName(cohort.month)}</th>
              <td className={classes.cell}>
                <button
                  type="button"
                  aria-label={t('insights:cohorts.size_cell', { month: monthName(cohort.month), count: cohort.people })}
                  onClick={() => onOpen({ month: cohort.month, offset: 0 })}
                >
                  {format.number(cohort.people)}
                </button>
              </td>
              {cells.map((cell) => (
                <td key={cell.offset} className={classes.cell} style={{ background: shade(cell.tone) }}>
                  <button
                    type="button"
                    aria-label={labelOf(cohort, cell)}
                    onClick={() => onOpen({ month: cohort.month, offset: cell.offset })}
                  >
                    {valueOf(cohort, cell)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

  function valueOf({ people }: Cohort, cell: Cell): string {
    if (figure === 'money' || figure === 'total') return format.money({ amountMinor: cell.value, currency });
    if (figure === 'share' && people >= FEW_PEOPLE) return format.percent(cell.value);
    return format.number(figure === 'share' ? cell.people : cell.value);
  }

  function labelOf(cohort: Cohort, cell: Cell): string {
    return t('insights:cohorts.cell', {
      month: monthName(cohort.month),
      months: cell.offset,
      value: valueOf(cohort, cell),
    });
  }
}
