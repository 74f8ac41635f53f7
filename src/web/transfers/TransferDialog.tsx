import { Radio, Stack, Text, TextInput } from '@mantine/core';
import type { FlowId } from '#contract/flows.ts';
import { TRANSFER_DAYS } from '#contract/transfers-values.ts';
import { useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useSendFlows } from './use-transfers.ts';

/** Offers flows to the owner of another cabinet: as a copy, or moved. */
export function TransferDialog({ flowIds, onClose }: { flowIds: FlowId[]; onClose: () => void }) {
  const t = useTexts();
  const send = useSendFlows();
  const form = useContractForm<{ kind: 'copy' | 'move'; email: string }>({
    schema: async () => (await import('#contract/flow-transfers.ts')).sendFlows.body.omit({ flowIds: true }),
    initial: { kind: 'copy', email: '' },
    submit: async (values) => {
      await send.mutateAsync({ ...values, flowIds });
      toast.success({
        title: t('transfers:sent', { email: values.email.trim() }),
        description: t('transfers:sent_note', { count: TRANSFER_DAYS }),
      });
      onClose();
    },
  });
  return (
    <Dialog title={t('transfers:title', { count: flowIds.length })} onClose={onClose}>
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
            <Radio value="copy" label={t('transfers:copy')} description={t('transfers:copy_help')} />
            <Radio value="move" label={t('transfers:move')} description={t('transfers:move_help')} />
          </Stack>
        </Radio.Group>
      </FormBody>
    </Dialog>
  );
}
