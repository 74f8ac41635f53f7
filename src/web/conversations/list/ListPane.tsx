import { ActionIcon, CloseButton, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessages, IconSearch, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Conversation, ConversationId, ConversationList } from '#contract/conversations/calls.ts';
import { MAX_COUNTED } from '#contract/conversations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { useShortcut } from '#web/ui/shortcuts.ts';
import { useConversationCounts } from '#web/conversations/use-conversation-counts.ts';
import { useConversationList } from '#web/conversations/use-conversation-list.ts';
import type { Typing } from '#web/conversations/use-typing.ts';
import { ConversationRows } from './ConversationRows.tsx';
import classes from './list.module.css';
import { SearchResults } from './SearchResults.tsx';
import { StartLinks } from '#web/channels/connecting/StartLinks.tsx';

/** Lists in the order of their tabs. */
export const SHOWN_LISTS = [
  'waiting',
  'all',
  'mine',
  'unassigned',
  'unread',
  'snoozed',
  'closed',
] as const satisfies readonly ConversationList[];

const SEARCH_PAUSE_MS = 200;

type Props = {
  /** Undefined: not known yet. */
  list: ConversationList | undefined;
  onList: (list: ConversationList) => void;
  search: string;
  onSearch: (search: string) => void;
  openId: ConversationId | undefined;
  cursorId: ConversationId | undefined;
  typing: Typing;
  onOrder: (rows: readonly Conversation[]) => void;
};

/** The list of conversations with its tabs and the search. */
export function ListPane(props: Props) {
  const { list, onList, search, onSearch, ...rest } = props;
  const t = useTexts();
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_PAUSE_MS);
  return (
    <section className={classes.pane} aria-label={t('conversations:title')}>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          {t('conversations:title')}
        </Title>
        <ActionIcon component={Link} to="/conversations/settings" aria-label={t('conversations:settings.title')}>
          <IconSettings size={20} />
        </ActionIcon>
      </div>
      <Search value={search} onChange={onSearch} />
      {search.trim() === '' ? (
        <>
          <Tabs list={list} onList={onList} />
          {list ? <Rows list={list} onList={onList} {...rest} /> : <RowsLoading />}
        </>
      ) : (
        <SearchResults text={wanted || search.trim()} openId={rest.openId} />
      )}
    </section>
  );
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('search', () => field.current?.select());
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      aria-label={t('conversations:search.label')}
      placeholder={t('conversations:search.placeholder')}
      value={value}
      leftSection={<IconSearch size={18} />}
      rightSection={
        value === '' ? (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        ) : (
          <CloseButton size="sm" aria-label={t('conversations:search.clear')} onClick={() => onChange('')} />
        )
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        onChange('');
        currentTarget.blur();
      }}
    />
  );
}

function Tabs({ list, onList }: Pick<Props, 'list' | 'onList'>) {
  const t = useTexts();
  const { data: counts } = useConversationCounts();
  return (
    <div className={classes.tabs} role="group" aria-label={t('conversations:list.label')}>
      {SHOWN_LISTS.map((one) => {
        const count = counts?.lists[one];
        return (
          <button
            key={one}
            type="button"
            className={classes.tab}
            aria-pressed={one === list}
            onClick={() => onList(one)}
          >
            {t(`conversations:list.name.${one}`)}
            {count !== undefined && count > 0 && (
              <span className={classes.count}>{count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : count}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}

type RowsProps = Pick<Props, 'onList' | 'openId' | 'cursorId' | 'typing' | 'onOrder'> & { list: ConversationList };

function Rows({ list, onList, ...rest }: RowsProps) {
  const query = useConversationList(list);
  const { fetchNextPage } = query;
  if (!query.data) {
    if (query.isError) return <Failure error={query.error} onRetry={query.refetch} />;
    return <RowsLoading />;
  }
  if (query.data.length === 0) {
    return (
      <div className={classes.loading}>
        {list === 'all' ? <NoneOpen onList={onList} /> : <Nothing to="all" onList={onList} />}
      </div>
    );
  }
  return (
    <ConversationRows
      key={list}
      rows={query.data}
      hasMore={query.hasNextPage && !query.isFetchingNextPage}
      onMore={fetchNextPage as () => void}
      {...rest}
    />
  );
}

function RowsLoading() {
  return (
    <div className={classes.loading}>
      <Loading>
        <RowsSkeleton rows={8} />
      </Loading>
    </div>
  );
}

/** No open conversation: there was none yet, or all of them are set aside. */
function NoneOpen({ onList }: Pick<Props, 'onList'>) {
  const t = useTexts();
  const closed = useConversationList('closed');
  const snoozed = useConversationList('snoozed');
  if (snoozed.data?.length) return <Nothing to="snoozed" onList={onList} />;
  if (closed.data?.length) return <Nothing to="closed" onList={onList} />;
  if (!closed.data || !snoozed.data) return null;
  return (
    <EmptyState
      icon={<IconMessages size={36} stroke={1.4} />}
      title={t('conversations:list.empty_title')}
      text={t('conversations:list.empty')}
    >
      <StartLinks />
    </EmptyState>
  );
}

/** An empty list, with the way to another one. */
function Nothing({ to, onList }: { to: 'all' | 'snoozed' | 'closed' } & Pick<Props, 'onList'>) {
  const t = useTexts();
  return (
    <EmptyState
      text={t('conversations:list.nothing')}
      action={
        <button type="button" className={classes.tab} onClick={() => onList(to)}>
          {to === 'all' ? t('conversations:list.show_all') : t(`conversations:list.name.${to}`)}
        </button>
      }
    />
  );
}
