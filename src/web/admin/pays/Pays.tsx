import { Button, Group, Pagination, Title } from '@mantine/core';
import { useState } from 'react';
import type { Pay } from '#contract/admin/pays.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { payColumns } from './pay-words.tsx';
import { NewPayDialog, PayDialog } from './PayDialog.tsx';
import { successChips } from './success-chips.ts';
import { type PayId, type Success, type UserId, useUserPays } from './use-pays.ts';

/** Payments of a person's cabinet, and the dialog to add or change one. */
export function Pays({ userId }: { userId: UserId }) {
  const t = useTexts();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [success, setSuccess] = useState<Success>();
  const [opened, setOpened] = useState<PayId | 'new' | null>(null);
  const pays = useUserPays(userId, { page, success });
  const close = () => setOpened(null);
  const choose = (next: Success) => {
    setSuccess(next);
    setPage(1);
  };
  return (
    <section aria-label={t('pays:title')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('pays:title')}</Title>
        <Button variant="light" onClick={() => setOpened('new')}>
          {t('pays:add')}
        </Button>
      </Group>
      <ListTools chips={successChips(t, success, choose)} />
      <DataList
        label={t('pays:title')}
        rows={pays.data?.pays ?? []}
        rowKey={({ id }) => id}
        columns={opening(payColumns<Pay>(t, format), setOpened)}
        paging={{ ...pays, isFetchingNextPage: false, hasNextPage: false, isFetchNextPageError: false, fetchNextPage }}
        empty={<EmptyState text={t(success ? 'pays:none_found' : 'pays:none')} />}
      />
      {pays.data && pays.data.pages > 1 && (
        <Pagination total={pays.data.pages} value={page} onChange={setPage} mt="sm" aria-label={t('pays:title')} />
      )}
      {opened === 'new' && <NewPayDialog userId={userId} onClose={close} />}
      {opened !== null && opened !== 'new' && <PayDialog userId={userId} payId={opened} onClose={close} />}
    </section>
  );
}

const fetchNextPage = () => undefined;

/** The main cell opens the payment. */
const opening = (columns: Column<Pay>[], open: (id: PayId) => void): Column<Pay>[] =>
  columns.map((column) =>
    column.isMain
      ? {
          ...column,
          cell: (pay) => (
            <Button variant="transparent" p={0} h="auto" onClick={() => open(pay.id)}>
              {column.cell(pay)}
            </Button>
          ),
        }
      : column,
  );
