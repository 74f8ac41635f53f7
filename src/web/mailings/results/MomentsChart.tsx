import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Card, Title } from '@mantine/core';
import type { MailingResults } from '#contract/mailings/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Messages by the hour or the day in which they left, and how far they came. */
export function MomentsChart({ unit, moments }: Pick<MailingResults, 'unit' | 'moments'>) {
  const t = useTexts();
  const format = useFormat();
  const bars = moments.map(({ at, sent, delivered, read, failed }) => ({
    label: unit === 'hour' ? format.time(at) : format.date(at),
    read,
    delivered: delivered - read,
    sent: sent - delivered,
    failed,
  }));
  const series = [
    { name: 'read', label: t('mailings:count.read'), color: '#0072b2' },
    { name: 'delivered', label: t('mailings:count.delivered'), color: '#56b4e9' },
    { name: 'sent', label: t('mailings:count.sent'), color: '#8a8f98' },
    { name: 'failed', label: t('mailing_results:failed'), color: '#d55e00' },
  ];
  return (
    <Card component="section" aria-label={t('mailing_results:moments')}>
      <Title order={2} size="h3" mb="xs">
        {t('mailing_results:moments')}
      </Title>
      <BarChart
        h={240}
        data={bars}
        dataKey="label"
        type="stacked"
        series={series}
        withLegend
        gridAxis="x"
        tickLine="none"
        valueFormatter={(count) => format.number(count)}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
        barProps={{ maxBarSize: 48, isAnimationActive: false }}
      />
    </Card>
  );
}
