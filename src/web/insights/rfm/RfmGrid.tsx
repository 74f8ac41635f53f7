import { Text, Title, VisuallyHidden } from '@mantine/core';
import type { Rfm, RfmThresholds } from '#contract/audiences/rfm.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type Frequency, type GridCell, gridOf, type Recency, RECENCIES } from './rfm-data.ts';
import classes from './rfm.module.css';

/** Deeper the more people, and pale enough for text. */
const shade = (tone: number) =>
  `color-mix(in srgb, var(--mantine-primary-color-filled) ${Math.round(8 + tone * 37)}%, transparent)`;

type Props = {
  rfm: Rfm;
  thresholds: RfmThresholds;
  onOpen: (cell: { recency: Recency; frequency: Frequency }) => void;
};

/** Clients by how lately and how often they come; each cell opens its people. */
export function RfmGrid({ rfm, thresholds, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { cells, people, currency } = rfm;
  return (
    <section className={classes.section}>
      <Title order={2}>{t('insights:rfm.grid')}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('insights:rfm.grid_hint')}
      </Text>
      {/* The table is wider than a phone. */}
      <div className={classes.scroll} role="region" aria-label={t('insights:rfm.grid')} tabIndex={0}>
        <table className={classes.grid}>
          <thead>
            <tr>
              <th scope="col">{t('insights:rfm.corner')}</th>
              {RECENCIES.map((recency) => (
                <th key={recency} scope="col">
                  {t(`insights:rfm.recency.${recency}`)}
                  <span className={classes.bound}>{recencyBound(recency)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gridOf(cells, people).map((row) => (
              <tr key={row[0]?.frequency}>
                <th scope="row">{row[0] && frequencyHead(row[0].frequency)}</th>
                {row.map((cell) => (
                  <td
                    key={cell.recency}
                    data-few={cell.tone === 0 || undefined}
                    style={cell.tone > 0 ? { background: shade(cell.tone) } : {}}
                  >
                    {cell.people === 0 ? (
                      <span className={classes.zero}>{format.number(0)}</span>
                    ) : (
                      <button type="button" onClick={() => onOpen(cell)}>
                        <VisuallyHidden>{labelOf(cell)}</VisuallyHidden>
                        <span aria-hidden className={classes.people}>
                          {format.number(cell.people)}
                        </span>
                        {cell.share !== null && <span aria-hidden>{format.percent(cell.share)}</span>}
                        <span aria-hidden>{moneyOf(cell)}</span>
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );

  function moneyOf({ spentMinor }: GridCell): string {
    return format.money({ amountMinor: spentMinor, currency });
  }

  function recencyBound(recency: Recency): string {
    const { lateFrom, sleepingFrom, lostFrom } = thresholds;
    const upTo = [lateFrom, sleepingFrom, lostFrom][recency - 1];
    return upTo === undefined
      ? t('insights:rfm.over', { intervals: format.number(lostFrom) })
      : t('insights:rfm.up_to', { intervals: format.number(upTo) });
  }

  function frequencyHead(frequency: Frequency) {
    const { oftenFrom } = thresholds;
    const bound = {
      1: t('insights:rfm.seldom'),
      2: t('insights:rfm.sometimes', { to: oftenFrom - 1 }),
      3: t('insights:rfm.often', { count: oftenFrom }),
    }[frequency];
    return (
      <>
        {t(`insights:rfm.frequency.${frequency}`)}
        <span className={classes.bound}>{bound}</span>
      </>
    );
  }

  function labelOf({ recency, frequency, people: count, share, spentMinor }: GridCell): string {
    return [
      t(`insights:rfm.frequency.${frequency}`),
      t(`insights:rfm.recency.${recency}`),
      t('insights:rfm.people', { count }),
      share !== null && format.percent(share),
      format.money({ amountMinor: spentMinor, currency }),
    ]
      .filter(Boolean)
      .join(', ');
  }
}
