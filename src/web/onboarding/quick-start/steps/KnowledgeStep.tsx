import { Text, TextInput } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { useSaveAddress, useSources } from '#web/assistants/knowledge/use-knowledge.ts';
import { withProtocol } from '#web/assistants/knowledge/with-protocol.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Connected } from '#web/onboarding/quick-start/Connected.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';

const schema = async () => (await import('#contract/assistants/knowledge.ts')).KnowledgeAddress;

const SITE_PAGES = 20;

/** The site that the assistant reads. */
export function KnowledgeStep({ stored, ...props }: StepProps) {
  const t = useTexts();
  if (stored.assistantId !== null) return <SiteOf {...props} stored={stored} assistantId={stored.assistantId} />;
  return (
    <>
      <Text c="dimmed">{t('quick_start:no_assistant')}</Text>
      <StepActions isBusy={props.isBusy} onSkip={() => props.onNext()} />
    </>
  );
}

function SiteOf({ assistantId, onNext, isBusy }: StepProps & { assistantId: AssistantId }) {
  const t = useTexts();
  const sources = useSources(assistantId).data ?? [];
  const save = useSaveAddress(assistantId, null);
  const bodyOf = ({ url }: { url: string }) => ({
    url: withProtocol(url),
    maxPages: SITE_PAGES,
    refreshDays: 7 as const,
  });
  const editor = useContractForm<{ url: string }>({
    schema,
    initial: { url: '' },
    asBody: bodyOf,
    submit: async (values) => {
      await save.mutateAsync(bodyOf(values));
      onNext();
    },
  });
  if (sources.length > 0)
    return (
      <>
        <Connected titles={sources.map(({ title }) => title)} />
        <StepActions isBusy={isBusy} onNext={() => onNext()} />
      </>
    );
  return (
    <>
      <FormBody form={editor} submit={t('quick_start:next')}>
        <TextInput
          label={t('quick_start:site')}
          description={t('quick_start:site_help')}
          placeholder="https://salon.com"
          inputMode="url"
          autoComplete="off"
          {...editor.field('url')}
        />
      </FormBody>
      <StepActions isBusy={isBusy} onSkip={() => onNext()} />
    </>
  );
}
