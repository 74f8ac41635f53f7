import { Anchor, Button, Group, Title } from '@mantine/core';
import { useState } from 'react';
import type { Invoice } from '#contract/billing/invoices.ts';
import { lineName } from '#web/billing/billing-words.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { useCancelInvoice, useInvoices } from './use-invoices.ts';

const TONES = { issued: 'attention', paid: 'good', cancelled: 'gray' } as const;

/** Invoices of the cabinet, newest first; nothing where there are none. */
export function InvoiceList({ mayCancel }: { mayCancel: boolean }) {
  const t = useTexts();
  const invoices = useInvoices();
  const cancel = useCancelInvoice();
  const [cancelled, setCancelled] = useState<Invoice | null>(null);
  const columns = useInvoiceColumns((invoice) => (
    <Group gap="sm">
      <Download invoice={invoice} />
      {mayCancel && invoice.status === 'issued' && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setCancelled(invoice)}>
          {t('billing:invoice.cancel')}
        </Button>
      )}
    </Group>
  ));
  if (!invoices.isError && !invoices.data?.length) return null;
  const onConfirm = () => {
    if (!cancelled) return;
    cancel.mutate(cancelled.id, { onError: (error) => toast.error({ title: problemText(error, t) }) });
    setCancelled(null);
  };
  return (
    <section aria-label={t('billing:invoice.list')}>
      <Title order={2} size="h3" mb="sm">
        {t('billing:invoice.list')}
      </Title>
      <DataList
        label={t('billing:invoice.list')}
        rows={invoices.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        paging={invoices}
        empty={null}
      />
      <ConfirmDialog
        isOpen={cancelled !== null}
        title={t('billing:invoice.cancel_title', { number: cancelled?.number ?? '' })}
        text={t('billing:invoice.cancel_text')}
        confirmLabel={t('billing:invoice.cancel')}
        isDangerous
        onConfirm={onConfirm}
        onClose={() => setCancelled(null)}
      />
    </section>
  );
}

/** The document of an invoice, in another tab. */
export function Download({ invoice }: { invoice: Invoice }) {
  const t = useTexts();
  return (
    <Anchor href={invoice.pdfUrl} target="_blank" rel="noreferrer" size="sm" underline="always">
      {t('billing:invoice.download')}
    </Anchor>
  );
}

/** @param actions what can be done with one */
export function useInvoiceColumns(actions: Column<Invoice>['cell']): Column<Invoice>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'lines',
      title: t('billing:list.lines'),
      isMain: true,
      cell: ({ lines }) => lines.map(({ line }) => lineName(line, t, format)).join('; '),
    },
    { key: 'number', title: t('billing:invoice.number'), isBrief: true, cell: ({ number }) => number },
    {
      key: 'issuedAt',
      title: t('billing:list.date'),
      isBrief: true,
      cell: ({ issuedAt }) => format.date(issuedAt),
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
      cell: ({ status }) => <ToneBadge tone={TONES[status]}>{t(`billing:invoice.status.${status}`)}</ToneBadge>,
    },
    { key: 'actions', title: t('billing:invoice.document'), cell: actions },
  ];
}
