import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Conversation, ConversationId } from '#contract/conversations/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { prefetchThread } from '#web/conversations/use-thread.ts';
import type { Typing } from '#web/conversations/use-typing.ts';
import { type HeldOrder, holdOrder, orderOf } from './held-order.ts';
import classes from './list.module.css';
import { ListRow } from './ListRow.tsx';

/** The rows have one height, so that a hundred thousand of them need no measuring. */
const ROW_PX = 80;
const OVERSCAN = 8;
/** Further pages are asked for when so many rows are left. */
const EARLY_ROWS = 20;
/** Scrolled further than this, rows do not move under the finger either. */
const SCROLLED_PX = 40;

type Props = {
  rows: readonly Conversation[];
  openId: ConversationId | undefined;
  cursorId: ConversationId | undefined;
  typing: Typing;
  hasMore: boolean;
  onMore: () => void;
  /** The order on the screen, for the keys that go through it. */
  onOrder: (rows: readonly Conversation[]) => void;
};

/**
 * Conversations, latest first. While the pointer is among them their order stays, and a button says how many are new.
 */
export function ConversationRows({ rows: fresh, openId, cursorId, typing, hasMore, onMore, onOrder }: Props) {
  const t = useTexts();
  const me = useCurrentUser();
  const isMobile = useIsMobile();
  const queryClient = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const hold = useHold(fresh, openId);
  const { rows, newCount } = hold;
  // oxlint-disable-next-line react/incompatible-library -- only the rows on the screen are drawn, by values it changes itself
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const shown = virtual.getVirtualItems();
  const lastIndex = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastIndex >= rows.length - EARLY_ROWS) onMore();
  }, [hasMore, lastIndex, rows.length, onMore]);
  useEffect(() => onOrder(rows), [rows, onOrder]);
  useEffect(() => {
    const index = cursorId === undefined ? -1 : rows.findIndex(({ id }) => id === cursorId);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  }, [cursorId]); // oxlint-disable-line react-hooks/exhaustive-deps -- the list follows the cursor, not each change of the rows
  const prefetch = useCallback((id: ConversationId) => prefetchThread(queryClient, id), [queryClient]);
  return (
    <div className={classes.rows}>
      {newCount > 0 && (
        <Button
          className={classes.fresh}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowUp size={14} />}
          onClick={() => {
            hold.release();
            virtual.scrollToOffset(0);
          }}
        >
          {t('conversations:list.fresh', { count: newCount })}
        </Button>
      )}
      <div
        ref={box}
        className={classes.scroll}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold.hold('pointer')}
        onPointerLeave={() => hold.let('pointer')}
        onScroll={({ currentTarget }) =>
          currentTarget.scrollTop > SCROLLED_PX ? hold.hold('scroll') : hold.let('scroll')
        }
      >
        <ul
          className={classes.virtual}
          style={{ height: virtual.getTotalSize() }}
          aria-label={t('conversations:title')}
        >
          {shown.map(({ key, index, start }) => {
            const conversation = rows[index];
            if (!conversation) return null;
            const { id } = conversation;
            return (
              <li
                key={key}
                className={classes.place}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={hasMore ? -1 : rows.length}
                aria-posinset={index + 1}
              >
                <ListRow
                  conversation={conversation}
                  myId={me.id}
                  isOpen={id === openId}
                  isAtCursor={id === cursorId}
                  typingName={typing.get(id)?.name}
                  isLayer={isMobile}
                  onPrefetch={prefetch}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

type Reason = 'pointer' | 'scroll';

/** The rows in the order that is held while any reason to hold it lasts. */
function useHold(fresh: readonly Conversation[], openId: ConversationId | undefined) {
  const [held, setHeld] = useState<HeldOrder | null>(null);
  const reasons = useRef(new Set<Reason>());
  const ordered = fresh.map((row) => ({ id: row.id, lastAt: row.lastMessageAt, row }));
  const { rows, newCount } = holdOrder(ordered, held, openId);
  return {
    rows: useSame(rows.map(({ row }) => row)),
    newCount,
    hold: (reason: Reason) => {
      reasons.current.add(reason);
      setHeld((before) => before ?? orderOf(ordered));
    },
    let: (reason: Reason) => {
      reasons.current.delete(reason);
      if (reasons.current.size === 0) setHeld(null);
    },
    /** Shows the latest order at once, and holds that. */
    release: () => setHeld(reasons.current.size > 0 ? orderOf(ordered) : null),
  };
}

/** The array of before where the new one has the same rows, so that effects follow changes alone. */
function useSame(rows: readonly Conversation[]): readonly Conversation[] {
  const [before, setBefore] = useState(rows);
  const isSame = before.length === rows.length && before.every((row, index) => row === rows[index]);
  if (!isSame) setBefore(rows);
  return isSame ? before : rows;
}
