import { Alert, Button } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import type { Payment, PaymentId } from '#contract/billing/calls.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useReturnedPayment } from './use-billing.ts';

/** Reasons of the bank that have advice of their own. */
const EXPLAINED = [
  'insufficient_funds',
  '3d_secure_failed',
  'card_expired',
  'permission_revoked',
  'payment_method_restricted',
  'expired_on_confirmation',
  'mismatch',
  'withdrawn',
] as const;

/** Says whether the payment that its payer has returned from was made. */
export function ReturnedPayment({ paymentId }: { paymentId: PaymentId }) {
  const t = useTexts();
  const { data: payment } = useReturnedPayment(paymentId);
  if (!payment) return null;
  if (payment.status === 'canceled') {
    return (
      <TroubleAlert tone="bad" title={t('billing:returned.canceled')}>
        {reasonInWords(payment, t)}
      </TroubleAlert>
    );
  }
  const isPaid = payment.status === 'succeeded';
  return (
    <Alert
      role="status"
      color={isPaid ? 'good' : 'gray'}
      icon={isPaid ? <IconCheck size={20} /> : <IconClock size={20} />}
      title={t(isPaid ? 'billing:returned.succeeded' : 'billing:returned.pending')}
    >
      {t(isPaid ? 'billing:returned.succeeded_text' : 'billing:returned.pending_text')}
      {!isPaid && payment.payUrl && (
        <div>
          <Button component="a" href={payment.payUrl} mt="sm">
            {t('billing:returned.open_bank')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** Why a payment was canceled, and what to do. */
export function reasonInWords({ reason }: Pick<Payment, 'reason'>, t: Text): string {
  return t(`billing:reason.${wordIn(EXPLAINED, reason) ?? 'other'}`);
}
