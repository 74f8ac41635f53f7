import type { SubscriptionId } from '#contract/billing/subscriptions.ts';
import { usePaymentColumns } from '#web/billing/PaymentList.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { useCharges } from './use-subscriptions.ts';

/** Payments for a subscription, and why some were refused. */
export function ChargeList({ subscriptionId }: { subscriptionId: SubscriptionId }) {
  const t = useTexts();
  const charges = useCharges(subscriptionId);
  const columns = usePaymentColumns();
  return (
    <DataList
      label={t('billing:renewals.past')}
      rows={charges.data ?? []}
      rowKey={({ id }) => id}
      columns={columns}
      paging={charges}
      empty={<EmptyState text={t('billing:renewals.no_past')} />}
    />
  );
}
