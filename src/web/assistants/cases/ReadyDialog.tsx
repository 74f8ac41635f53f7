import { Radio, Select, Stack, Text } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { ASSISTANT_TRADES, type AssistantTrade } from '#contract/assistants/values.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { Language } from '#contract/primitives.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useAddReady } from './use-cases.ts';

const schema = async () => (await import('#contract/assistants/cases.ts')).addReadyCases.body;

/** Adds the ready cases of a trade. */
export function ReadyDialog({ assistantId, onClose }: { assistantId: AssistantId; onClose: () => void }) {
  const t = useTexts();
  const add = useAddReady(assistantId);
  const editor = useContractForm<{ trade: AssistantTrade; language: Language }>({
    schema,
    initial: { trade: 'salon', language: useLanguage() },
    submit: async (values) => {
      await add.mutateAsync(values);
      onClose();
    },
  });
  const { form } = editor;
  const { trade, language } = form.getValues();
  return (
    <Dialog title={t('cases:ready.title')} onClose={onClose}>
      <FormBody form={editor} submit={t('cases:ready.add')} isDialog>
        <Text>{t('cases:ready.lead')}</Text>
        <Radio.Group
          label={t('cases:ready.trade')}
          value={trade}
          onChange={(value) => form.setFieldValue('trade', wordIn(ASSISTANT_TRADES, value) ?? trade)}
        >
          <Stack gap="xs" mt="xs">
            {ASSISTANT_TRADES.map((one) => (
              <Radio key={one} value={one} label={t(`assistants:trade.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label={t('cases:ready.language')}
          allowDeselect={false}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={(value) => form.setFieldValue('language', wordIn(LANGUAGES, value) ?? language)}
        />
      </FormBody>
    </Dialog>
  );
}
