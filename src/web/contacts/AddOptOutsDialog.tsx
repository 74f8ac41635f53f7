import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { OPT_OUT_SCOPES } from '#contract/contacts/values.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { phonesTrouble } from '#web/lib/forms/phones-trouble.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { FOREVER, toPeriod } from './opt-out-period.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { useAddOptOuts } from './use-opt-outs.ts';

const INITIAL = { phones: '', scope: 'all', note: '', ...FOREVER };

/** Adds phones as they are pasted: one a line, or separated by commas. */
export function AddOptOutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const add = useAddOptOuts();
  const form = useContractForm({
    schema: async () => (await import('#contract/contacts/opt-outs.ts')).PastedOptOuts,
    initial: INITIAL,
    draftKey: 'contacts.opt-outs',
    asBody: ({ phones, note, scope, ...period }) => ({ phones, note, scope, period: toPeriod(period) }),
    submit: async ({ phones: pasted, note, scope, ...period }) => {
      const { added, alreadyThere, foreign } = await add.mutateAsync({
        phones: separate(pasted),
        note: note || undefined,
        scope: wordIn(OPT_OUT_SCOPES, scope) ?? 'all',
        period: toPeriod(period),
      });
      const notes = [
        ...(alreadyThere > 0 ? [t('contacts:already_there', { count: alreadyThere })] : []),
        ...(foreign > 0 ? [t('contacts:foreign', { count: foreign })] : []),
      ];
      toast.success({ title: t('contacts:added', { count: added }), description: notes.join('. ') || undefined });
      onClose();
    },
  });
  const phones = form.field('phones');
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
          {...phones}
          error={phonesTrouble(form.form.errors['phones'], t) ?? phones.error}
        />
        <NativeSelect
          label={t('contacts:what')}
          data={OPT_OUT_SCOPES.map((value) => ({ value, label: t(`contacts:scope.${value}`) }))}
          {...form.field('scope')}
        />
        <PeriodFields
          values={form.form.values}
          reason={form.form.errors['period.day']}
          onChange={(change) => form.form.setValues(change)}
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
