import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { PartnerPayout } from '#contract/partners/calls.ts';
import { PAYOUT_STATUSES } from '#contract/partners/values.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { payoutColumns } from '#web/partners/payout-columns.tsx';
import { usePartnerPayouts, useMarkPaid } from '#web/partners/use-partners.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { useWords } from '#web/ui/words.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';

const readSearch = ({ status }: Readonly<Record<string, unknown>>) => ({
  status: PAYOUT_STATUSES.find((one) => one === status) ?? 'requested',
});

type Deciding = { payout: PartnerPayout; as: 'paid' | 'refused' };

/** Route: /admin/payouts */
export function PayoutsPage() {
  const t = useTexts();
  const format = useFormat();
  const words = useWords();
  const [{ status }, change] = useUrlState(readSearch);
  const payouts = usePartnerPayouts(status);
  const [deciding, setDeciding] = useState<Deciding>();
  const close = () => setDeciding(undefined);
  return (
    <>
      <PageHead title={t('partners:admin.title')} state={t('partners:admin.lead')} />
      <SegmentedControl
        mb="md"
        aria-label={t('partners:payouts.status')}
        value={status}
        data={PAYOUT_STATUSES.map((value) => ({ value, label: t(`partners:status.${value}`) }))}
        onChange={(value) => change({ status: PAYOUT_STATUSES.find((one) => one === value) ?? 'requested' })}
      />
      <DataList
        label={t('partners:admin.title')}
        rows={payouts.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ tenantName }) => tenantName}
        columns={columnsOf(t, format)}
        paging={payouts}
        rowMenu={(payout) => (
          <>
            <MenuItem onClick={() => void copyValue(payout.requisites, words)}>{t('partners:admin.copy')}</MenuItem>
            {payout.status === 'requested' && (
              <>
                <MenuItem onClick={() => setDeciding({ payout, as: 'paid' })}>{t('partners:admin.paid')}</MenuItem>
                <MenuItem onClick={() => setDeciding({ payout, as: 'refused' })}>{t('partners:admin.refuse')}</MenuItem>
              </>
            )}
          </>
        )}
        empty={<EmptyState text={t('partners:admin.none')} />}
      />
      {deciding?.as === 'paid' && <PaidDialog payout={deciding.payout} onClose={close} />}
      {deciding?.as === 'refused' && <RefuseDialog payout={deciding.payout} onClose={close} />}
    </>
  );
}

function PaidDialog({ payout, onClose }: { payout: PartnerPayout; onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const mark = useMarkPaid();
  const { amountMinor, currency, balanceMinor, requisites, tenantName } = payout;
  const money = (minor: number) => format.money({ amountMinor: minor, currency });
  return (
    <ConfirmDialog
      isOpen
      title={t('partners:admin.paid_title')}
      text={t('partners:admin.paid_text')}
      figures={[
        { label: t('partners:admin.partner'), value: tenantName },
        { label: t('partners:payouts.sum'), value: money(amountMinor) },
        { label: t('partners:admin.balance'), value: money(balanceMinor) },
        { label: t('partners:payouts.requisites'), value: requisites },
      ]}
      confirmLabel={t('partners:admin.paid_confirm', { sum: money(amountMinor) })}
      isBusy={mark.isPending}
      onConfirm={() =>
        mark.mutate(payout.id, {
          onSuccess: () => {
            toast.success({ title: t('partners:admin.saved') });
            onClose();
          },
          onError: (error) => toast.error({ title: problemText(error, t) }),
        })
      }
      onClose={onClose}
    />
  );
}

const columnsOf = (t: Texts, format: Format): Column<PartnerPayout>[] => [
  {
    key: 'partner',
    title: t('partners:admin.partner'),
    isMain: true,
    cell: ({ tenantName, email }) => (
      <>
        {tenantName}
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  payoutColumns(t, format).requestedAt,
  payoutColumns(t, format).sum,
  {
    key: 'balance',
    title: t('partners:admin.balance'),
    isNumeric: true,
    from: 'medium',
    cell: ({ balanceMinor, currency }) => format.money({ amountMinor: balanceMinor, currency }),
  },
  { key: 'requisites', title: t('partners:payouts.requisites'), from: 'wide', cell: ({ requisites }) => requisites },
  payoutColumns(t, format).status,
];
