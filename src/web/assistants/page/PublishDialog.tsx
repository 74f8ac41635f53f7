import { List, Stack, Text } from '@mantine/core';
import type { Assistant } from '#contract/assistants/calls.ts';
import type { TestsOfDraft } from '#contract/assistants/runs.ts';
import { usePublishing } from '#web/assistants/cases/use-cases.ts';
import { usePublishAssistant } from '#web/assistants/use-assistants.ts';
import { Differences } from '#web/assistants/versions/Differences.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';

/** The changes that publishing makes, in words, and the results of the draft in its tests. */
export function PublishDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  const t = useTexts();
  const publishing = usePublishing(assistant.id);
  const publish = usePublishAssistant(assistant.id);
  const { published, tests } = publishing.data ?? {};
  const hasNewFailures = tests !== undefined && tests.newlyFailing.length > 0;
  const isRefused = hasNewFailures && tests.refusesFailing;
  const confirm = async () => {
    await publish.mutateAsync(assistant.version);
    toast.success({ title: t('assistants:form.published') });
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('cases:publish.title')}
      confirmLabel={t(hasNewFailures ? 'cases:publish.anyway' : 'cases:publish.confirm')}
      isDangerous={hasNewFailures}
      isBusy={publish.isPending || publishing.isFetching}
      onConfirm={isRefused ? undefined : () => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <Stack>
        {publishing.isPending && (
          <Loading>
            <RowsSkeleton />
          </Loading>
        )}
        {publishing.error && <Failure error={publishing.error} onRetry={publishing.refetch} />}
        {published && (
          <div>
            <Text>{t('cases:publish.lead', { version: published.version })}</Text>
            <Differences before={published} after={assistant} />
          </div>
        )}
        {tests && <Tests tests={tests} />}
        <FormFailure error={publish.error} />
      </Stack>
    </ConfirmDialog>
  );
}

/** Failing cases by name, or one quiet line. */
function Tests({ tests }: { tests: TestsOfDraft }) {
  const t = useTexts();
  const { state, newlyFailing, failing, refusesFailing } = tests;
  if (state === 'no_cases') return null;
  if (newlyFailing.length > 0) {
    return (
      <TroubleAlert tone={refusesFailing ? 'bad' : 'attention'} title={t('cases:publish.fails')}>
        <List>
          {newlyFailing.map(({ id, title }) => (
            <List.Item key={id}>{title}</List.Item>
          ))}
        </List>
        {refusesFailing && <Text mt={6}>{t('cases:publish.refused')}</Text>}
      </TroubleAlert>
    );
  }
  const words = () => {
    if (state === 'untested') return t('cases:publish.untested');
    return failing > 0 ? t('cases:publish.some_fail', { count: failing }) : t('cases:publish.passed');
  };
  return (
    <Text size="sm" c="dimmed">
      {words()}
    </Text>
  );
}
