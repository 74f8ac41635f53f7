import { Text, TextInput } from '@mantine/core';
import type { ContactId } from '#contract/contacts/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useRecordConsent, useWithdrawConsent } from './use-consent.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Props = { contactId: ContactId; onClose: () => void };

/** Records where and when a contact agreed to advertising. */
export function RecordConsentDialog({ contactId, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const record = useRecordConsent(contactId);
  const today = format.dayKey(productNow());
  const asBody = ({ source, consentedOn }: { source: string; consentedOn: string }) => ({
    source,
    consentedOn: consentedOn || null,
  });
  const form = useContractForm({
    schema: async () => (await import('#contract/contacts/consents.ts')).recordConsent.body,
    initial: { source: '', consentedOn: today },
    asBody,
    submit: async (values) => {
      await record.mutateAsync(asBody(values));
      onClose();
    },
  });
  return (
    <Dialog title={t('insights:consent.record')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('insights:consent.save')}>
        <TextInput
          label={t('insights:consent.source')}
          description={t('insights:consent.source_help')}
          data-autofocus
          {...form.field('source')}
        />
        <DateField label={t('insights:consent.day')} max={today} {...form.field('consentedOn')} />
      </FormBody>
    </Dialog>
  );
}

/** Withdraws the consent of a contact, after which they get no advertising. */
export function WithdrawConsentDialog({ contactId, onClose }: Props) {
  const t = useTexts();
  const withdraw = useWithdrawConsent(contactId);
  const form = useContractForm({
    schema: async () => (await import('#contract/contacts/consents.ts')).withdrawConsent.body,
    initial: { reason: '' },
    submit: async (values) => {
      await withdraw.mutateAsync(values);
      onClose();
    },
  });
  return (
    <Dialog title={t('insights:consent.withdraw_title')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('insights:consent.withdraw')}>
        <Text>{t('insights:consent.withdraw_text')}</Text>
        <TextInput label={t('insights:consent.reason')} data-autofocus {...form.field('reason')} />
      </FormBody>
    </Dialog>
  );
}
