import { Skeleton, Stack } from '@mantine/core';
import type { getSubscription, PaymentId } from '#contract/billing/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useSession } from '#web/lib/api/session.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { CartForm } from './CartForm.tsx';
import { InvoiceList } from './invoices/InvoiceList.tsx';
import { PaymentList } from './PaymentList.tsx';
import { PresentPlan } from './PresentPlan.tsx';
import { RenewalsLink } from './subscriptions/RenewalsLink.tsx';
import { ReturnedPayment } from './ReturnedPayment.tsx';
import { useSubscription } from './use-billing.ts';

type Subscription = ReplyOf<typeof getSubscription>;

const readSearch = ({ payment }: Readonly<Record<string, unknown>>) => ({ payment: idIn<PaymentId>(payment) });

/** Route: /payments */
export function PaymentsPage() {
  const t = useTexts();
  const format = useFormat();
  const { payment } = usePageSearch(readSearch);
  const subscription = useSubscription();
  const { data } = subscription;
  return (
    <>
      <PageHead
        title={t('billing:title')}
        state={data ? stateInWords(data, t, format) : '\u00a0'}
        action={<RenewalsLink />}
      />
      <Stack gap="lg">
        {payment && <ReturnedPayment key={payment} paymentId={payment} />}
        {data && <PresentPlan subscription={data} />}
        {data && <Paying {...data} />}
        {!data && subscription.isError && <Failure error={subscription.error} onRetry={subscription.refetch} />}
        {!data && !subscription.isError && (
          <Loading>
            <Skeleton height={110} radius="md" mb="lg" />
            <Skeleton height={320} radius="md" />
          </Loading>
        )}
        <Invoices />
        <PaymentList />
      </Stack>
    </>
  );
}

/** The cart, or why this person cannot pay here. */
function Paying({ currency, invoiceCurrency }: Pick<Subscription, 'currency' | 'invoiceCurrency'>) {
  const t = useTexts();
  const isOwner = useIsOwner();
  const paidIn = currency ?? invoiceCurrency;
  if (paidIn && isOwner)
    return <CartForm currency={paidIn} isPaidByCard={currency !== null} isInvoiced={invoiceCurrency !== null} />;
  return (
    <TroubleAlert tone="attention" title={t(`billing:${isOwner ? 'not_offered' : 'owner_only'}.title`)}>
      {t(`billing:${isOwner ? 'not_offered' : 'owner_only'}.text`)}
    </TroubleAlert>
  );
}

function Invoices() {
  return <InvoiceList mayCancel={useIsOwner()} />;
}

function useIsOwner(): boolean {
  const session = useSession();
  return session.isAuthenticated && session.user.memberRole === 'owner';
}

function stateInWords({ state, until }: Subscription, t: Text, format: Format): string {
  if (state === 'free' || until === null) return t('billing:state.free');
  return t(`billing:state.${state}`, { date: format.date(until) });
}
