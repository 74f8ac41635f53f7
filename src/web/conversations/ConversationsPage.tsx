import { useMediaQuery } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { CONVERSATION_LISTS } from '#contract/conversations/values.ts';
import type { Conversation, ConversationId, ConversationList } from '#contract/conversations/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { flagIn, idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useConversationKeys } from './conversation-keys.ts';
import classes from './conversations.module.css';
import { ListPane } from './list/ListPane.tsx';
import { useConversationName } from './list/ListRow.tsx';
import { useConversationCounts } from './use-conversation-counts.ts';
import { useConversationEvents } from './use-conversation-events.ts';
import { undoLast, useClose, useMarkRead } from './use-conversation-work.ts';
import { useNewMessageNotices } from './use-new-message-notices.ts';
import { useOpenContact } from './use-open-contact.ts';
import { prefetchThread, useThread } from './use-thread.ts';
import { useTyping } from './use-typing.ts';
import { ContactPane } from './card/ContactPane.tsx';

/** Loaded once a thread is open. */
const ThreadPane = lazy(async () => ({ default: (await import('./thread/ThreadPane.tsx')).ThreadPane }));

/** Room for the card beside list and thread. */
const HAS_CARD_ROOM = '(min-width: 1280px)';
const CARD_KEY = 'conversation-card-hidden';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  list: wordIn(CONVERSATION_LISTS, search['list']),
  q: textIn(search['q']),
  thread: idIn<ConversationId>(search['thread']),
  around: idIn(search['around']),
  /** A contact whose thread is to be opened, begun where there is none. */
  contact: idIn<ContactId>(search['contact']),
  /** The card covers the thread, where there is no room beside it. */
  card: flagIn(search['card']) || undefined,
});

/** Route: /conversations */
export function ConversationsPage() {
  const t = useTexts();
  const isMobile = useIsMobile();
  const queryClient = useQueryClient();
  const [state, setState] = useUrlState(readSearch, ['thread', 'card']);
  const first = useFirstList();
  const { list = first, q = '', thread, around, contact, card } = state;
  const order = useRef<readonly Conversation[]>([]);
  const [cursorId, setCursorId] = useState<ConversationId>();
  const typing = useTyping();
  const close = useClose();
  const markRead = useMarkRead();
  const cardPlace = useCard(card === true, (next) => setState({ card: next || undefined }));
  useConversationEvents(thread);
  useOpenContact(contact, (id) => setState({ contact: undefined, thread: id }));

  const open = (id: ConversationId | undefined) => setState({ thread: id, around: undefined, card: undefined });
  const leave = () => open(undefined);
  useNewMessageNotices(thread, open);
  function move(step: 1 | -1): void {
    const at = order.current.findIndex(({ id }) => id === (cursorId ?? thread));
    const next = order.current[at < 0 ? 0 : at + step];
    if (!next) return;
    setCursorId(next.id);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // NOTE: Enter would press the row that was clicked
    prefetchThread(queryClient, next.id);
  }
  /** Closes a conversation, and opens the next one where there is one. */
  function closeAndGoOn(conversation: Conversation): void {
    const at = order.current.findIndex(({ id }) => id === conversation.id);
    const next = order.current[at + 1] ?? order.current[at - 1];
    close(conversation.id, () => open(conversation.id));
    open(isMobile ? undefined : next?.id);
  }
  useConversationKeys({
    next: () => move(1),
    previous: () => move(-1),
    open: cursorId && (() => open(cursorId)),
    leave: thread && leave,
    undo: undoLast,
  });
  const isListCovered = isMobile && thread !== undefined;
  const noteOrder = useCallback((rows: readonly Conversation[]) => void (order.current = rows), []);
  return (
    <div className={classes.page} data-card={(thread !== undefined && cardPlace.isShown) || undefined}>
      <div className={classes.list} inert={isListCovered}>
        <ListPane
          list={list}
          onList={(next) => setState({ list: next })}
          search={q}
          onSearch={(next) => setState({ q: next || undefined })}
          openId={thread}
          cursorId={cursorId}
          typing={typing}
          onOrder={noteOrder}
        />
      </div>
      {thread && (
        <div className={classes.thread}>
          <ThreadName conversationId={thread} around={around} />
          <Suspense>
            <ThreadPane
              key={`${thread}.${around ?? ''}`}
              conversationId={thread}
              around={around}
              typing={typing.get(thread)}
              onLeave={leave}
              onCard={cardPlace.toggle}
              onClose={closeAndGoOn}
              onUnread={() => {
                markRead.mutate({ id: thread, isRead: false });
                leave();
              }}
              onLatest={() => setState({ around: undefined })}
            />
          </Suspense>
        </div>
      )}
      {thread && cardPlace.isShown && <CardOf conversationId={thread} around={around} onClose={cardPlace.toggle} />}
      {!thread && !isMobile && (
        <div className={classes.none}>
          <IconMessages size={40} stroke={1.3} aria-hidden />
          {t('conversations:choose')}
        </div>
      )}
    </div>
  );
}

/** The list the page opens with: who waits for a reply, or all where nobody does. It stays while the page is open. */
function useFirstList(): ConversationList | undefined {
  const counts = useConversationCounts();
  const [first, setFirst] = useState<ConversationList>();
  if (first === undefined && counts.data) setFirst(counts.data.lists.waiting > 0 ? 'waiting' : 'all');
  return first ?? (counts.isError ? 'all' : undefined);
}

type OfThread = { conversationId: ConversationId; around: string | undefined };

/** Puts the contact's name into the title of the tab. */
function ThreadName({ conversationId, around }: OfThread) {
  const nameOf = useConversationName();
  const thread = useThread(conversationId, around);
  usePageName(thread.data && nameOf(thread.data.conversation));
  return null;
}

function CardOf({ conversationId, around, onClose }: OfThread & { onClose: () => void }) {
  const thread = useThread(conversationId, around);
  const contactId = thread.data?.conversation.contactId;
  return <div className={classes.card}>{contactId && <ContactPane contactId={contactId} onClose={onClose} />}</div>;
}

/** The card stands beside the thread where there is room, as the member left it; else it is a layer over it. */
function useCard(isLayerOpen: boolean, setLayer: (isOpen: boolean) => void): { isShown: boolean; toggle: () => void } {
  const hasRoom = useMediaQuery(HAS_CARD_ROOM, undefined, { getInitialValueInEffect: false });
  const [isHidden, setHidden] = useState(() => localStorage.getItem(CARD_KEY) === 'true');
  useEffect(() => localStorage.setItem(CARD_KEY, String(isHidden)), [isHidden]);
  return hasRoom
    ? { isShown: !isHidden, toggle: () => setHidden(!isHidden) }
    : { isShown: isLayerOpen, toggle: () => setLayer(!isLayerOpen) };
}
