import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { QuickReply } from '#contract/conversations/work.ts';
import { labelOf, toReadable, toStoredText } from '#web/texts/editor/variable-names.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useSaveQuickReply } from './use-settings.ts';

type Props = {
  /** Null: a new one. */
  reply: QuickReply | null;
  /** Names of variables it may have. */
  variables: readonly string[];
  onClose: () => void;
};

const schema = async () => (await import('#contract/conversations/work.ts')).createQuickReply.body;

/** Title and text of a quick reply; variables by their names in the language of the moment. */
export function QuickReplyDialog({ reply, variables, onClose }: Props) {
  const t = useTexts();
  const names = useVariableNames();
  const save = useSaveQuickReply();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useContractForm({
    schema,
    initial: { title: reply?.title ?? '', text: reply ? toReadable(reply.text, names) : '' },
    asBody: ({ title, text }) => ({ title, text: toStoredText(text, names) }),
    submit: async ({ title, text }) => {
      await save.mutateAsync({ id: reply?.id ?? null, title, text: toStoredText(text, names) });
      onClose();
    },
  });
  const insert = (variable: string) => {
    const { text } = form.form.values;
    const at = area.current?.selectionStart ?? text.length;
    const word = `{${labelOf(variable, names)}}`;
    form.form.setValues({ text: text.slice(0, at) + word + text.slice(at) });
    area.current?.focus();
  };
  return (
    <Dialog title={t(reply ? 'conversations:quick.change' : 'conversations:quick.add')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('conversations:quick.save')}>
        <TextInput
          label={t('conversations:quick.name')}
          description={t('conversations:quick.name_help')}
          maxLength={60}
          data-autofocus
          {...form.field('title')}
        />
        <Textarea
          ref={area}
          label={t('conversations:quick.text')}
          autosize
          minRows={4}
          maxRows={12}
          {...form.field('text')}
        />
        {variables.length > 0 && (
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              {t('conversations:quick.variables')}
            </Text>
            <Group gap={6}>
              {variables.map((variable) => (
                <Button key={variable} variant="default" size="compact-sm" onClick={() => insert(variable)}>
                  {labelOf(variable, names)}
                </Button>
              ))}
            </Group>
          </div>
        )}
      </FormBody>
    </Dialog>
  );
}
