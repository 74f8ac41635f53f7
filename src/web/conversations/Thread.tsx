import { Anchor, Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { CHANNEL_APPEARANCES, hasWindow } from '#web/channels/channel-appearances.ts';
import type { Conversation, ConversationId } from '#contract/conversations.ts';
import { productNow } from '#web/lib/clock.ts';
import { useFormat } from '#web/lib/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { senderName } from '#web/lib/sender.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/Loading.tsx';
import { PhoneBubble } from '#web/ui/PhoneBubble.tsx';
import classes from './conversations.module.css';
import { ReplyBox } from './ReplyBox.tsx';
import { byDay, isWindowOpen, type Item, tickOf, wordlessKey } from './thread-item.ts';
import { useMarkAnswered, useThread } from './use-conversations.ts';

type Props = { conversationId: ConversationId; onDone: () => void };

/** What was said, who waits and why, and the line to answer on. */
export function Thread({ conversationId, onDone }: Props) {
  const thread = useThread(conversationId);
  if (!thread.data) {
    if (thread.isError) return <Failure error={thread.error} onRetry={thread.refetch} />;
    return (
      <div className={classes.pending}>
        <Loading>
          <RowsSkeleton rows={5} />
        </Loading>
      </div>
    );
  }
  const { conversation, items, windowUntil } = thread.data;
  const isOpen = isWindowOpen(conversation.channelKind, windowUntil, productNow());
  return (
    <div className={classes.thread}>
      <ThreadHead conversation={conversation} onDone={onDone} />
      <Messages
        items={items}
        kind={conversation.channelKind}
        hasEarlier={thread.hasNextPage}
        isFetchingEarlier={thread.isFetchingNextPage}
        onEarlier={() => void thread.fetchNextPage()}
      />
      <ReplyBox
        conversationId={conversationId}
        isOpen={isOpen}
        openUntil={hasWindow(conversation.channelKind) ? windowUntil : null}
      />
    </div>
  );
}

function ThreadHead({ conversation, onDone }: { conversation: Conversation; onDone: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const mark = useMarkAnswered();
  const { contactName, phone, channelKind, needsPersonSince, needsPersonReason } = conversation;
  const { Icon } = CHANNEL_APPEARANCES[channelKind];
  const written = phone && formatPhone(phone);
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <Text fw={600} className={classes.name}>
          {contactName || written || t('conversations:nameless')}
        </Text>
        <Text size="sm" c="dimmed" className={classes.where}>
          <Icon size={15} aria-hidden />
          {CHANNEL_APPEARANCES[channelKind].name}
          {contactName && written && (
            <>
              {' · '}
              <Anchor href={`tel:${phone}`} inherit c="inherit">
                {written}
              </Anchor>
            </>
          )}
        </Text>
        {needsPersonSince && (
          <Text size="sm" className={classes.waits}>
            {t('conversations:waits_since', { when: format.near(needsPersonSince) })}
            {needsPersonReason && ` · ${t(`conversations:reason.${needsPersonReason}`)}`}
          </Text>
        )}
      </div>
      {needsPersonSince && (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} />}
          loading={mark.isPending}
          onClick={() => mark.mutate(conversation.id, { onSuccess: onDone })}
        >
          {t('conversations:answered')}
        </Button>
      )}
    </div>
  );
}

type MessagesProps = {
  items: readonly Item[];
  kind: Conversation['channelKind'];
  hasEarlier: boolean;
  isFetchingEarlier: boolean;
  onEarlier: () => void;
};

const EARLIER_WITHIN_PX = 120;

/** The chat itself: begins at its end, and what was said before comes in above without a jump. */
function Messages({ items, kind, hasEarlier, isFetchingEarlier, onEarlier }: MessagesProps) {
  const t = useTexts();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const fromEnd = useRef(0);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight - box.current.clientHeight - fromEnd.current;
  });

  function follow(): void {
    const { current } = box;
    if (!current) return;
    fromEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight;
    if (current.scrollTop < EARLIER_WITHIN_PX && hasEarlier && !isFetchingEarlier) onEarlier();
  }
  return (
    <div
      className={classes.chat}
      data-skin={CHANNEL_APPEARANCES[kind].skin}
      ref={box}
      onScroll={follow}
      tabIndex={0}
      role="log"
    >
      {hasEarlier && (
        <Button variant="default" size="compact-sm" mx="auto" loading={isFetchingEarlier} onClick={onEarlier}>
          {t('conversations:earlier')}
        </Button>
      )}
      {items.length === 0 && <Text c="dimmed">{t('conversations:empty')}</Text>}
      {byDay(items, format.dayKey).map(({ day, items: said }) => (
        <Day key={day} title={format.date(said[0]?.at ?? '')}>
          {said.map((item) => (
            <Said key={item.id} item={item} kind={kind} />
          ))}
        </Day>
      ))}
    </div>
  );
}

function Day({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <span className={classes.day}>{title}</span>
      {children}
    </>
  );
}

function Said({ item, kind }: { item: Item; kind: Conversation['channelKind'] }) {
  const t = useTexts();
  const format = useFormat();
  const wordless = wordlessKey(item);
  const { text, fileName } = item;
  const told = wordless && t(`conversations:said.${wordless}`, { text, name: fileName ?? '' });
  const words = wordless === 'reaction' ? told : [told, text].filter(Boolean).join('\n');
  return (
    <PhoneBubble
      skin={CHANNEL_APPEARANCES[kind].skin}
      message={{
        key: item.id,
        // NOTE: this is the business's own end of the chat: what it says stands right
        side: item.direction === 'out' ? 'client' : 'business',
        text: [{ text: words ?? text }],
        time: format.time(item.at),
        tick: tickOf(item),
        footer: footerOf(item, t),
        buttons: item.buttons.map((title, index) => ({ key: String(index), title, kind: 'answer' })),
      }}
    />
  );
}

function footerOf({ status, isTest, sender }: Item, t: Texts): string | undefined {
  if (status === 'unknown') return t('delivery:trace.doubt.title');
  if (isTest) return t('ui:test_badge');
  return sender ? senderName(sender, t) : undefined;
}
