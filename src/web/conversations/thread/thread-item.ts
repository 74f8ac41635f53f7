import type { ThreadItem, ThreadItemKind } from '#contract/conversations/calls.ts';
import { wordIn } from '#web/lib/api/known.ts';
import type { TickState } from '#web/ui/feedback/Ticks.tsx';

const TICKS: Readonly<Record<string, TickState>> = {
  planned: 'planned',
  sending: 'planned',
  accepted: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
};

/**
 * How far one of our messages came; nothing for what the contact wrote, and for what nobody knows. An answer is marked on
 * what was sent by itself: in a talk between people it is read below.
 */
export function tickOf(item: Pick<ThreadItem, 'status' | 'isReplied' | 'sender'>): TickState | undefined {
  const { status, isReplied } = item;
  if (isReplied && isAutomatic(item)) return 'replied';
  return status === null ? undefined : TICKS[status];
}

/** Kinds whose content is words, and those that are drawn from their file. */
const OF_WORDS = ['text', 'button', 'start', 'note', 'system'] as const;
const NAMED_KINDS = ['image', 'sticker', 'video', 'file', 'voice', 'contact', 'location', 'other', 'deleted'] as const;

/**
 * Returns the text key that describes a message without text, or with an attachment besides it.
 *
 * @returns null where the text is all
 */
export function contentTextKey({
  kind,
  text,
  fileName,
}: Pick<ThreadItem, 'kind' | 'text' | 'fileName'>): ContentTextKey | null {
  if (wordIn(OF_WORDS, kind)) return text === '' && kind !== 'system' ? 'none' : null;
  if (kind === 'remark') {
    if (text === '') return 'reaction_gone';
    return /\p{L}/u.test(text) ? null : 'reaction';
  }
  if (kind === 'file' && fileName) return 'named_file';
  return wordIn(NAMED_KINDS, kind) ?? 'other';
}

type ContentTextKey =
  | Exclude<ThreadItemKind, (typeof OF_WORDS)[number] | 'remark'>
  | 'named_file'
  | 'reaction'
  | 'reaction_gone'
  | 'none';

/** Whether a flow, a mailing or a bot wrote it, and not a person. */
export function isAutomatic({ sender }: Pick<ThreadItem, 'sender'>): boolean {
  return sender !== null && sender.senderKind !== 'member';
}
