import { Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ClickStatistics } from '#contract/links/calls.ts';
import { NAMED_SOURCES } from '#contract/links/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import classes from './links.module.css';

const ClickChart = lazy(async () => ({ default: (await import('./ClickChart.tsx')).ClickChart }));

const PERIODS = ['7', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

/** The period of clicks, and its first day. */
export function useClickPeriod() {
  const format = useFormat();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('30');
  const from = format.dayKey(new Date(productNow() - (Number(period) - 1) * DAY_MS).toISOString());
  return { period, setPeriod, from };
}

type Props = {
  title: string;
  period: ReturnType<typeof useClickPeriod>;
  clicks: UseQueryResult<ClickStatistics>;
  children?: ReactNode;
};

/** Clicks by day, source and device. */
export function LinkStatistics({ title, period: { period, setPeriod }, clicks, children }: Props) {
  const t = useTexts();
  return (
    <section className={classes.statistics} aria-label={title}>
      <h2>{title}</h2>
      <ChoiceBar
        label={t('links:period')}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(`links:days_${value}`) }))}
        onChange={setPeriod}
        isNarrow
      />
      {clicks.data && <Figures counts={clicks.data} />}
      {!clicks.data && clicks.isError && <Failure error={clicks.error} onRetry={clicks.refetch} />}
      {clicks.isPending && (
        <Loading>
          <RowsSkeleton />
        </Loading>
      )}
      {children}
    </section>
  );
}

function Figures({ counts }: { counts: ClickStatistics }) {
  const t = useTexts();
  const format = useFormat();
  const { clicks, clicksBefore, filtered, repeated, days, sources, devices } = counts;
  const sourceName = (source: string) => {
    const named = wordIn(NAMED_SOURCES, source);
    return named ? t(`links:source.${named}`) : source;
  };
  return (
    <Stack gap="md">
      <div>
        <div className={classes.count}>{format.number(clicks)}</div>
        <Text size="sm" c="dimmed">
          {t('links:before', { count: clicksBefore })}
        </Text>
        {filtered > 0 && (
          <Text size="sm" c="dimmed">
            {t('links:filtered', { count: filtered })}
          </Text>
        )}
        {repeated > 0 && (
          <Text size="sm" c="dimmed">
            {t('links:repeated', { count: repeated })}
          </Text>
        )}
      </div>
      {clicks === 0 ? (
        <Text>{t('links:no_clicks')}</Text>
      ) : (
        <>
          <Suspense fallback={<div style={{ height: 200 }} />}>
            <ClickChart days={days} />
          </Suspense>
          <Shares title={t('links:by_source')} shares={sources.map((one) => [sourceName(one.source), one.clicks])} />
          <Shares
            title={t('links:by_device')}
            shares={devices.map((one) => [t(`links:device.${one.device}`), one.clicks])}
          />
        </>
      )}
    </Stack>
  );
}

/** A small table of names and their clicks. */
export function Shares({ title, shares }: { title: string; shares: readonly (readonly [string, number])[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <FigureTable>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" data-numeric>
            {t('links:clicks')}
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(([name, count]) => (
          <tr key={name}>
            <td className={classes.target}>{name}</td>
            <td data-numeric>{format.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
