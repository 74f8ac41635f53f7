import { Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ASSISTANT_TRADES, type AssistantTrade } from '#contract/assistants/values.ts';
import { useCreateAssistant } from '#web/assistants/use-assistants.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

const schema = async () => (await import('#contract/assistants/calls.ts')).createAssistant.body;

/** Asks for the name of a new assistant and its trade, whose ready instruction it begins with. */
export function NewAssistantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateAssistant();
  const editor = useContractForm<{ title: string; trade: AssistantTrade | null }>({
    schema,
    initial: { title: '', trade: 'salon' },
    submit: async (values) => {
      const { id } = await create.mutateAsync(values);
      void navigate({ to: '/flowCopilotBots/$assistantId', params: { assistantId: id }, replace: true });
    },
  });
  const { trade } = editor.form.getValues();
  return (
    <Dialog title={t('assistants:new.title')} onClose={onClose}>
      <FormBody form={editor} submit={t('assistants:new.create')} isDialog>
        <TextInput
          label={t('assistants:general.name')}
          description={t('assistants:general.name_help')}
          maxLength={80}
          data-autofocus
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
    </Dialog>
  );
}
