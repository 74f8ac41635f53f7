import { useDocumentVisibility } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveTyping } from '#contract/conversations/live.ts';
import type { Conversation, ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { useContactFacts } from '#web/conversations/card/use-contact-facts.ts';
import { Composer, type ComposerHandle } from '#web/conversations/composer/Composer.tsx';
import { type Pending, useOutbox } from '#web/conversations/composer/outbox.ts';
import type { ThreadPage } from '#web/conversations/conversation-pages.ts';
import { useMarkRead } from '#web/conversations/use-conversation-work.ts';
import { useThread } from '#web/conversations/use-thread.ts';
import { Messages } from './Messages.tsx';
import { ThreadHead, type ThreadCommands } from './ThreadHead.tsx';
import { ThreadState } from './ThreadState.tsx';
import classes from './thread.module.css';
import { useThreadItemWork } from './use-thread-item-work.ts';

type Props = Omit<ThreadCommands, 'onClose'> & {
  conversationId: ConversationId;
  /** A found item to begin at. */
  around: string | undefined;
  typing: LiveTyping | undefined;
  onClose: (conversation: Conversation) => void;
  /** Leaves the found item for the newest one. */
  onLatest: () => void;
};

/** One thread: its head, messages and the composer. */
export function ThreadPane(props: Props) {
  const { conversationId, around } = props;
  const thread = useThread(conversationId, around);
  if (thread.data) return <OpenThread {...props} thread={thread} page={thread.data} />;
  return (
    <section className={classes.pane}>
      {thread.isError ? (
        <div className={classes.empty}>
          <Failure error={thread.error} onRetry={thread.refetch} />
        </div>
      ) : (
        <div className={classes.loading}>
          <Loading>
            <RowsSkeleton rows={6} />
          </Loading>
        </div>
      )}
    </section>
  );
}

type OpenProps = Props & { thread: ReturnType<typeof useThread>; page: ThreadPage };

function OpenThread({ thread, page, around, typing, onClose, onLatest, ...commands }: OpenProps) {
  const t = useTexts();
  const me = useCurrentUser();
  const { conversation, items } = page;
  const outbox = useOutbox(conversation.id);
  const zone = useZone(conversation);
  const work = useThreadItemWork(conversation.id);
  const composer = useRef<ComposerHandle>(null);
  const onEdit = useCallback((bubble: Pending, file?: File) => composer.current?.takeBack(bubble, file), []);
  const [unreadSince] = useState(conversation.unreadSince);
  const [isAtEnd, setAtEnd] = useState(false);
  const read = useReading(conversation, isAtEnd);
  const { fetchNextPage } = thread;
  const onEarlier = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const unread = () => {
    read.stop();
    commands.onUnread();
  };
  return (
    <section className={classes.pane} aria-label={conversation.contactName || t('conversations:nameless')}>
      <ThreadHead
        {...commands}
        conversation={conversation}
        typing={typing}
        onClose={() => onClose(conversation)}
        onUnread={unread}
      />
      <ThreadState conversation={conversation} />
      <Messages
        items={items}
        outbox={outbox}
        unreadSince={unreadSince}
        around={around}
        zone={zone}
        myId={me.id}
        hasEarlier={thread.hasNextPage}
        isFetchingEarlier={thread.isFetchingNextPage}
        onEarlier={onEarlier}
        hasLater={thread.hasPreviousPage}
        onLatest={onLatest}
        onEdit={onEdit}
        {...work}
        onAtEnd={setAtEnd}
      />
      <Composer
        ref={composer}
        page={page}
        lastSeenId={lastSeen(items)}
        onSent={around === undefined ? doNothing : onLatest}
      />
    </section>
  );
}

const doNothing = () => undefined;

/** The zone of the branch the contact comes to; the cabinet's while it is not known. */
function useZone({ contactId }: Conversation): string {
  const format = useFormat();
  const { data: card } = useContactFacts(contactId);
  return (card?.nextVisit ?? card?.lastVisit)?.timeZone ?? format.homeZone;
}

function lastSeen(items: readonly ThreadItem[]): string | null {
  return items.at(-1)?.id ?? null;
}

/** Marks the conversation as read while its newest message is looked at. */
function useReading({ id, unreadSince }: Conversation, isAtEnd: boolean): { stop: () => void } {
  const { mutate } = useMarkRead();
  const isVisible = useDocumentVisibility() === 'visible';
  const isStopped = useRef(false);
  useEffect(() => {
    if (isAtEnd && isVisible && unreadSince !== null && !isStopped.current) mutate({ id, isRead: true });
  }, [id, unreadSince, isAtEnd, isVisible, mutate]);
  return { stop: () => void (isStopped.current = true) };
}
