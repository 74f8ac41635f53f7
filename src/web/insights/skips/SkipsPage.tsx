import { Box, Button, Card, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { ReasonTable } from '#web/delivery/ReasonTable.tsx';
import { MessageDrawer } from '#web/delivery/MessageDrawer.tsx';
import { useSenderChoices } from '#web/delivery/use-sender-choices.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn, textIn, wordIn, wordsIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import classes from '#web/insights/insights.module.css';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { Retention } from '#web/insights/results/Retention.tsx';
import { SkippedDrawer } from './SkippedDrawer.tsx';
import {
  barsOf,
  countReasons,
  daysBefore,
  retainedSince,
  reasonsOf,
  type SkipBar,
  type SkipReason,
} from './skip-chart-data.ts';
import { SkipDays } from './SkipDays.tsx';
import { useRetention, useSkips } from './use-skips.ts';

/** The chart is loaded with the first figures. */
const SkipChart = lazy(async () => ({ default: (await import('./SkipChart.tsx')).SkipChart }));

const PERIODS = ['week', 'month', 'quarter', 'year'] as const;
const DAYS: Record<(typeof PERIODS)[number], number> = { week: 7, month: 30, quarter: 90, year: 365 };

const DAY = /^\d{4}-\d\d-\d\d$/;
const dayIn = (value: unknown) => textIn(value)?.match(DAY)?.[0];

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  senderId: idIn<SenderId>(search['senderId']),
  period: wordIn(PERIODS, search['period']),
  rule: wordsIn(DECISION_RULES, search['rule']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  entry: idIn(search['entry']),
});

/** Route: /insights/skips */
export function SkipsPage() {
  const t = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const [state, setState] = useUrlState(readSearch, ['rule', 'from', 'entry']);
  const { senderId, period = 'month', rule, entry } = state;
  const days = DAYS[period];
  const today = format.dayKey(new Date(productNow()).toISOString());
  const from = daysBefore(today, days - 1);
  const skips = useSkips({ senderId, from, to: today });
  const before = useSkips({ senderId, from: daysBefore(from, days), to: daysBefore(from, 1) });
  const retention = useRetention();
  const isRetained = retention.data && daysBefore(from, days) >= retainedSince(today, retention.data.months);
  const open = (rules: DecisionRule[], bar: Pick<SkipBar, 'from' | 'to'>) =>
    setState({ rule: rules, from: bar.from, to: bar.to });

  return (
    <>
      <PageHead title={t('insights:skips.title')} state={t('insights:skips.state')} />
      <Filters
        senderId={senderId}
        period={period}
        onSender={(next) => setState({ senderId: next })}
        onPeriod={(next) => setState({ period: next })}
      />
      {skips.isPending && (
        <Loading>
          <Skeleton height={40} width={280} mb={16} />
          <Skeleton height={300} mb={24} />
          <RowsSkeleton rows={4} />
        </Loading>
      )}
      {skips.isError && !skips.data && <Failure error={skips.error} onRetry={skips.refetch} />}
      {skips.data && skips.data.counts.length === 0 && (
        <EmptyState
          title={t('insights:skips.empty_title')}
          text={t('insights:skips.empty')}
          action={
            period !== 'year' && (
              <Button onClick={() => setState({ period: 'year' })}>{t('insights:skips.longer')}</Button>
            )
          }
        />
      )}
      {skips.data && skips.data.counts.length > 0 && (
        <>
          <Total count={sumOf(skips.data)} before={isRetained && before.data ? sumOf(before.data) : undefined} />
          <Card mb="lg" component="section" aria-label={t('insights:skips.chart')}>
            <Box mb="xs">
              <FigureTitle order={2} title={t('insights:skips.chart')} about={t('insights:definition.skips')} />
            </Box>
            <div className={classes.chart}>
              <Suspense fallback={<Skeleton height={280} />}>
                <SkipChart
                  bars={barsOf(skips.data, reasonsOf(skips.data))}
                  reasons={reasonsOf(skips.data)}
                  onOpen={open}
                />
              </Suspense>
            </div>
            <SkipDays bars={barsOf(skips.data, reasonsOf(skips.data))} reasons={reasonsOf(skips.data)} onOpen={open} />
          </Card>
          <ReasonTable
            title={t('insights:skips.reasons')}
            reasons={countReasons(skips.data)}
            colourOf={colourIn(reasonsOf(skips.data))}
            onOpen={(next) => open([next], { from, to: today })}
          />
        </>
      )}
      <Retention />
      <SkippedDrawer
        isOpen={(rule.length > 0 || state.from !== undefined) && entry === undefined}
        query={{ senderId, rules: rule, from: state.from ?? from, to: state.to ?? today }}
        onContact={(contactId) => void navigate({ to: '/contacts/$contactId', params: { contactId } })}
        onMessage={(id) => setState({ entry: id })}
        onClose={() => setState({ rule: [], from: undefined, to: undefined })}
      />
      <MessageDrawer entryId={entry} onClose={() => setState({ entry: undefined })} />
    </>
  );
}

const colourIn = (reasons: readonly SkipReason[]) => (rule: DecisionRule) =>
  reasons.find(({ rules }) => rules.includes(rule))?.colour;

const sumOf = ({ counts }: { counts: readonly { count: number }[] }) =>
  counts.reduce((sum, { count }) => sum + count, 0);

type FiltersProps = {
  senderId: SenderId | undefined;
  period: (typeof PERIODS)[number];
  onSender: (senderId: SenderId | undefined) => void;
  onPeriod: (period: (typeof PERIODS)[number] | undefined) => void;
};

function Filters({ senderId, period, onSender, onPeriod }: FiltersProps) {
  const t = useTexts();
  const senders = useSenderChoices();
  return (
    <ListTools>
      <SearchSelect
        aria-label={t('delivery:sender_label')}
        placeholder={t('delivery:sender_any')}
        clearable
        className={classes.filter}
        value={senderId ?? null}
        data={senders.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(value) => onSender(senders.find(({ id }) => id === value)?.id)}
      />
      <NativeSelect
        aria-label={t('insights:skips.period_label')}
        value={period}
        data={PERIODS.map((value) => ({ value, label: t(`insights:skips.period.${value}`) }))}
        onChange={({ currentTarget }) => onPeriod(wordIn(PERIODS, currentTarget.value))}
      />
    </ListTools>
  );
}

/** The number first, then what it was before. */
function Total({ count, before }: { count: number; before: number | undefined }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <div className={classes.total}>
      <span className={classes.totalNumber}>{t('insights:skips.total', { count, number: format.number(count) })}</span>
      {before !== undefined && (
        <Text c="dimmed">
          {before === count
            ? t('insights:skips.same_before')
            : t('insights:skips.than_before', { number: format.number(before) })}
        </Text>
      )}
    </div>
  );
}
