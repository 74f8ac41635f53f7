import { IconBan, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Conversation } from '#contract/conversations/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { OPENS_LAYER } from '#web/lib/pages/url-state.ts';
import { ContactAvatar } from './ContactAvatar.tsx';
import { LastMessage } from './LastMessage.tsx';
import classes from './list.module.css';

/** Counts of unread messages stop here. */
const MAX_UNREAD = 99;

type Props = {
  conversation: Conversation;
  myId: string;
  isOpen: boolean;
  /** Where the keyboard stands. */
  isAtCursor: boolean;
  /** A colleague who is writing to the contact now. */
  typingName: string | undefined;
  /** On a phone the thread covers the list, and Back comes to it. */
  isLayer: boolean;
  onPrefetch: (id: Conversation['id']) => void;
};

/** A conversation of the list; a link, so that it opens in a tab of its own too. */
export const ListRow = memo(function ListRow(props: Props) {
  const { conversation, myId, isOpen, isAtCursor, typingName, isLayer, onPrefetch } = props;
  const t = useTexts();
  const format = useFormat();
  const { id, lastMessageAt, assigneeId, assigneeName } = conversation;
  const { unreadCount, unreadSince, needsPersonSince, needsPersonReason, state } = conversation;
  const nameOf = useConversationName();
  const isUnread = unreadSince !== null;
  const waits =
    needsPersonSince && (needsPersonReason ? t(`conversations:reason.${needsPersonReason}`) : t('conversations:waits'));
  const prefetch = () => onPrefetch(id);
  return (
    <Link
      to="/conversations"
      search={(before: object) => ({ ...before, thread: id, around: undefined })}
      {...(isLayer ? OPENS_LAYER : { replace: true, resetScroll: false })}
      className={classes.row}
      data-unread={isUnread || undefined}
      data-cursor={isAtCursor || undefined}
      aria-current={isOpen ? 'true' : undefined}
      preload={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      <ContactAvatar conversation={conversation} />
      <span className={classes.words}>
        <span className={classes.top}>
          <span className={classes.name}>{nameOf(conversation)}</span>
          <time className={classes.when} dateTime={lastMessageAt} title={format.dateTime(lastMessageAt)}>
            {whenOf(lastMessageAt, format)}
          </time>
        </span>
        <span className={classes.bottom}>
          {typingName ? (
            <span className={classes.typing}>
              <IconPencil size={14} aria-hidden /> {t('conversations:typing', { name: typingName })}
            </span>
          ) : (
            <LastMessage conversation={conversation} />
          )}
          {isUnread && (
            <span className={classes.unread} aria-label={t('conversations:unread', { count: unreadCount })}>
              {unreadCount > 0 && Math.min(unreadCount, MAX_UNREAD)}
            </span>
          )}
        </span>
        {(waits || (assigneeId && assigneeId !== myId) || state === 'closed') && (
          <span className={classes.notes}>
            {waits && <span className={classes.waits}>{waits}</span>}
            {assigneeId && assigneeId !== myId && <span className={classes.assignee}>{assigneeName}</span>}
            {state === 'closed' && (
              <span className={classes.assignee}>
                <IconBan size={12} aria-hidden /> {t('conversations:list.name.closed')}
              </span>
            )}
          </span>
        )}
      </span>
    </Link>
  );
});

/** How a conversation is called: the contact's name, else their phone. */
export function useConversationName(): (conversation: Pick<Conversation, 'contactName' | 'phone'>) => string {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  return ({ contactName, phone }) => contactName || (phone && formatPhone(phone)) || t('conversations:nameless');
}

/** The time of today, the day before. */
function whenOf(at: string, format: ReturnType<typeof useFormat>): string {
  const isToday = format.dayKey(at) === format.dayKey(productNow());
  return isToday ? format.time(at) : format.ago(at);
}
