import { Text } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { TrialChat } from '#web/assistants/trial/TrialChat.tsx';
import { useAssistant, usePublishAssistant } from '#web/assistants/use-assistants.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';

/** A talk with the assistant, and the button that switches it on. */
export function TrialStep({ stored, ...props }: StepProps) {
  const t = useTexts();
  if (stored.assistantId !== null) return <TrialOf {...props} stored={stored} assistantId={stored.assistantId} />;
  return <Text c="dimmed">{t('quick_start:no_assistant')}</Text>;
}

function TrialOf({ assistantId, onNext, isBusy }: StepProps & { assistantId: AssistantId }) {
  const t = useTexts();
  const assistant = useAssistant(assistantId);
  const publish = usePublishAssistant(assistantId);
  if (!assistant.data)
    return assistant.isError ? (
      <Failure error={assistant.error} onRetry={assistant.refetch} />
    ) : (
      <RowsSkeleton rows={4} />
    );
  const { version, publishedVersion } = assistant.data;
  const isOn = publishedVersion !== null;
  return (
    <>
      <TrialChat assistantId={assistantId} isDirty={false} />
      <FormFailure error={publish.error} />
      <StepActions
        isBusy={isBusy || publish.isPending}
        label={t(isOn ? 'quick_start:next' : 'quick_start:switch_on')}
        onNext={() => (isOn ? onNext() : publish.mutate(version, { onSuccess: () => onNext() }))}
        onSkip={isOn ? undefined : () => onNext()}
      />
    </>
  );
}
