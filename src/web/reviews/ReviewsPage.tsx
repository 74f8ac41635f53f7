import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { IconMessageReply, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReviewFilter } from '#contract/reviews/calls.ts';
import { REVIEW_CLASSES } from '#contract/reviews/values.ts';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { daysOf, NO_REVIEW_FILTERS, PERIODS, readReviewSearch, REVIEW_PERIODS } from './review-search.ts';
import { ReviewFigures } from './ReviewFigures.tsx';
import { useReviewExport } from './use-review-export.ts';
import { ReviewOrigins } from './ReviewOrigins.tsx';
import classes from './reviews.module.css';
import { useReviewColumns } from './use-review-columns.tsx';
import { useFilterNames } from './use-filter-names.ts';
import { useReviews, useReviewStatistics } from './use-reviews.ts';

/** Route: /reviews */
export function ReviewsPage() {
  const t = useTexts();
  const format = useFormat();
  const canOpen = useCanOpen();
  const [state, setState] = useUrlState(readReviewSearch);
  const { period = 'quarter', ...chosen } = state;
  const today = format.dayKey(new Date(productNow()).toISOString());
  const filter: ReviewFilter = { ...daysOf(period, today), ...definedIn(chosen) };
  const reviews = useReviews(filter);
  const statistics = useReviewStatistics({ ...filter, step: PERIODS[period].step });
  const save = useReviewExport(filter);
  const columns = useReviewColumns();
  const names = useFilterNames(statistics.data);
  const { data } = statistics;
  const isFiltered = Object.values(chosen).some((value) => value !== undefined);
  const clear = () => setState(NO_REVIEW_FILTERS);
  const settings = canOpen('/widgets/review') && (
    <Button variant="default" leftSection={<IconSettings size={18} />} component={Link} to="/widgets/review">
      {t('reviews:settings.open')}
    </Button>
  );
  const replies = canOpen('/widgets/reviews-ai') && (
    <Button variant="default" leftSection={<IconMessageReply size={18} />} component={Link} to="/widgets/reviews-ai">
      {t('reviews:replies')}
    </Button>
  );
  const isEmpty = data?.count === 0 && !isFiltered;
  return (
    <>
      <PageHead
        title={t('reviews:title')}
        state={
          data &&
          [
            data.average === null
              ? t('reviews:state_none')
              : t('reviews:state', {
                  count: data.count,
                  average: format.number(data.average, { maximumFractionDigits: 1 }),
                }),
            t('reviews:ratings_left', { left: data.quota.left }),
          ].join('. ')
        }
        action={
          <Group gap="xs">
            {!isEmpty && <ExportMenu isBusy={save.isBusy} onExport={save.run} />}
            {replies}
            {settings}
          </Group>
        }
      />
      {data && data.quota.waiting > 0 && (
        <Alert color="attention" mb="md">
          {t('reviews:waiting', { count: data.quota.waiting })}
        </Alert>
      )}
      <ListTools
        chips={{
          label: t('reviews:class_label'),
          value: state.class ?? 'all',
          options: (['all', ...REVIEW_CLASSES] as const).map((value) => ({
            value,
            label: t(`reviews:class.${value}`),
          })),
          onChange: (value) => setState({ class: wordIn(REVIEW_CLASSES, value) }),
        }}
        onClear={isFiltered ? clear : undefined}
      >
        <ChoiceBar
          isNarrow
          label={t('reviews:period_label')}
          value={period}
          options={REVIEW_PERIODS.map((value) => ({ value, label: t(`reviews:period.${value}`) }))}
          onChange={(value) => setState({ period: value, from: undefined, to: undefined })}
        />
      </ListTools>
      {names(chosen).length > 0 && <p className={classes.chosen}>{names(chosen).join(' · ')}</p>}
      {statistics.isError && !data && <Failure error={statistics.error} onRetry={statistics.refetch} />}
      {statistics.isPending && (
        <Loading>
          <Skeleton height={96} mb={16} />
          <Skeleton height={280} mb={16} />
        </Loading>
      )}
      {data && data.count > 0 && (
        <>
          <ReviewFigures statistics={data} step={PERIODS[period].step} onFilter={setState} />
          <ReviewOrigins statistics={data} onFilter={setState} />
        </>
      )}
      <DataList
        label={t('reviews:title')}
        rows={reviews.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ contact }) => contact?.name || t('contacts:nameless')}
        columns={columns}
        paging={reviews}
        linkTo={({ id }) => ({ to: '/widgets/reviews/rating/$id', params: { id } })}
        empty={
          isEmpty ? (
            <EmptyState title={t('reviews:empty_title')} text={t('reviews:empty')} action={settings} />
          ) : (
            <EmptyState
              text={t('reviews:nothing_found')}
              action={<Button onClick={clear}>{t('reviews:clear')}</Button>}
            />
          )
        }
      />
    </>
  );
}

function definedIn<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>; // NOTE: some of the same entries
}
