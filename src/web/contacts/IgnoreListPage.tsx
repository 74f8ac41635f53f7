import { Badge, Button, Text } from '@mantine/core';
import { IconMessage2, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { OptOut } from '#contract/contacts.ts';
import { OPT_OUT_SOURCES } from '#contract/values.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { textIn, wordIn } from '#web/lib/known.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { MenuItem } from '#web/ui/ActionMenu.tsx';
import { DataList } from '#web/ui/DataList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Column } from '#web/ui/list.ts';
import { ListTools } from '#web/ui/ListTools.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { useLiftOptOut, useOptOuts } from './use-opt-outs.ts';
import { AddOptOutsDialog } from './AddOptOutsDialog.tsx';

const readSearch = ({ search, source }: Readonly<Record<string, unknown>>) => ({
  search: textIn(search),
  source: wordIn(OPT_OUT_SOURCES, source),
});

/** Route: /phones/ignore */
export function IgnoreListPage() {
  const t = useTexts();
  const [filter, setFilter] = useUrlState(readSearch);
  const [isAdding, setAdding] = useState(false);
  const optOuts = useOptOuts(filter);
  const lift = useLiftOptOut();
  const columns = useColumns();
  const nameOf = useNameOf();
  const isFiltered = Boolean(filter.search || filter.source);
  const count = optOuts.data?.count ?? 0;
  const isEmpty = optOuts.data !== undefined && optOuts.data.rows.length === 0 && !isFiltered;
  const clear = () => setFilter({ search: undefined, source: undefined });
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      {t('contacts:add')}
    </Button>
  );

  return (
    <>
      <PageHead
        title={t('contacts:ignore_title')}
        state={optOuts.data ? count > 0 && t('contacts:ignore_state', { count }) : '\u00a0'}
        action={isEmpty ? undefined : add}
      />
      {!isEmpty && (
        <ListTools
          search={{
            value: filter.search ?? '',
            placeholder: t('contacts:search'),
            onChange: (search) => setFilter({ search: search || undefined }),
          }}
          chips={{
            label: t('contacts:how'),
            value: filter.source ?? 'all',
            options: [
              { value: 'all', label: t('contacts:source_all') },
              ...OPT_OUT_SOURCES.map((source) => ({ value: source, label: t(`contacts:source.${source}`) })),
            ],
            onChange: (source) => setFilter({ source: wordIn(OPT_OUT_SOURCES, source) }),
          }}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      <DataList
        label={t('contacts:ignore_title')}
        rows={optOuts.data?.rows ?? []}
        rowKey={(row) => row.id}
        rowName={nameOf}
        columns={columns}
        paging={optOuts}
        rowMenu={(row) => (
          <MenuItem leftSection={<IconMessage2 size={16} />} onClick={() => lift.mutate(row)}>
            {t('contacts:lift')}
          </MenuItem>
        )}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('contacts:nothing_found')}
              action={<Button onClick={clear}>{t('contacts:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('contacts:empty_title')} text={t('contacts:empty')} action={add} />
          )
        }
      />
      {isAdding && <AddOptOutsDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function useNameOf(): (row: OptOut) => string {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  return ({ name, phone }) => name || (phone ? formatPhone(phone) : t('contacts:nameless'));
}

function useColumns(): Column<OptOut>[] {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const nameOf = useNameOf();
  return [
    {
      key: 'who',
      title: t('contacts:client'),
      isMain: true,
      cell: nameOf,
    },
    {
      key: 'phone',
      title: t('contacts:phone'),
      isBrief: true,
      cell: (row) => (row.phone ? formatPhone(row.phone) : '—'),
    },
    {
      key: 'how',
      title: t('contacts:how'),
      cell: (row) => (
        <>
          {t(`contacts:source.${row.source}`)}
          {row.note && (
            <Text size="sm" c="dimmed">
              {row.note}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'what',
      title: t('contacts:what'),
      cell: (row) => (
        <>
          <Badge color="gray">{t(`contacts:scope.${row.scope}`)}</Badge>{' '}
          {row.channelTitle && (
            <Text span size="sm" c="dimmed">
              {row.channelTitle}
            </Text>
          )}
        </>
      ),
    },
    { key: 'when', title: t('contacts:when'), isBrief: true, cell: (row) => format.dateTime(row.createdAt) },
  ];
}
