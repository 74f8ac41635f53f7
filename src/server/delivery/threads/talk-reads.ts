import type { TenantScope } from '#server/platform/database/db.ts';
import type { ItemRow } from './thread-item-rules.ts';
import { listItems, type ThreadKey } from './thread-queries.ts';

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
