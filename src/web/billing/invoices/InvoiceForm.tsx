import { Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import type { getRequisites } from '#contract/billing/invoices.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import { isRussian } from '#contract/billing/tax-ids.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { CountryField } from '#web/auth/registration/CountryField.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useRequestInvoice, useRequisites } from './use-invoices.ts';

type Order = { lines: CartLine[]; totalMinor: number };
type Props = Order & { onClose: () => void };
type Known = ReplyOf<typeof getRequisites>;

const schema = async () => (await import('#contract/billing/requisites.ts')).Requisites;

/** Requisites of the company for an invoice; those of the last one are filled in. */
export function InvoiceForm({ onClose, ...order }: Props) {
  const t = useTexts();
  const requisites = useRequisites();
  return (
    <Dialog title={t('billing:invoice.title')} onClose={onClose}>
      {requisites.isPending && <Skeleton height={360} />}
      {requisites.error && !requisites.data && <Failure error={requisites.error} onRetry={requisites.refetch} />}
      {requisites.data && <Fields known={requisites.data} order={order} onClose={onClose} />}
    </Dialog>
  );
}

function Fields({ known, order, onClose }: { known: Known; order: Order; onClose: () => void }) {
  const t = useTexts();
  const request = useRequestInvoice();
  const editor = useContractForm({
    schema,
    initial: { ...known, countryId: String(known.countryId) },
    asBody: (values) => bodyOf(values),
    submit: async (values) => {
      await request.mutateAsync({ ...bodyOf(values), ...order });
      toast.success({ title: t('billing:invoice.requested') });
      onClose();
    },
  });
  const { form, field } = editor;
  const isRussia = isRussian(Number(form.values.countryId));
  return (
    <FormBody form={editor} submit={t('billing:invoice.request')} failed={t('billing:invoice.failed')} isDialog>
      <Text size="sm" c="dimmed">
        {t('billing:invoice.lead')}
      </Text>
      <CountryField {...field('countryId')} />
      <TextInput label={t('billing:invoice.name')} maxLength={300} {...field('name')} />
      <TextInput
        label={t(isRussia ? 'billing:invoice.inn' : 'billing:invoice.tax_id')}
        inputMode={isRussia ? 'numeric' : 'text'}
        maxLength={isRussia ? 12 : 30}
        {...field('taxId')}
      />
      {isRussia && (
        <TextInput
          label={t('billing:invoice.kpp')}
          description={t('billing:invoice.kpp_note')}
          maxLength={9}
          {...field('kpp')}
        />
      )}
      <Textarea label={t('billing:invoice.address')} autosize minRows={2} maxLength={500} {...field('address')} />
      <TextInput
        label={t('billing:invoice.email')}
        description={t('billing:invoice.email_note')}
        type="email"
        maxLength={254}
        {...field('email')}
      />
    </FormBody>
  );
}

type Values = Omit<Known, 'countryId'> & { countryId: string };

function bodyOf(values: Values): Known {
  const countryId = Number(values.countryId);
  return { ...values, countryId, kpp: isRussian(countryId) ? values.kpp : '' };
}
