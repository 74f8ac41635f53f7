import { ActionIcon, Text, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { traitsOf } from '#contract/channels/kinds.ts';
import { LONGEST_NOTE } from '#contract/conversations/values.ts';
import type { AnswerWay, ConversationId } from '#contract/conversations/calls.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { AttachmentPreview } from './AttachmentPreview.tsx';
import classes from './composer.module.css';
import { ComposerTools } from './ComposerTools.tsx';
import { type FilledReply, QuickReplies } from './QuickReplies.tsx';
import type { Attaching } from './use-attachment.ts';
import type { DraftField } from './use-draft.ts';
import { ReplyHelper, useReplyHelp } from './ReplyHelper.tsx';
import { useQuickPicking } from './use-quick-picking.ts';
import { useTypingNote } from './use-typing-note.ts';

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  conversationId: ConversationId;
  kind: 'answer' | 'note';
  draft: DraftField;
  /** The channel of an answer, whose limits hold; undefined for a note. */
  way: AnswerWay | undefined;
  attaching: Attaching;
  onPost: (text: string) => void;
  onTemplate: (() => void) | undefined;
};

/** The text with its file, quick replies and emoji; Enter sends on a desk. */
export function WriteForm({ field, conversationId, kind, draft, way, attaching, onPost, onTemplate }: Props) {
  const t = useTexts();
  const replyListId = useId();
  const isMobile = useIsMobile();
  const noteTyping = useTypingNote(conversationId);
  const [caret, setCaret] = useState(0);
  const [emptyVariables, setEmptyVariables] = useState<readonly string[]>([]);
  const quick = useQuickPicking({ conversationId, text: draft.text, caret, isOff: kind === 'note', onChoose: choose });
  const help = useReplyHelp();
  const { attachment, take } = attaching;
  const text = draft.text.trim();
  const longest = longestOf(way, attachment !== null);
  const isTooLong = text.length > longest;
  const isEmpty = text === '' && !attachment;
  const isPicking = quick.from !== null;

  function change(next: string, at: number): void {
    draft.change(next);
    setCaret(at);
    quick.restart();
    setEmptyVariables([]);
    if (next !== '') noteTyping(kind);
  }
  function insert(words: string, from = caret): void {
    const end = from + words.length;
    change(draft.text.slice(0, from) + words + draft.text.slice(caret), end);
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(end, end);
    });
  }
  function choose(reply: FilledReply): void {
    insert(reply.text, quick.from ?? caret);
    setEmptyVariables(reply.emptyVariables);
  }
  function takeProposed(words: string): void {
    insert(/\S$/u.test(draft.text.slice(0, caret)) ? ` ${words}` : words);
    help.close();
  }
  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (isEmpty || isTooLong) return;
    onPost(text);
    setCaret(0);
    setEmptyVariables([]);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (quick.onKey(event)) return event.preventDefault();
    if (event.key === 'Escape') return event.currentTarget.blur();
    const isDesk = !matchMedia('(pointer: coarse)').matches;
    const isSendKey = event.key === 'Enter' && !event.shiftKey && (event.ctrlKey || event.metaKey || isDesk);
    if (!isSendKey) return;
    event.preventDefault();
    submit();
  }
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer.files[0] ?? null);
    },
  };
  return (
    <form className={classes.form} onSubmit={submit} {...(way && drop)}>
      <div className={classes.above}>
        {help.isOpen && <ReplyHelper conversationId={conversationId} onTake={takeProposed} onClose={help.close} />}
        {isPicking && <QuickReplies id={replyListId} picking={quick} onChoose={choose} />}
        {attachment && <AttachmentPreview attachment={attachment} onRemove={attaching.remove} />}
      </div>
      <Textarea
        className={classes.field}
        ref={field}
        aria-label={t(`conversations:composer.label_${kind}`)}
        placeholder={t(
          isMobile && kind === 'answer'
            ? 'conversations:composer.label_answer'
            : `conversations:composer.placeholder_${kind}`,
        )}
        {...(isPicking && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': replyListId,
          'aria-activedescendant': `${replyListId}.${quick.activeIndex}`,
        })}
        autosize
        minRows={1}
        maxRows={8}
        value={draft.text}
        onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const [file] = event.clipboardData.files;
          if (!file || !way) return;
          event.preventDefault();
          take(file);
        }}
      />
      <ComposerTools
        hasFiles={way !== undefined}
        onFile={take}
        onEmoji={(emoji) => insert(emoji)}
        onQuickReplies={
          kind === 'answer' ? () => insert(/\S$/u.test(draft.text.slice(0, caret)) ? ' /' : '/') : undefined
        }
        onTemplate={onTemplate}
        onHelp={kind === 'answer' && help.isOffered ? help.open : undefined}
        windowUntil={way?.windowUntil ?? null}
      />
      <SendButton kind={kind} isOff={isEmpty || isTooLong} />
      <Problem
        words={[
          attaching.problem,
          isTooLong && t('conversations:composer.too_long', { count: longest, now: text.length }),
          emptyVariables.length > 0 && t('conversations:quick.empty', { names: emptyVariables.join(', ') }),
        ]}
      />
    </form>
  );
}

function SendButton({ kind, isOff }: { kind: 'answer' | 'note'; isOff: boolean }) {
  const t = useTexts();
  return (
    <ActionIcon
      type="submit"
      variant="filled"
      color={kind === 'note' ? 'attention' : 'brand'}
      size={44}
      className={classes.send}
      aria-disabled={isOff}
      aria-label={t(kind === 'note' ? 'conversations:composer.save_note' : 'conversations:send')}
    >
      <IconSend size={20} />
    </ActionIcon>
  );
}

/** The first thing that stands in the way, or that should be looked at. */
function Problem({ words }: { words: readonly (string | false | null)[] }) {
  const first = words.find(Boolean);
  if (!first) return null;
  return (
    <Text size="sm" className={classes.problem} role="alert">
      {first}
    </Text>
  );
}

/** @param way undefined for a note */
function longestOf(way: AnswerWay | undefined, hasAttachment: boolean): number {
  if (!way) return LONGEST_NOTE;
  const { maxCaptionLength, maxTextLength } = traitsOf(way.channelKind);
  return Math.min(LONGEST_TEXT, hasAttachment ? maxCaptionLength : maxTextLength);
}
