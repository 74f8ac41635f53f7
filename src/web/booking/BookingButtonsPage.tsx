import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { BookingButton } from '#contract/booking/buttons.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { Swatch } from '#web/ui/charts/Swatch.tsx';
import { useWords } from '#web/ui/words.tsx';
import { snippetOf } from './snippet.ts';
import { useButtons, useDeleteButton } from './use-buttons.ts';

/** Route: /widgets/booking */
export function BookingButtonsPage() {
  const t = useTexts();
  const words = useWords();
  const buttons = useButtons();
  const remove = useDeleteButton();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const rows = buttons.data?.buttons ?? [];
  const columns = useColumns(buttons.data?.accent ?? '');
  const add = isOwner && (
    <Button leftSection={<IconPlus size={18} />} component={Link} to="/widgets/booking/new">
      {t('booking:button.new')}
    </Button>
  );
  return (
    <>
      <PageHead
        backTo="/widgets"
        title={t('booking:button.title')}
        state={t('booking:button.state')}
        action={
          <Group>
            <Button variant="default" component={Link} to="/widgets/booking/requests">
              {t('booking:request.title')}
            </Button>
            {rows.length > 0 && add}
          </Group>
        }
      />
      <DataList
        label={t('booking:button.title')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ label }) => label}
        columns={columns}
        paging={{
          ...buttons,
          isFetchingNextPage: false,
          hasNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage,
        }}
        linkTo={({ id }) => ({ to: '/widgets/booking/$buttonId', params: { buttonId: id } })}
        rowMenu={(row) => (
          <>
            <MenuItem onClick={() => void copyValue(snippetOf(row), words)}>{t('booking:button.copy_code')}</MenuItem>
            <MenuItem onClick={() => void copyValue(row.pageUrl, words)}>{t('booking:button.copy_link')}</MenuItem>
            {isOwner && <MenuItem onClick={() => remove.mutate(row)}>{t('booking:button.delete')}</MenuItem>}
          </>
        )}
        empty={<EmptyState title={t('booking:button.empty_title')} text={t('booking:button.empty')} action={add} />}
      />
    </>
  );
}

/** All buttons come at once. */
const fetchNextPage = () => undefined;

function useColumns(accent: string): Column<BookingButton>[] {
  const t = useTexts();
  return [
    {
      key: 'label',
      title: t('booking:button.column.label'),
      isMain: true,
      cell: (row) => (
        <Group gap={8} wrap="nowrap">
          <Swatch colour={row.accent ?? accent} />
          {row.label}
        </Group>
      ),
    },
    { key: 'branch', title: t('booking:button.column.branch'), cell: ({ branchTitle }) => branchTitle },
    { key: 'opens', title: t('booking:button.column.opens'), cell: ({ opens }) => t(`booking:button.opens.${opens}`) },
    {
      key: 'waiting',
      title: t('booking:button.column.waiting'),
      isBrief: true,
      cell: ({ opens, waitingRequests, figures }) => {
        if (figures) return t('booking:button.figures', figures);
        return opens === 'table' ? t('booking:request.waiting', { count: waitingRequests }) : null;
      },
    },
  ];
}
