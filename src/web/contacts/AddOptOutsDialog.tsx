import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { useAddOptOuts } from './use-opt-outs.ts';

/** Takes phones as they are pasted: one a line, or separated by commas. */
export function AddOptOutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const add = useAddOptOuts();
  const { field, formProps, isBusy, failureText } = useContractForm({
    schema: async () => (await import('#contract/contacts.ts')).PastedOptOuts,
    initial: { phones: '', note: '' },
    draftKey: 'contacts.opt-outs',
    submit: async ({ phones, note }) => {
      const { added, alreadyThere } = await add.mutateAsync({ phones: separate(phones), note: note || undefined });
      toast.success({
        title: t('contacts.added', { count: added }),
        description: alreadyThere > 0 ? t('contacts.already_there', { count: alreadyThere }) : undefined,
      });
      onClose();
    },
  });
  return (
    <Dialog title={t('contacts.add')} onClose={onClose}>
      <form {...formProps}>
        <Stack>
          <Textarea
            label={t('contacts.phones')}
            description={t('contacts.phones_help')}
            autosize
            minRows={3}
            maxRows={10}
            inputMode="tel"
            data-autofocus
            {...field('phones')}
          />
          <TextInput label={t('contacts.note')} description={t('contacts.note_help')} {...field('note')} />
          {failureText && <TroubleAlert tone="bad">{failureText}</TroubleAlert>}
          <FormActions isDialog>
            <Button type="submit" loading={isBusy}>
              {t('contacts.add_submit')}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}

function separate(typed: string): string[] {
  return typed
    .split(/[,;\n]/)
    .map((phone) => phone.trim())
    .filter(Boolean);
}
