import { Anchor, Text, Title } from '@mantine/core';
import type { Payment } from '#contract/billing/calls.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { lineName } from './billing-words.ts';
import { reasonInWords } from './ReturnedPayment.tsx';
import { ShareLink } from './ShareLink.tsx';
import { usePayments } from './use-billing.ts';

const TONES = { pending: 'attention', succeeded: 'good', canceled: 'gray' } as const;

/** Payments, newest first; one that waits for its payer leads to the bank. */
export function PaymentList() {
  const t = useTexts();
  const payments = usePayments();
  const columns = usePaymentColumns();
  return (
    <section aria-label={t('billing:list.title')}>
      <Title order={2} size="h3" mb="sm">
        {t('billing:list.title')}
      </Title>
      <DataList
        label={t('billing:list.title')}
        rows={payments.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        paging={payments}
        empty={<EmptyState text={t('billing:list.empty')} />}
      />
    </section>
  );
}

/** Each payment with its state, and why it was canceled. */
export function usePaymentColumns(): Column<Payment>[] {
  const t = useTexts();
  const format = useFormat();
  const session = useSession();
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  return [
    {
      key: 'lines',
      title: t('billing:list.lines'),
      isMain: true,
      cell: ({ lines }) => lines.map(({ line }) => lineName(line, t, format)).join('; '),
    },
    {
      key: 'createdAt',
      title: t('billing:list.date'),
      isBrief: true,
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      key: 'sum',
      title: t('billing:list.sum'),
      isNumeric: true,
      cell: ({ amountMinor, currency }) => format.money({ amountMinor, currency }),
    },
    {
      key: 'status',
      title: t('billing:list.status'),
      cell: (payment) => (
        <>
          <ToneBadge tone={TONES[payment.status]}>{t(`billing:status.${payment.status}`)}</ToneBadge>
          {payment.payUrl && (
            <Anchor href={payment.payUrl} size="sm" ml="xs" underline="always">
              {t('billing:list.pay')}
            </Anchor>
          )}
          {payment.isShareable && isOwner && <ShareLink payment={payment} />}
          {payment.refundedMinor > 0 && (
            <Text size="sm" c="dimmed">
              {t('billing:list.refunded', {
                sum: format.money({ amountMinor: payment.refundedMinor, currency: payment.currency }),
              })}
            </Text>
          )}
          {payment.status === 'canceled' && (
            <Text size="sm" c="dimmed">
              {reasonInWords(payment, t)}
            </Text>
          )}
        </>
      ),
    },
  ];
}
