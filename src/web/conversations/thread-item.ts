import type { z } from 'zod';
import { hasWindow } from '#web/channels/channel-appearances.ts';
import type { Conversation, SaidKind, ThreadItem } from '#contract/conversations.ts';
import type { TickState } from '#web/ui/Ticks.tsx';

export type Item = z.output<typeof ThreadItem>;

const TICKS: Readonly<Record<string, TickState>> = {
  planned: 'planned',
  sending: 'planned',
  accepted: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
};

/** How far one of our messages came; nothing for what the customer wrote, and for what nobody knows. */
export function tickOf({ status }: Item): TickState | undefined {
  return status === null ? undefined : TICKS[status];
}

/**
 * Whether the channel lets us write freely now.
 *
 * @param windowUntil null where the customer never wrote
 */
export function isWindowOpen(kind: Conversation['channelKind'], windowUntil: string | null, nowMs: number): boolean {
  return !hasWindow(kind) || (windowUntil !== null && new Date(windowUntil).getTime() > nowMs);
}

/**
 * How a message without words of its own is told, or with more than its words: by the key of its text.
 *
 * @returns null where the words say all
 */
export function wordlessKey({ kind, text, fileName }: Pick<Item, 'kind' | 'text' | 'fileName'>): WordlessKey | null {
  if (kind === 'text' || kind === 'button' || kind === 'start') return text === '' ? 'none' : null;
  if (kind === 'remark') {
    if (text === '') return 'reaction_gone';
    return /\p{L}/u.test(text) ? null : 'reaction';
  }
  if (kind === 'file' && fileName) return 'named_file';
  return kind;
}

type WordlessKey =
  | Exclude<SaidKind, 'text' | 'button' | 'start' | 'remark'>
  | 'named_file'
  | 'reaction'
  | 'reaction_gone'
  | 'none';

/** Messages by the day they were said on, in the order they come. */
export function byDay(items: readonly Item[], dayKey: (at: string) => string): { day: string; items: Item[] }[] {
  return [...Map.groupBy(items, ({ at }) => dayKey(at))].map(([day, said]) => ({ day, items: said }));
}
