import { ANSWERING_KINDS } from '#contract/senders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ItemRow } from './thread-item-rules.ts';
import { type ItemPlace, listItems, type ThreadKey } from './thread-queries.ts';

/** A text of a conversation. `ours`: of the business, by a person or automatic. */
export type TalkLine = { side: 'contact' | 'ours'; text: string; at: Temporal.Instant };

/** The conversation since it was last closed: at most so many of its latest texts, oldest first. */
export async function listTalk(scope: TenantScope, thread: ThreadKey, limit: number): Promise<TalkLine[]> {
  const latest = (await listItems(scope, thread, { beyond: null, order: 'desc', limit })).slice(0, limit);
  const closedAt = latest.findIndex(isClosing);
  return (closedAt < 0 ? latest : latest.slice(0, closedAt)).toReversed().flatMap(toLine);
}

function isClosing({ direction, event }: ItemRow): boolean {
  return direction === 'inner' && typeof event === 'object' && event !== null && 'name' in event
    ? event.name === 'closed'
    : false;
}

/** The words of a voice message are those of its transcript. */
function toLine({ direction, status, text: written, transcript, at }: ItemRow): TalkLine[] {
  const text = [written, transcript ?? ''].filter((part) => part.trim() !== '').join('\n');
  const hasLeft = direction !== 'out' || (status !== 'failed' && status !== 'skipped');
  if (direction === 'inner' || !hasLeft || text.trim() === '') return [];
  return [{ side: direction === 'in' ? 'contact' : 'ours', text: text.trim(), at }];
}

/** A message of a thread. `automatic`: of a sender that answers nobody. */
export type SpokenItem = {
  id: string;
  by: 'contact' | 'person' | 'bot' | 'automatic';
  /** Name of its author; empty for contacts, and for people who wrote on the phone itself. */
  name: string;
  /** `text` where there are words alone. */
  kind: string;
  text: string;
  at: Temporal.Instant;
};

/** Messages of both sides, oldest first, from a place on; without notes, lines of the program and trial messages. */
export async function listSpoken(
  scope: TenantScope,
  thread: ThreadKey,
  { beyond, limit }: { beyond: ItemPlace; limit: number },
): Promise<{ items: SpokenItem[]; next: ItemPlace | null }> {
  const rows = await listItems(scope, thread, { beyond, order: 'asc', limit });
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).flatMap(toSpoken),
    next: last && rows.length > limit ? [last.at.toString(), last.id] : null,
  };
}

const UNSPOKEN: ReadonlySet<string> = new Set(['deleted', 'remark', 'start']);

function toSpoken(row: ItemRow): SpokenItem[] {
  const { id, direction, kind, status, is_test: isTest, at } = row;
  const hasLeft = direction !== 'out' || ['accepted', 'sent', 'delivered', 'read'].includes(status ?? '');
  if (direction === 'inner' || isTest || !hasLeft || UNSPOKEN.has(kind)) return [];
  const text = [row.text, row.transcript ?? ''].filter((part) => part.trim() !== '').join('\n');
  const by = authorOf(row);
  return [{ id, by, name: direction === 'out' ? (row.sender_title ?? '') : '', kind, text: text.trim(), at }];
}

function authorOf({ direction, sender_kind: kind }: ItemRow): SpokenItem['by'] {
  if (direction === 'in') return 'contact';
  if (direction === 'own' || kind === 'member') return 'person';
  return ANSWERING.has(kind ?? '') ? 'bot' : 'automatic';
}

const ANSWERING: ReadonlySet<string> = ANSWERING_KINDS;
