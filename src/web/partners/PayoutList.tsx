import { Title } from '@mantine/core';
import type { Payout } from '#contract/partners/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { payoutColumns } from './payout-columns.tsx';
import { usePayouts, useWithdrawPayout } from './use-partners.ts';

/** Payouts of the cabinet, newest first; an open one may be taken back. */
export function PayoutList() {
  const t = useTexts();
  const format = useFormat();
  const payouts = usePayouts();
  const withdraw = useWithdrawPayout();
  const onWithdraw = ({ id }: Payout) =>
    withdraw.mutate(id, {
      onSuccess: () => toast.success({ title: t('partners:payout.withdrawn') }),
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  return (
    <section aria-label={t('partners:payouts.title')}>
      <Title order={2} size="h3" mb="sm">
        {t('partners:payouts.title')}
      </Title>
      <DataList
        label={t('partners:payouts.title')}
        rows={payouts.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ requestedAt }) => format.dateTime(requestedAt)}
        columns={columnsOf(t, format)}
        paging={payouts}
        rowMenu={(payout) =>
          payout.status === 'requested' && (
            <MenuItem onClick={() => onWithdraw(payout)}>{t('partners:payout.withdraw')}</MenuItem>
          )
        }
        empty={<EmptyState text={t('partners:payouts.none')} />}
      />
    </section>
  );
}

const columnsOf = (t: Texts, format: Format): Column<Payout>[] => [
  {
    key: 'requisites',
    title: t('partners:payouts.requisites'),
    isMain: true,
    cell: ({ requisites }) => requisites,
  },
  payoutColumns(t, format).requestedAt,
  payoutColumns(t, format).sum,
  payoutColumns(t, format).status,
];
