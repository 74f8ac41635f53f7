import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import type { Mailing, MailingId } from '#contract/mailings/calls.ts';
import { MAILING_OUTCOMES } from '#contract/mailings/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { MailingProgress } from '#web/mailings/runs/MailingProgress.tsx';
import { isRunning } from '#web/mailings/runs/run-figures.ts';
import { useMailing } from '#web/mailings/use-mailings.ts';
import { ChannelResults, ReasonResults } from './ResultTables.tsx';
import { ControlEffect } from './ControlEffect.tsx';
import { PeopleDrawer } from './PeopleDrawer.tsx';
import { ResultTiles } from './ResultTiles.tsx';
import classes from './results.module.css';
import { useMailingConversion, useMailingResults } from './use-mailing-results.ts';
import { VariantResults } from './VariantResults.tsx';

const MomentsChart = lazy(() => import('./MomentsChart.tsx').then((m) => ({ default: m.MomentsChart })));

const GROUPS = [...MAILING_OUTCOMES, 'planned', 'skipped', 'not_sent', 'unconfirmed', 'control'] as const;
export type PeopleGroup = (typeof GROUPS)[number];

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  people: wordIn(GROUPS, search['people']),
  rule: wordIn(DECISION_RULES, search['rule']),
});

/** Route: /distributions/results/{id} */
export function MailingResultsPage() {
  const mailingId = usePathId<MailingId>('mailingId');
  const t = useTexts();
  const mailing = useMailing(mailingId);
  usePageName(mailing.data?.title);
  if (mailing.data) return <Results mailing={mailing.data} />;
  return (
    <>
      <PageHead title={t('mailing_results:title')} backTo="/distributions" state={'\u00a0'} />
      {mailing.isPending ? (
        <Loading>
          <Skeleton height={120} mb={24} />
          <Skeleton height={260} />
        </Loading>
      ) : (
        <Failure error={mailing.error} onRetry={mailing.refetch} />
      )}
    </>
  );
}

function Results({ mailing }: { mailing: Mailing }) {
  const t = useTexts();
  const [{ people, rule }, setState] = useUrlState(readSearch, ['people']);
  const results = useMailingResults(mailing.id);
  const conversion = useMailingConversion(mailing);
  const { counts, startedAt } = mailing;
  const open = (group: PeopleGroup, ofRule?: (typeof DECISION_RULES)[number]) =>
    setState({ people: group, rule: ofRule });
  return (
    <>
      <PageHead
        title={mailing.title}
        backTo="/distributions"
        state={<State mailing={mailing} />}
        action={
          <Button
            component={Link}
            to={`/distributions/edit/${mailing.id}`}
            variant="default"
            leftSection={<IconPencil size={18} />}
          >
            {t('mailing_results:to_mailing')}
          </Button>
        }
      />
      {startedAt === null ? (
        <EmptyState title={t('mailing_results:not_started_title')} text={t('mailing_results:not_started')} />
      ) : (
        <div className={classes.page}>
          <ResultTiles counts={counts} conversion={conversion.data} onOpen={open} />
          {results.data && <VariantResults mailing={mailing} variants={results.data.variants} />}
          {results.isError && !results.data && <Failure error={results.error} onRetry={results.refetch} />}
          {results.data && results.data.moments.length > 1 && (
            <Suspense fallback={<Skeleton height={260} />}>
              <MomentsChart {...results.data} />
            </Suspense>
          )}
          <div className={classes.pair}>
            <ReasonResults
              counts={counts}
              reasons={results.data?.reasons ?? []}
              unconfirmed={results.data?.unconfirmed ?? 0}
              onOpen={open}
            />
            {results.data && results.data.channels.length > 1 && <ChannelResults channels={results.data.channels} />}
            {counts.control > 0 && <ControlEffect conversion={conversion.data} onOpen={() => open('control')} />}
          </div>
        </div>
      )}
      <PeopleDrawer
        mailing={mailing}
        group={people}
        rule={rule}
        usedChannels={results.data?.channels.map(({ channelId }) => channelId) ?? []}
        onOpen={open}
        onClose={() => setState({ people: undefined, rule: undefined })}
      />
    </>
  );
}

function State({ mailing }: { mailing: Mailing }) {
  const { status, mode, startedAt } = mailing;
  return (
    <span className={classes.state}>
      <StatusBadge isOfMailing status={status} mode={mode} isDraft={status === 'none'} />
      {startedAt && <Moment at={startedAt} />}
      {isRunning(mailing) && <MailingProgress mailing={mailing} />}
    </span>
  );
}
