import { ActionIcon, Alert, Text, Textarea } from '@mantine/core';
import { IconClockOff, IconSend } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ConversationId } from '#contract/conversations.ts';
import { LONGEST_TEXT } from '#contract/values.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import classes from './conversations.module.css';
import { useReply } from './use-conversations.ts';

/** What is typed, and the name under which the server knows the attempts to send it. */
type Typed = { text: string; requestId: string };

type Props = {
  conversationId: ConversationId;
  /** The channel takes free text now. */
  isOpen: boolean;
  /** Until when it does; null when there is no end. */
  openUntil: string | null;
};

/** The line to answer on; where the channel takes no free text, why and what can be done. */
export function ReplyBox({ conversationId, isOpen, openUntil }: Props) {
  const t = useTexts();
  const format = useFormat();
  const reply = useReply(conversationId);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus(); // NOTE: on a phone its keyboard would hide the chat
  }, []);
  const draftKey = `reply:${conversationId}`;
  const [typed, setTyped] = useState<Typed>(() => typedNow(String(readDraft(draftKey) ?? '')));
  const isClosed = !isOpen || isRefused(reply.error, 'conversation.window_closed');
  const text = typed.text.trim();

  function type(next: string): void {
    setTyped(typedNow(next)); // NOTE: other words are another answer, even when the first attempt got through unheard
    writeDraft(draftKey, next);
    if (reply.isError) reply.reset();
  }
  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (!text || reply.isPending) return;
    reply.mutate(typed, {
      onSuccess: () => {
        setTyped(typedNow(''));
        clearDraft(draftKey);
      },
    });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isWish = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (isWish && !matchMedia('(pointer: coarse)').matches) {
      event.preventDefault();
      send();
    }
  }

  if (isClosed) {
    return (
      <Alert
        className={classes.closed}
        color="attention"
        icon={<IconClockOff size={20} />}
        title={t('conversations:closed_title')}
      >
        {t('conversations:closed_text')}
      </Alert>
    );
  }
  return (
    <form className={classes.reply} onSubmit={send}>
      <Textarea
        className={classes.field}
        aria-label={t('conversations:reply')}
        placeholder={t('conversations:reply')}
        ref={field}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST_TEXT}
        value={typed.text}
        error={reply.isError && problemText(reply.error, t)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        type="submit"
        variant="filled"
        color="brand"
        size={44}
        loading={reply.isPending}
        aria-label={t('conversations:send')}
      >
        <IconSend size={20} />
      </ActionIcon>
      {openUntil && (
        <Text size="sm" c="dimmed" className={classes.until}>
          {t('conversations:open_until', { when: format.dateTime(openUntil) })}
        </Text>
      )}
    </form>
  );
}

function typedNow(text: string): Typed {
  return { text, requestId: crypto.randomUUID() };
}
