import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { QrPage } from '#contract/links/qr-pages.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { shortAddress } from '#web/links/link-words.ts';
import classes from '#web/links/links.module.css';
import { QrDialog } from '#web/links/qr/QrDialog.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useDeletePage, useQrPages } from './use-qr-pages.ts';

const readSearch = ({ search }: Readonly<Record<string, unknown>>) => ({ search: textIn(search) });

/** Route: /widgets/qr */
export function QrPagesPage() {
  const t = useTexts();
  const [{ search }, setState] = useUrlState(readSearch);
  const pages = useQrPages(search);
  const remove = useDeletePage();
  const columns = useColumns();
  const [qrOf, setQrOf] = useState<QrPage | null>(null);
  const isEmpty = pages.data?.length === 0 && !search;
  const add = (
    <Button leftSection={<IconPlus size={18} />} component={Link} to="/widgets/qr/new">
      {t('links:pages.new')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('links:pages.title')} state={t('links:pages.lead')} action={isEmpty ? undefined : add} />
      {!isEmpty && (
        <ListTools
          search={{
            value: search ?? '',
            placeholder: t('links:pages.search'),
            onChange: (typed) => setState({ search: typed || undefined }),
          }}
        />
      )}
      <DataList
        label={t('links:pages.title')}
        rows={pages.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columns}
        paging={pages}
        linkTo={({ id }) => ({ to: '/widgets/qr/$pageId', params: { pageId: id } })}
        rowMenu={(row) => (
          <>
            <MenuItem onClick={() => setQrOf(row)}>{t('links:qr')}</MenuItem>
            <MenuItem onClick={() => remove.mutate(row)}>{t('links:delete')}</MenuItem>
          </>
        )}
        empty={
          search ? (
            <EmptyState
              text={t('links:pages.nothing_found')}
              action={<Button onClick={() => setState({ search: undefined })}>{t('links:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('links:pages.empty_title')} text={t('links:pages.empty')} action={add} />
          )
        }
      />
      {qrOf && <QrDialog {...qrOf} printTo={`/widgets/qr/${qrOf.id}/print`} onClose={() => setQrOf(null)} />}
    </>
  );
}

function useColumns(): Column<QrPage>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'page',
      title: t('links:pages.page'),
      isMain: true,
      cell: ({ title, url }) => (
        <span className={classes.name}>
          {title}
          <Text span size="sm" c="dimmed">
            {shortAddress(url)}
          </Text>
        </span>
      ),
    },
    {
      key: 'visits',
      title: t('links:pages.visits'),
      isNumeric: true,
      isBrief: true,
      cell: ({ visits }) => format.number(visits),
    },
    {
      key: 'created',
      title: t('links:column.created'),
      isBrief: true,
      from: 'medium',
      cell: ({ createdAt }) => format.ago(createdAt),
    },
  ];
}
