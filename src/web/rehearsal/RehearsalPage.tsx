import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { REHEARSAL_DAYS } from '#contract/rehearsal/values.ts';
import type { Rehearsal, RehearsalId } from '#contract/rehearsal/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { RehearsalDialog } from './RehearsalDialog.tsx';
import classes from './rehearsal.module.css';
import { RehearsalResult } from './RehearsalResult.tsx';
import { RehearsalRunning } from './RehearsalRunning.tsx';
import { useRehearsal } from './use-rehearsals.ts';

const LONGEST = 90;

/** Route: /flows/rehearsal/{rehearsalId} */
export function RehearsalPage() {
  const t = useTexts();
  const rehearsalId = usePathId<RehearsalId>('rehearsalId');
  const rehearsal = useRehearsal(rehearsalId);
  usePageName(rehearsal.data && titleOf(rehearsal.data, t));
  if (rehearsal.data) return <Shown rehearsal={rehearsal.data} />;
  return (
    <>
      <PageHead title={t('rehearsal:page')} state={'\u00a0'} backTo="/flows/rehearsal" />
      {rehearsal.isError && isRefused(rehearsal.error, 'rehearsal.not_found') && (
        <EmptyState
          text={problemText(rehearsal.error, t)}
          action={
            <Button component={Link} to="/flows/rehearsal">
              {t('rehearsal:title')}
            </Button>
          }
        />
      )}
      {rehearsal.isError && !isRefused(rehearsal.error, 'rehearsal.not_found') && (
        <Failure error={rehearsal.error} onRetry={rehearsal.refetch} />
      )}
      {rehearsal.isPending && (
        <Loading>
          <Skeleton height={40} width={420} maw="100%" mb={24} />
          <Skeleton height={320} mb={24} />
          <RowsSkeleton />
        </Loading>
      )}
    </>
  );
}

/** Title of a rehearsal. */
export function titleOf({ flows }: Pick<Rehearsal, 'flows'>, t: Text): string {
  const [first] = flows;
  return first && flows.length === 1
    ? t('rehearsal:of_flow', { title: first.title })
    : t('rehearsal:of_flows', { count: flows.length });
}

function Shown({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTexts();
  const format = useFormat();
  const [again, setAgain] = useState<(typeof REHEARSAL_DAYS)[number] | null>(null);
  const { status, flows, days, from, until, timeZone, summary, done, total, unreadBranches } = rehearsal;
  const isRunning = status === 'running';
  const isEmpty = !isRunning && summary.sent + summary.skipped === 0;
  const flowIds = flows.flatMap(({ flowId }) => flowId ?? []);
  const isUnsaved = flows.some((flow) => flow.isUnsaved);
  // NOTE: what was not saved is played again from where it is being edited.
  const isRepeatable = flowIds.length > 0 && !isUnsaved;
  const usual = REHEARSAL_DAYS.find((count) => count === days) ?? 30;
  const period = t('rehearsal:period', {
    days: t('rehearsal:days', { count: days }),
    dates: format.days(format.dayKey(from, timeZone), format.dayKey(until, timeZone)),
  });
  return (
    <>
      <PageHead
        title={titleOf(rehearsal, t)}
        state={[period, format.zoneNote(timeZone), isUnsaved && t('rehearsal:unsaved')].filter(Boolean).join(', ')}
        backTo="/flows/rehearsal"
        action={
          !isRunning &&
          isRepeatable && (
            <Button variant="default" onClick={() => setAgain(usual)}>
              {t('rehearsal:over.again')}
            </Button>
          )
        }
      />
      <VisuallyHidden role="status">
        {isRunning ? t('rehearsal:running.title') : t(`rehearsal:status.${status}`)}
      </VisuallyHidden>
      {isRunning && <RehearsalRunning rehearsal={rehearsal} />}
      {status === 'failed' && (
        <TroubleAlert tone="bad" title={t('rehearsal:over.failed_title')} className={classes.alert}>
          {t('rehearsal:over.failed')} {!isEmpty && t('rehearsal:over.below')}
        </TroubleAlert>
      )}
      {status === 'cancelled' && (
        <TroubleAlert tone="attention" title={t('rehearsal:over.cancelled_title')} className={classes.alert}>
          {t('rehearsal:over.cancelled', { done: format.number(done), total: format.number(total) })}{' '}
          {!isEmpty && t('rehearsal:over.below')}
        </TroubleAlert>
      )}
      {unreadBranches.length > 0 && (
        <TroubleAlert tone="attention" title={t('rehearsal:over.unread_title')} className={classes.alert}>
          {t('rehearsal:over.unread', { branches: namesOf(unreadBranches) })}
        </TroubleAlert>
      )}
      {isEmpty && status !== 'done' && !isRepeatable && <BackToEdits flowId={flowIds[0]} />}
      {isEmpty && status === 'done' && (
        <EmptyState
          title={t('rehearsal:over.nothing_title')}
          text={t('rehearsal:over.nothing', { days: t('rehearsal:days', { count: days }) })}
          action={
            isRepeatable ? (
              days < LONGEST && <Button onClick={() => setAgain(LONGEST)}>{t('rehearsal:over.longer')}</Button>
            ) : (
              <BackToEdits flowId={flowIds[0]} />
            )
          }
        />
      )}
      {!isRunning && !isEmpty && <RehearsalResult rehearsal={rehearsal} />}
      {again !== null && <RehearsalDialog of={{ flowIds }} days={again} onClose={() => setAgain(null)} />}
    </>
  );
}

/** A network has many: the first ones say enough. */
const NAMED = 5;

function namesOf(branches: readonly string[]): string {
  return branches.slice(0, NAMED).join(', ') + (branches.length > NAMED ? '…' : '');
}

function BackToEdits({ flowId }: { flowId: FlowId | undefined }) {
  const t = useTexts();
  return (
    <Button component={Link} to={flowId ? `/flows/edit/${flowId}` : '/flows'}>
      {t(flowId ? 'rehearsal:next.edits' : 'rehearsal:over.to_flows')}
    </Button>
  );
}
