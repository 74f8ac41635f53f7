import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ChannelId } from '#contract/channels/calls.ts';
import { MAX_COUNTED_CONTACTS } from '#contract/contacts/values.ts';
import type { Subscriber } from '#contract/contacts/subscribers.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn, textIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useChannelNames } from '#web/channels/use-channel-names.ts';
import { ContactName } from './ContactName.tsx';
import classes from './contacts.module.css';
import { ExportMenu } from './ExportMenu.tsx';
import { TagBulkBar } from './tags/TagBulkBar.tsx';
import { useListExport } from './use-list-export.ts';
import { useSubscribers } from './use-subscribers.ts';
import { useTagFilter } from './tags/use-tag-filter.ts';
import { useChangeSubscriberTags } from './tags/use-tags.ts';

const readSearch = ({ search, channel, tag }: Readonly<Record<string, unknown>>) => ({
  search: textIn(search),
  channel: idIn<ChannelId>(channel),
  tag: textIn(tag),
});

/** Route: /phones/subscribers */
export function SubscribersPage() {
  const t = useTexts();
  const format = useFormat();
  const [state, setState] = useUrlState(readSearch);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter = { search: state.search, channelId: state.channel, tag: state.tag };
  const subscribers = useSubscribers(filter);
  const [wholeKey, setWholeKey] = useState<string | null>(null);
  const changeTags = useChangeSubscriberTags();
  const save = useListExport();
  const columns = useColumns();
  const tagFilter = useTagFilter(state.tag, (tag) => setState({ tag }));
  const { rows = [], count = 0, channels = [] } = subscribers.data ?? {};
  const isFiltered = Boolean(state.search || state.channel || state.tag);
  const clear = () => setState({ search: undefined, channel: undefined, tag: undefined });
  const isEmpty = subscribers.data !== undefined && rows.length === 0 && !isFiltered;
  const exported = (sheet: 'csv' | 'xlsx') =>
    save.mutate({
      path: '/api/v1/phones/subscribers/export',
      format: sheet,
      name: t('contacts:subscribers.title'),
      titles: SHEET_COLUMNS.map((key) => t(`contacts:${key}`)),
      filter,
    });
  const isMost = count >= MAX_COUNTED_CONTACTS;
  const numberOf = (found: number) => (isMost ? `${format.number(found)}+` : format.number(found));
  const shown = isMost
    ? t('contacts:list.state_above', { number: format.number(count) })
    : t('contacts:subscribers.state', { count });
  // NOTE: another filter finds others, who were not chosen.
  const filterKey = JSON.stringify(filter);
  const isWhole = wholeKey === filterKey;
  const isPageChosen = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const clearChoice = () => {
    setSelected(new Set());
    setWholeKey(null);
  };
  return (
    <>
      <PageHead
        title={t('contacts:subscribers.title')}
        state={subscribers.data ? count > 0 && shown : '\u00a0'}
        action={isEmpty ? undefined : <ExportMenu isBusy={save.isPending} onExport={exported} />}
      />
      {!isEmpty && (
        <ListTools
          search={{
            value: state.search ?? '',
            placeholder: t('contacts:search'),
            onChange: (search) => setState({ search: search || undefined }),
          }}
          chips={{
            label: t('contacts:subscribers.channel'),
            value: state.channel ?? 'all',
            options: [
              { value: 'all', label: t('contacts:subscribers.all_channels') },
              ...channels.map(({ id, title }) => ({ value: id, label: title })),
            ],
            onChange: (value) => setState({ channel: idIn<ChannelId>(value) }),
          }}
          filters={tagFilter}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      <DataList
        label={t('contacts:subscribers.title')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name, phone }) => name || phone || t('contacts:nameless')}
        columns={columns}
        paging={subscribers}
        selection={{
          keys: selected,
          onChange: (keys) => {
            setSelected(keys);
            setWholeKey(null);
          },
        }}
        linkTo={({ contactId }) => ({ to: '/contacts/$contactId', params: { contactId } })}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('contacts:subscribers.nothing_found')}
              action={<Button onClick={clear}>{t('contacts:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('contacts:subscribers.empty_title')} text={t('contacts:subscribers.empty')} />
          )
        }
      />
      <TagBulkBar
        contactIds={[...new Set(rows.flatMap(({ id, contactId }) => (selected.has(id) ? contactId : [])))]}
        onClear={clearChoice}
        whole={
          isWhole
            ? {
                label: t('contacts:subscribers.all_chosen', { number: numberOf(count) }),
                apply: (change) => changeTags.mutateAsync({ filter, ...change }),
                isBusy: changeTags.isPending,
              }
            : undefined
        }
        more={
          isPageChosen && !isWhole && subscribers.hasNextPage ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setWholeKey(filterKey)}>
              {t('contacts:subscribers.choose_all', { number: numberOf(count) })}
            </Button>
          ) : undefined
        }
      />
    </>
  );
}

const SHEET_COLUMNS = [
  'client',
  'phone',
  'subscribers.channel',
  'subscribers.since',
  'subscribers.last_message',
  'list.tags',
] as const;

function useColumns(): Column<Subscriber>[] {
  const t = useTexts();
  const nameOf = useChannelNames();
  const format = useFormat();
  return [
    {
      key: 'who',
      title: t('contacts:client'),
      isMain: true,
      cell: ({ name, phone }) => <ContactName name={name} phone={phone} />,
    },
    {
      key: 'channel',
      title: t('contacts:subscribers.channel'),
      cell: ({ channelId: id, channelTitle: title }) => nameOf({ id, title }),
    },
    {
      key: 'since',
      title: t('contacts:subscribers.since'),
      isBrief: true,
      cell: ({ subscribedAt }) => format.date(subscribedAt),
    },
    {
      key: 'last',
      title: t('contacts:subscribers.last_message'),
      isBrief: true,
      cell: ({ lastInboundAt }) => (lastInboundAt ? format.dateTime(lastInboundAt) : '—'),
    },
    {
      key: 'tags',
      title: t('contacts:list.notes'),
      cell: ({ tags, isReachable }) =>
        tags.length > 0 || !isReachable ? (
          <Group gap={6}>
            {!isReachable && <Badge color="attention">{t('contacts:subscribers.left')}</Badge>}
            {tags.map((tag) => (
              <Badge key={tag} className={classes.note} color="gray" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        ) : null,
    },
  ];
}
