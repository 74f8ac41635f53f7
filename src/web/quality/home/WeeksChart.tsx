import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import type { QualityHome } from '#contract/quality/reports.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useScoreWords } from '#web/quality/score-words.ts';

/** Scores of people by week, 0 to 100. Loaded by the page that shows it. */
export function WeeksChart({ weeks }: { weeks: QualityHome['weeks'] }) {
  const t = useTexts();
  const format = useFormat();
  const scores = useScoreWords();
  const bars = weeks.map(({ from, score, cases }) => ({
    label: format.days(from),
    score: score === null ? null : Math.round(score),
    cases,
  }));
  return (
    <>
      <BarChart
        h={220}
        data={bars}
        dataKey="label"
        series={[{ name: 'score', label: t('quality:score'), color: '#0072b2' }]}
        gridAxis="x"
        tickLine="none"
        valueFormatter={(value) => format.number(value)}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
        yAxisProps={{ width: 36, domain: [0, 100], ticks: [0, 50, 100] }}
        barProps={{ maxBarSize: 40, isAnimationActive: false }}
        withBarValueLabel
        aria-hidden
      />
      <VisuallyHidden>
        <Table>
          <caption>{t('quality:home.weeks')}</caption>
          <tbody>
            {weeks.map(({ from, score, cases }) => (
              <tr key={from}>
                <th scope="row">{format.days(from)}</th>
                <td>{scores.score(score)}</td>
                <td>{t('quality:home.talks', { count: cases })}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </>
  );
}
