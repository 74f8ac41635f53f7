import { Button, Text } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ThreadItem } from '#contract/conversations/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Pending } from '#web/conversations/composer/outbox.ts';
import { Bubble, type BubbleActions } from './Bubble.tsx';
import { addressOf } from './BubbleFile.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import { SystemLine } from './SystemLine.tsx';
import classes from './thread.module.css';
import { threadRows, type ThreadRow } from './thread-rows.ts';
import { useAnchor } from './use-anchor.ts';
import type { VoiceTrack } from './voice-player.ts';
import { ImageViewer } from './ImageViewer.tsx';

/** Older messages are asked for this far before their place is reached. */
const EARLY = '800px 0px 800px 0px';

type Props = Pick<BubbleActions, 'myId' | 'onRetry' | 'onRetryFile' | 'onTranscribe' | 'onDeleteNote'> & {
  /** Oldest first. */
  items: readonly ThreadItem[];
  outbox: readonly Pending[];
  unreadSince: string | null;
  /** An item to begin at: a found one. */
  around: string | undefined;
  zone: string;
  hasEarlier: boolean;
  isFetchingEarlier: boolean;
  onEarlier: () => void;
  /** Newer messages than the loaded ones exist. */
  hasLater: boolean;
  onLatest: () => void;
  onEdit: (pending: Pending, file?: File) => void;
  /** The newest message came onto the screen, or left it. */
  onAtEnd: (isAtEnd: boolean) => void;
};

/** The messages of a thread, from their end; opens at the first unread one. */
export function Messages(props: Props) {
  const { items, outbox, unreadSince, around, zone, hasLater, onLatest, onAtEnd } = props;
  const t = useTexts();
  const format = useFormat();
  const [image, setImage] = useState<{ url: string; alt: string } | null>(null);
  const rows = useMemo(
    () => threadRows({ items, outbox, unreadSince, dayOf: (at) => format.dayKey(at, zone) }),
    [items, outbox, unreadSince, format, zone],
  );
  const hasUnread = rows.some(({ kind }) => kind === 'unread');
  const firstKey = around ?? (hasUnread ? 'unread' : null);
  const { box, isAtEnd, onScroll, toEnd } = useAnchor(firstKey, outbox.at(-1)?.requestId);
  const newCount = useNewCount(items, isAtEnd);
  useEffect(() => onAtEnd(isAtEnd && !hasLater), [isAtEnd, hasLater, onAtEnd]);
  const voicesAfter = useVoicesAfter(items);
  const retriedIds = useMemo(() => new Set(items.map(({ requestId }) => requestId)), [items]);
  const bubble = { ...props, onView: setImage, voicesAfter, retriedIds };
  return (
    <div className={classes.messages}>
      <div
        className={classes.scroll}
        ref={box}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t('conversations:thread.messages')}
      >
        <div className={classes.lines}>
          <Earlier {...props} />
          {rows.length === 0 && <Text c="dimmed">{t('conversations:empty')}</Text>}
          {rows.map((row) => (
            <div key={row.key} data-line={row.kind === 'item' ? row.item.id : row.key} className={classes.row}>
              <Row row={row} bubble={bubble} onEdit={props.onEdit} />
            </div>
          ))}
        </div>
      </div>
      {(!isAtEnd || hasLater) && (
        <Button
          className={classes.toEnd}
          variant="default"
          radius="xl"
          rightSection={<IconArrowDown size={16} />}
          onClick={hasLater ? onLatest : toEnd}
        >
          {newCount > 0 ? t('conversations:thread.newer', { count: newCount }) : t('conversations:thread.to_end')}
        </Button>
      )}
      {image && <ImageViewer image={image} onClose={() => setImage(null)} />}
    </div>
  );
}

type RowProps = {
  row: ThreadRow;
  bubble: BubbleActions & {
    zone: string;
    /** A failed answer that was sent again: its id is the request of the later one. */
    retriedIds: ReadonlySet<string | null>;
  };
  onEdit: Props['onEdit'];
};

function Row({ row, bubble, onEdit }: RowProps) {
  const t = useTexts();
  const format = useFormat();
  const { zone, myId, onView, onRetry, onRetryFile, onTranscribe, onDeleteNote, voicesAfter, retriedIds } = bubble;
  if (row.kind === 'day') {
    const note = format.zoneNote(zone, row.at);
    return <span className={classes.day}>{[format.date(row.at, zone), note].filter(Boolean).join(' · ')}</span>;
  }
  if (row.kind === 'unread') return <span className={classes.unread}>{t('conversations:thread.unread')}</span>;
  if (row.kind === 'pending') return <PendingBubble pending={row.pending} zone={zone} onEdit={onEdit} />;
  if (row.item.kind === 'system') return <SystemLine item={row.item} zone={zone} myId={myId} />;
  return (
    <Bubble
      item={row.item}
      isFollowing={row.isFollowing}
      isRetried={retriedIds.has(row.item.id)}
      zone={zone}
      myId={myId}
      onView={onView}
      onRetry={onRetry}
      onRetryFile={onRetryFile}
      onTranscribe={onTranscribe}
      onDeleteNote={onDeleteNote}
      voicesAfter={voicesAfter}
    />
  );
}

/** Loads what was said before as its place comes near. */
function Earlier({
  hasEarlier,
  isFetchingEarlier,
  onEarlier,
}: Pick<Props, 'hasEarlier' | 'isFetchingEarlier' | 'onEarlier'>) {
  const t = useTexts();
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current || !hasEarlier || isFetchingEarlier) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onEarlier();
      },
      { root: mark.current.closest('[role="log"]'), rootMargin: EARLY },
    );
    seen.observe(mark.current);
    return () => seen.disconnect();
  }, [hasEarlier, isFetchingEarlier, onEarlier]);
  if (!hasEarlier) return null;
  return (
    <div ref={mark} className={classes.earlier}>
      <Button variant="default" size="compact-sm" loading={isFetchingEarlier} onClick={onEarlier}>
        {t('conversations:earlier')}
      </Button>
    </div>
  );
}

/** How many messages of the contact came since the end was on the screen. */
function useNewCount(items: readonly ThreadItem[], isAtEnd: boolean): number {
  const lastId = items.at(-1)?.id;
  const [seenId, setSeenId] = useState(lastId);
  if (isAtEnd && seenId !== lastId) setSeenId(lastId);
  const seenAt = items.findLastIndex(({ id }) => id === seenId);
  return seenAt < 0 ? 0 : items.slice(seenAt + 1).filter(({ direction }) => direction === 'in').length;
}

/** A stable function, so that bubbles are not drawn again with each new message. */
function useVoicesAfter(items: readonly ThreadItem[]): BubbleActions['voicesAfter'] {
  const latest = useRef(items);
  useEffect(() => void (latest.current = items), [items]);
  return useCallback((itemId: string): readonly VoiceTrack[] => {
    const from = latest.current.findIndex(({ id }) => id === itemId) + 1;
    return latest.current.slice(from).flatMap(({ id, kind, file }) => {
      if (kind !== 'voice' || !file?.isInline || file.url === null) return [];
      return [{ id, url: addressOf(file.url) }];
    });
  }, []);
}
