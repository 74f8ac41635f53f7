import { Textarea, TextInput } from '@mantine/core';
import { useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useAddOptOuts } from './use-opt-outs.ts';

/** Takes phones as they are pasted: one a line, or separated by commas. */
export function AddOptOutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const add = useAddOptOuts();
  const form = useContractForm({
    schema: async () => (await import('#contract/contacts.ts')).PastedOptOuts,
    initial: { phones: '', note: '' },
    draftKey: 'contacts.opt-outs',
    submit: async ({ phones, note }) => {
      const { added, alreadyThere } = await add.mutateAsync({ phones: separate(phones), note: note || undefined });
      toast.success({
        title: t('contacts:added', { count: added }),
        description: alreadyThere > 0 ? t('contacts:already_there', { count: alreadyThere }) : undefined,
      });
      onClose();
    },
  });
  return (
    <Dialog title={t('contacts:add')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('contacts:add_submit')}>
        <Textarea
          label={t('contacts:phones')}
          description={t('contacts:phones_help')}
          autosize
          minRows={3}
          maxRows={10}
          inputMode="tel"
          data-autofocus
          {...form.field('phones')}
        />
        <TextInput label={t('contacts:note')} description={t('contacts:note_help')} {...form.field('note')} />
      </FormBody>
    </Dialog>
  );
}

function separate(typed: string): string[] {
  return typed
    .split(/[,;\n]/)
    .map((phone) => phone.trim())
    .filter(Boolean);
}
