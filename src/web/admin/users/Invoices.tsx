import { Button, Group, Text, Title } from '@mantine/core';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { Invoice } from '#contract/billing/invoices.ts';
import { useFinishInvoice, useUserInvoices } from '#web/admin/use-invoices.ts';
import { Download, useInvoiceColumns } from '#web/billing/invoices/InvoiceList.tsx';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';

/** Invoices of the cabinet: the operator marks one paid when the money has arrived. */
export function Invoices({ userId }: { userId: AdminUser['id'] }) {
  const t = useTexts();
  const invoices = useUserInvoices(userId);
  const finish = useFinishInvoice(userId);
  const mark = (invoice: Invoice, status: 'paid' | 'cancelled') =>
    finish.mutate(
      { invoiceId: invoice.id, status },
      {
        onSuccess: () => toast.success({ title: t('admin:saved') }),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  const columns = useInvoiceColumns((invoice) => (
    <Group gap="xs">
      <Download invoice={invoice} />
      {invoice.status === 'issued' && (
        <>
          <Button size="compact-sm" variant="light" disabled={finish.isPending} onClick={() => mark(invoice, 'paid')}>
            {t('admin:invoices.paid')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={finish.isPending}
            onClick={() => mark(invoice, 'cancelled')}
          >
            {t('admin:invoices.cancel')}
          </Button>
        </>
      )}
    </Group>
  ));
  return (
    <section aria-label={t('admin:invoices.title')}>
      <Title order={2} mb="xs">
        {t('admin:invoices.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('admin:invoices.lead')}
      </Text>
      <DataList
        label={t('admin:invoices.title')}
        rows={invoices.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        paging={invoices}
        empty={<Text size="sm">{t('admin:invoices.none')}</Text>}
      />
    </section>
  );
}
