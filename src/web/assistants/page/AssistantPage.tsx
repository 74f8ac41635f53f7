import { Button, Skeleton } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import type { Assistant, AssistantId } from '#contract/assistants/calls.ts';
import { MendLink } from '#web/assistants/MendLink.tsx';
import { TopUpDialog } from '#web/assistants/TopUpDialog.tsx';
import { useAssistant, useRestoreAssistant } from '#web/assistants/use-assistants.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { AssistantHead } from './AssistantHead.tsx';
import { AssistantTabs } from './AssistantTabs.tsx';
import { type FormState, SettingsForm } from './SettingsForm.tsx';

const PublishDialog = lazyPart({
  texts: ['cases'],
  load: () => import('./PublishDialog.tsx').then((m) => m.PublishDialog),
});

/** Route: /flowCopilotBots/{assistantId} */
export function AssistantPage() {
  const assistantId = usePathId<AssistantId>('assistantId');
  return <AssistantView key={assistantId} assistantId={assistantId} />;
}

/** An assistant with its settings, knowledge, results and trial. */
export function AssistantView({ assistantId }: { assistantId: AssistantId }) {
  const t = useTexts();
  const assistant = useAssistant(assistantId);
  usePageName(assistant.data?.title);
  if (assistant.isPending) {
    return (
      <Loading>
        <PageHead backTo="/flowCopilotBots" title={t('assistants:one')} />
        <Skeleton height={420} />
      </Loading>
    );
  }
  if (!assistant.data) return <Failure error={assistant.error} onRetry={assistant.refetch} />;
  if (assistant.data.deletedAt !== null) return <DeletedAssistant assistant={assistant.data} />;
  return <OpenedAssistant assistant={assistant.data} />;
}

function OpenedAssistant({ assistant }: { assistant: Assistant }) {
  const [renewals, setRenewals] = useState(0);
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  const [form, setForm] = useState<FormState>({ isDirty: false, isBusy: false });
  const [isPublishing, setPublishing] = useState(false);
  const { id, silentReason } = assistant;
  return (
    <>
      <AssistantHead assistant={assistant} form={form} />
      {silentReason && <SilentAlert assistantId={id} reason={silentReason} />}
      <AssistantTabs
        assistant={assistant}
        isDirty={form.isDirty}
        settings={
          <SettingsForm
            key={renewals}
            assistant={assistant}
            onRenew={renew}
            onState={setForm}
            onPublish={() => setPublishing(true)}
          />
        }
      />
      {isPublishing && (
        <Suspense>
          <PublishDialog assistant={assistant} onClose={() => setPublishing(false)} />
        </Suspense>
      )}
    </>
  );
}

type SilentProps = { assistantId: AssistantId; reason: NonNullable<Assistant['silentReason']> };

/** Why an assistant that is on does not answer, and the way to mend it. A model is chosen on this page. */
function SilentAlert({ assistantId, reason }: SilentProps) {
  const t = useTexts();
  const [isToppingUp, setToppingUp] = useState(false);
  return (
    <TroubleAlert tone="bad" title={t('assistants:silent.title')}>
      {t(`assistants:silent.${reason}`)}{' '}
      {reason !== 'no_model' && (
        <MendLink assistantId={assistantId} reason={reason} onTopUp={() => setToppingUp(true)} />
      )}
      {isToppingUp && <TopUpDialog onClose={() => setToppingUp(false)} />}
    </TroubleAlert>
  );
}

function DeletedAssistant({ assistant: { id, title } }: { assistant: Assistant }) {
  const t = useTexts();
  const restore = useRestoreAssistant();
  return (
    <>
      <PageHead backTo="/flowCopilotBots" title={title} />
      <EmptyState
        title={t('assistants:deleted.title')}
        text={t('assistants:deleted.text')}
        action={
          <Button loading={restore.isPending} onClick={() => restore.mutate(id)}>
            {t('assistants:menu.restore')}
          </Button>
        }
      />
    </>
  );
}
