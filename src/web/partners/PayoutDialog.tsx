import { Textarea } from '@mantine/core';
import type { RewardAccount } from '#contract/partners/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useRequestPayout } from './use-partners.ts';

const MINOR = 100;

const schema = async () => (await import('#contract/partners/calls.ts')).requestPayout.body;

/** Requests a payout: its amount in whole units of the currency, and where it goes. */
export function PayoutDialog({ account, onClose }: { account: RewardAccount; onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const request = useRequestPayout();
  const { currency, balanceMinor, reservedMinor, minPayoutMinor } = account;
  const most = Math.floor((balanceMinor - reservedMinor) / MINOR);
  const bodyOf = ({ amount, requisites }: { amount: number; requisites: string }) => ({
    amountMinor: amount * MINOR,
    currency,
    requisites,
  });
  const editor = useContractForm({
    schema,
    initial: { amount: most, requisites: '' },
    asBody: bodyOf,
    draftKey: 'payout',
    restoresQuietly: true,
    submit: async (values) => {
      await request.mutateAsync(bodyOf(values));
      toast.success({ title: t('partners:payout.requested') });
      onClose();
    },
  });
  const { form, field } = editor;
  return (
    <Dialog title={t('partners:payout.title')} onClose={onClose}>
      <FormBody form={editor} submit={t('partners:payout.send')} isDialog>
        <NumberField
          label={t('partners:payout.amount', { currency })}
          description={t('partners:payout.bounds', {
            min: format.money({ amountMinor: minPayoutMinor, currency }),
            max: format.money({ amountMinor: most * MINOR, currency }),
          })}
          value={form.values.amount}
          min={Math.ceil(minPayoutMinor / MINOR)}
          max={most}
          onChange={(value) => form.setFieldValue('amount', value)}
        />
        <Textarea
          label={t('partners:payout.requisites')}
          description={t('partners:payout.requisites_help')}
          autosize
          minRows={3}
          maxLength={1000}
          {...field('requisites')}
        />
      </FormBody>
    </Dialog>
  );
}
