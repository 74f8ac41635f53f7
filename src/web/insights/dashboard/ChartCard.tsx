import { Card, Skeleton, Title } from '@mantine/core';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { saveFile } from '#web/lib/pages/table-file.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import results from '#web/insights/results.module.css';
import { FileMenu } from './FileMenu.tsx';
import type { DashboardQuery } from './use-dashboard.ts';
import classes from './dashboard.module.css';

type Props = {
  /** The question that the chart answers. */
  title: string;
  query: DashboardQuery;
  children: ReactNode;
  /** The same figures. */
  table: ReactNode;
};

/** A chart with its question above and its figures below; both are saved as files. */
export function ChartCard({ title, query, children, table }: Props) {
  const t = useTexts();
  const chart = useRef<HTMLDivElement>(null);

  async function savePicture(): Promise<void> {
    const { pictureOf } = await import('./chart-picture.ts');
    const picture = chart.current && (await pictureOf(chart.current).catch(() => null));
    if (picture) saveFile(`${title}.png`, picture);
    else toast.error({ title: t('dashboard:png_failed') });
  }
  return (
    <Card component="section" className={results.card} aria-label={title}>
      <div className={classes.chartHead}>
        <Title order={2}>{title}</Title>
        <FileMenu title={title} table="points" query={query} onPicture={() => void savePicture()} />
      </div>
      <div ref={chart} className={results.chart} role="img" aria-label={title}>
        <Suspense fallback={<Skeleton height={260} />}>{children}</Suspense>
      </div>
      <details className={classes.more}>
        <summary>{t('dashboard:table')}</summary>
        <div className={results.scroll}>{table}</div>
      </details>
    </Card>
  );
}
