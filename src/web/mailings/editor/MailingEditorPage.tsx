import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useReducer } from 'react';
import type { MailingId } from '#contract/mailings/calls.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { isFixed } from '#web/mailings/runs/run-figures.ts';
import { isStep } from './steps.ts';
import { useMailing } from '#web/mailings/use-mailings.ts';

// NOTE: a mailing that has ended has no form, so its page does not load the editor.
const MailingEditor = lazy(async () => ({ default: (await import('./MailingEditor.tsx')).MailingEditor }));
const MailingRecord = lazy(async () => {
  const [{ MailingRecord: record }] = await Promise.all([
    import('#web/mailings/runs/MailingRecord.tsx'),
    loadTexts(['audiences', 'rules']),
  ]);
  return { default: record };
});

/** Route: /distributions/edit/{id}/{step?} */
export function MailingEditorPage() {
  const mailingId = usePathId<MailingId>('mailingId');
  const { step } = useParams({ strict: false });
  const t = useTexts();
  const mailing = useMailing(mailingId);
  usePageName(mailing.data?.title);
  const [renewals, renew] = useReducer((count: number) => count + 1, 0);

  if (!mailing.data) {
    if (mailing.isPending) return <EditorSkeleton />;
    return (
      <>
        <PageHead title={t('mailings:edit_title')} backTo="/distributions" />
        <Failure error={mailing.error} onRetry={mailing.refetch} />
      </>
    );
  }
  if (isFixed(mailing.data)) {
    return (
      <Suspense fallback={<EditorSkeleton />}>
        <MailingRecord mailing={mailing.data} />
      </Suspense>
    );
  }
  const isDraft = mailing.data.status === 'none';
  const isShown = isStep(step) && (isDraft || step !== 'check');
  const firstStep = isDraft ? 'who' : 'what';
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <MailingEditor
        key={`${mailing.data.id}.${renewals}`}
        mailing={mailing.data}
        step={isShown ? step : firstStep}
        onRenew={renew}
      />
    </Suspense>
  );
}

function EditorSkeleton() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t('mailings:edit_title')} backTo="/distributions" state={'\u00a0'} />
      <Loading>
        <SplitEditor
          form={
            <Stack>
              <Skeleton height={42} />
              <Skeleton height={420} />
            </Stack>
          }
          preview={<Skeleton height={520} />}
        />
      </Loading>
    </>
  );
}
