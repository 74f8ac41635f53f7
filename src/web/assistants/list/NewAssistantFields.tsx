import { Radio, Stack, TextInput } from '@mantine/core';
import { ASSISTANT_TRADES, type AssistantTrade } from '#contract/assistants/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { useContractForm } from '#web/lib/forms/form.ts';

/** A new assistant; without a trade it begins with no instruction. */
export type NewAssistant = { title: string; trade: AssistantTrade | null };

/** The name of a new assistant and its trade, whose ready instruction it begins with. */
export function NewAssistantFields({ editor }: { editor: ReturnType<typeof useContractForm<NewAssistant>> }) {
  const t = useTexts();
  const { trade } = editor.form.getValues();
  return (
    <>
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
    </>
  );
}
