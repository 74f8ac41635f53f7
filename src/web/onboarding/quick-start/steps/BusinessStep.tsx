import { type NewAssistant, NewAssistantFields } from '#web/assistants/list/NewAssistantFields.tsx';
import { useCreateAssistant } from '#web/assistants/use-assistants.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Connected } from '#web/onboarding/quick-start/Connected.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';

const schema = async () => (await import('#contract/assistants/calls.ts')).createAssistant.body;

/** The trade of the business, whose ready instruction the assistant begins with. */
export function BusinessStep({ stored, onNext, isBusy }: StepProps) {
  const t = useTexts();
  const { tenantName } = useCurrentUser();
  const create = useCreateAssistant();
  const editor = useContractForm<NewAssistant>({
    schema,
    initial: { title: tenantName, trade: 'salon' },
    submit: async (values) => {
      const { id } = await create.mutateAsync(values);
      onNext({ assistantId: id });
    },
  });
  if (stored.assistantId !== null)
    return (
      <>
        <Connected titles={[t('quick_start:assistant_made')]} />
        <StepActions isBusy={isBusy} onNext={() => onNext()} />
      </>
    );
  return (
    <FormBody form={editor} submit={t('quick_start:next')}>
      <NewAssistantFields editor={editor} />
    </FormBody>
  );
}
