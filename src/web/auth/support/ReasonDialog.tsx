import { Text, Textarea } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type ContractForm, useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

type Props = {
  title: string;
  lead: string;
  submit: string;
  schema: ContractForm<{ reason: string }>['schema'];
  send: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the reason of what support is about to do. */
export function ReasonDialog({ title, lead, submit, schema, send, onClose }: Props) {
  const t = useTexts();
  const form = useContractForm({
    schema,
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await send(reason);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <FormBody form={form} isDialog submit={submit}>
        <Text size="sm">{lead}</Text>
        <Textarea
          label={t('audit:support.reason')}
          description={t('audit:support.reason_help')}
          autosize
          minRows={2}
          data-autofocus
          {...form.field('reason')}
        />
      </FormBody>
    </Dialog>
  );
}
