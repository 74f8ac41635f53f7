import { Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ConversationId, searchConversations } from '#contract/conversations/calls.ts';
import { SHORTEST_TEXT_SEARCH } from '#contract/conversations/values.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { call } from '#web/lib/api/api.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { OPENS_LAYER } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageEnd } from '#web/ui/layout/PageEnd.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './list.module.css';
import { useConversationName } from './ListRow.tsx';

type Found = ReplyOf<typeof searchConversations>;

/** The request for a text that is no longer wanted is cancelled by its signal. */
const useSearch = (text: string) =>
  useInfiniteQuery({
    queryKey: ['conversations', 'search', text],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v1/conversations/search', { query: { text, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { followsEvents: true },
  });

/** Contacts by name or phone, then messages by their words. */
export function SearchResults({ text, openId }: { text: string; openId: ConversationId | undefined }) {
  const t = useTexts();
  const search = useSearch(text);
  if (!search.data) {
    if (search.isError) return <Failure error={search.error} onRetry={search.refetch} />;
    return (
      <div className={classes.loading}>
        <Loading>
          <RowsSkeleton rows={6} />
        </Loading>
      </div>
    );
  }
  const contacts = search.data.pages[0]?.contacts ?? [];
  const messages = search.data.pages.flatMap((page) => page.messages);
  const isNothing = contacts.length + messages.length === 0;
  return (
    <div className={classes.results} aria-busy={search.isFetching} data-stale={search.isPlaceholderData || undefined}>
      {isNothing && (
        <EmptyState
          text={t(
            text.length < SHORTEST_TEXT_SEARCH ? 'conversations:search.type_more' : 'conversations:search.nothing',
            { count: SHORTEST_TEXT_SEARCH },
          )}
        />
      )}
      {contacts.length > 0 && <h2 className={classes.found}>{t('conversations:search.contacts')}</h2>}
      {contacts.map((contact) => (
        <FoundContact key={contact.contactId} contact={contact} openId={openId} />
      ))}
      {messages.length > 0 && <h2 className={classes.found}>{t('conversations:search.messages')}</h2>}
      {messages.map((message) => (
        <FoundMessage key={message.itemId} message={message} />
      ))}
      <PageEnd {...search} />
    </div>
  );
}

type ContactProps = { contact: Found['contacts'][number]; openId: ConversationId | undefined };

function FoundContact({ contact, openId }: ContactProps) {
  const t = useTexts();
  const nameOf = useConversationName();
  const formatPhone = useFormatPhone();
  const { conversation, contactId, contactName, phone } = contact;
  const target: Record<string, string> = conversation ? { thread: conversation.id } : { contact: contactId };
  return (
    <FoundRow search={target} isOpen={conversation !== null && conversation.id === openId}>
      <span className={classes.name}>{nameOf(contact)}</span>
      <span className={classes.last}>
        {conversation
          ? (contactName && phone && formatPhone(phone)) || conversation.lastText
          : t('conversations:search.new')}
      </span>
    </FoundRow>
  );
}

function FoundMessage({ message }: { message: Found['messages'][number] }) {
  const format = useFormat();
  const nameOf = useConversationName();
  const { conversation, itemId, at, excerpt, from, to } = message;
  const { Icon } = CHANNEL_APPEARANCES[conversation.channelKind];
  return (
    <FoundRow search={{ thread: conversation.id, around: itemId }}>
      <span className={classes.top}>
        <span className={classes.name}>
          <Icon size={14} aria-hidden /> {nameOf(conversation)}
        </span>
        <time className={classes.when} dateTime={at}>
          {format.ago(at)}
        </time>
      </span>
      <Text span size="sm" className={classes.excerpt}>
        {excerpt.slice(0, from)}
        <mark>{excerpt.slice(from, to)}</mark>
        {excerpt.slice(to)}
      </Text>
    </FoundRow>
  );
}

type RowProps = { search: Record<string, string>; isOpen?: boolean; children: ReactNode };

function FoundRow({ search, isOpen = false, children }: RowProps) {
  const isMobile = useIsMobile();
  return (
    <Link
      to="/conversations"
      search={(before: object) => ({ ...before, thread: undefined, around: undefined, contact: undefined, ...search })}
      {...(isMobile ? OPENS_LAYER : { replace: true, resetScroll: false })}
      className={classes.foundRow}
      aria-current={isOpen ? 'true' : undefined}
      preload={false}
    >
      {children}
    </Link>
  );
}
