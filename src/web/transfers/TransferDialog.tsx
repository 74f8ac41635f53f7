import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { TRANSFER_DAYS } from '#contract/transfers/values.ts';
import type { Given } from '#web/flows/transfer-slots.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useSend } from './use-transfers.ts';

const WORDS = {
  flows: {
    title: 'transfers:title',
    copyHelp: 'transfers:copy_help',
    move: 'transfers:move',
    moveHelp: 'transfers:move_help',
  },
  mailings: {
    title: 'transfers:mailings.title',
    copyHelp: 'transfers:mailings.copy_help',
    move: 'transfers:mailings.move',
    moveHelp: 'transfers:mailings.move_help',
  },
} as const satisfies Record<Given['of'], unknown>;

/** Offers flows or mailings to the owner of another cabinet: as a copy, or moved. */
export function TransferDialog({ given, onClose }: { given: Given; onClose: () => void }) {
  const t = useTexts();
  const send = useSend(given);
  const words = WORDS[given.of];
  const form = useContractForm<{ kind: 'copy' | 'move'; email: string }>({
    schema: async () => (await import('#contract/flows/transfers.ts')).TransferTo,
    initial: { kind: 'copy', email: '' },
    submit: async (values) => {
      await send.mutateAsync(values);
      toast.success({
        title: t('transfers:sent', { email: values.email.trim() }),
        description: t('transfers:sent_note', { count: TRANSFER_DAYS }),
      });
      onClose();
    },
  });
  return (
    <Dialog title={t(words.title, { count: given.ids.length })} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('transfers:submit')}>
        <Text>{t('transfers:text')}</Text>
        <TextInput
          type="email"
          label={t('transfers:email')}
          description={t('transfers:email_help', { count: TRANSFER_DAYS })}
          data-autofocus
          {...form.field('email')}
        />
        <Radio.Group label={t('transfers:what')} {...form.field('kind')}>
          <Stack gap="xs" mt={6}>
            <Radio value="copy" label={t('transfers:copy')} description={t(words.copyHelp)} />
            <Radio value="move" label={t(words.move)} description={t(words.moveHelp)} />
          </Stack>
        </Radio.Group>
      </FormBody>
    </Dialog>
  );
}
