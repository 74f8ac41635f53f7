import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ShortLink } from '#contract/links/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useWords } from '#web/ui/words.tsx';
import classes from './links.module.css';
import { QrDialog } from './qr/QrDialog.tsx';
import { hasExpired, shortAddress } from './link-words.ts';
import { useDeleteLink, useLinks } from './use-links.ts';

const readSearch = ({ search }: Readonly<Record<string, unknown>>) => ({ search: textIn(search) });

/** Route: /short-link */
export function LinksPage() {
  const t = useTexts();
  const words = useWords();
  const [{ search }, setState] = useUrlState(readSearch);
  const links = useLinks(search);
  const remove = useDeleteLink();
  const columns = useColumns();
  const [qrOf, setQrOf] = useState<ShortLink | null>(null);
  const isEmpty = links.data?.length === 0 && !search;
  const add = (
    <Button leftSection={<IconPlus size={18} />} component={Link} to="/short-link/new">
      {t('links:new')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('links:title')} state={t('links:lead')} action={isEmpty ? undefined : add} />
      {!isEmpty && (
        <ListTools
          search={{
            value: search ?? '',
            placeholder: t('links:search'),
            onChange: (typed) => setState({ search: typed || undefined }),
          }}
        />
      )}
      <DataList
        label={t('links:title')}
        rows={links.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columns}
        paging={links}
        linkTo={({ id }) => ({ to: '/short-link/$linkId', params: { linkId: id } })}
        rowMenu={(row) => (
          <>
            <MenuItem onClick={() => void copyValue(row.url, words)}>{t('links:copy')}</MenuItem>
            <MenuItem onClick={() => setQrOf(row)}>{t('links:qr')}</MenuItem>
            <MenuItem onClick={() => remove.mutate(row)}>{t('links:delete')}</MenuItem>
          </>
        )}
        empty={
          search ? (
            <EmptyState
              text={t('links:nothing_found')}
              action={<Button onClick={() => setState({ search: undefined })}>{t('links:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('links:empty_title')} text={t('links:empty')} action={add} />
          )
        }
      />
      {qrOf && <QrDialog {...qrOf} printTo={`/short-link/${qrOf.id}/print`} onClose={() => setQrOf(null)} />}
    </>
  );
}

function useColumns(): Column<ShortLink>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'link',
      title: t('links:column.link'),
      isMain: true,
      cell: ({ title, url, expiresAt }) => (
        <span className={classes.name}>
          <Group gap={8}>
            {title}
            {hasExpired(expiresAt) && (
              <Badge color="gray" tt="none">
                {t('links:expired')}
              </Badge>
            )}
          </Group>
          <Text span size="sm" c="dimmed">
            {shortAddress(url)}
          </Text>
        </span>
      ),
    },
    {
      key: 'target',
      title: t('links:column.target'),
      from: 'medium',
      cell: ({ target }) => <span className={classes.target}>{shortAddress(target)}</span>,
    },
    {
      key: 'clicks',
      title: t('links:column.clicks'),
      isNumeric: true,
      isBrief: true,
      cell: ({ clicks }) => format.number(clicks),
    },
    {
      key: 'created',
      title: t('links:column.created'),
      isBrief: true,
      from: 'wide',
      cell: ({ createdAt }) => format.ago(createdAt),
    },
  ];
}
