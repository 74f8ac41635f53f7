import { TextInput } from '@mantine/core';
import type { OptOut } from '#contract/contacts/calls.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { FOREVER, type PeriodValues, toPeriod } from './opt-out-period.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { useChangeOptOut } from './use-opt-outs.ts';

type Props = { entry: OptOut; name: string; timeZone: string; onClose: () => void };

/** Changes the reason and the period of an entry. */
export function EditOptOutDialog({ entry, name, timeZone, onClose }: Props) {
  const t = useTexts();
  const change = useChangeOptOut(entry.id);
  const before = { note: entry.note ?? '', endsAt: entry.endsAt };
  const form = useContractForm({
    schema: async () => (await import('#contract/contacts/opt-outs.ts')).changeOptOut.body,
    initial: { note: entry.note ?? '', ...periodOf(entry.endsAt, timeZone) },
    asBody: ({ note, ...period }) => ({ note, period: toPeriod(period), before }),
    submit: async ({ note, ...period }) => {
      await change.mutateAsync({ note, period: toPeriod(period), before });
      toast.success({ title: t('contacts:edited', { who: name }) });
      onClose();
    },
  });
  return (
    <Dialog title={t('contacts:edit_title', { who: name })} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('contacts:edit_submit')}>
        <PeriodFields
          values={form.form.values}
          reason={form.form.errors['period.day']}
          onChange={(values) => form.form.setValues(values)}
        />
        <TextInput
          label={t('contacts:note')}
          description={t('contacts:note_help')}
          data-autofocus
          {...form.field('note')}
        />
      </FormBody>
    </Dialog>
  );
}

/** A stored end as the form shows it: the last day that the opt-out holds. */
function periodOf(endsAt: string | null, timeZone: string): PeriodValues {
  if (endsAt === null) return FOREVER;
  const lastMoment = new Date(new Date(endsAt).getTime() - 1);
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(lastMoment);
  return { period: 'until', day: parts };
}
