import { Radio, Stack, TextInput } from '@mantine/core';
import { ASSISTANT_TRADES, type AssistantTrade } from '#contract/assistants/values.ts';
import { useCreateAssistant } from '#web/assistants/use-assistants.ts';
import { wordIn } from '#web/lib/api/known.ts';
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
  const editor = useContractForm<{ title: string; trade: AssistantTrade | null }>({
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
  const { trade } = editor.form.getValues();
  return (
    <FormBody form={editor} submit={t('quick_start:next')}>
      <TextInput
        label={t('assistants:general.name')}
        description={t('assistants:general.name_help')}
        maxLength={80}
        {...editor.field('title')}
      />
      <Radio.Group
        label={t('assistants:new.trade')}
        description={t('assistants:new.trade_help')}
        value={trade ?? 'none'}
        onChange={(value) => editor.form.setFieldValue('trade', wordIn(ASSISTANT_TRADES, value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {[...ASSISTANT_TRADES, 'none' as const].map((one) => (
            <Radio key={one} value={one} label={t(`assistants:trade.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormBody>
  );
}
