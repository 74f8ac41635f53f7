import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { TRANSFER_DAYS } from '#contract/transfers/values.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { type Transfers, useSend } from './use-transfers.ts';

type Props = {
  transfers: Pick<Transfers, 'room' | 'send'>;
  /** The senders that are offered. */
  ids: readonly string[];
  onClose: () => void;
};

/** Offers senders to the owner of another cabinet: as a copy, or moved. */
export function TransferDialog({ transfers, ids, onClose }: Props) {
  const t = useTexts();
  const send = useSend(transfers, ids);
  const { room } = transfers;
  const form = useContractForm<{ kind: 'copy' | 'move'; email: string }>({
    schema: async () => (await import('#contract/senders/transfers.ts')).TransferTo,
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
    <Dialog title={t(`transfers:${room}.title`, { count: ids.length })} onClose={onClose}>
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
            <Radio value="copy" label={t('transfers:copy')} description={t(`transfers:${room}.copy_help`)} />
            <Radio value="move" label={t(`transfers:${room}.move`)} description={t(`transfers:${room}.move_help`)} />
          </Stack>
        </Radio.Group>
      </FormBody>
    </Dialog>
  );
}
