import type { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import type { LiveConversation, LiveTyping } from '#contract/conversations/live.ts';
import { TYPING_MS } from '#contract/conversations/values.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { beforeCommit, type TenantScope, withSystem } from '#server/platform/database/db.ts';
import { announceNumbered, announcePassing } from '#server/platform/events/realtime.ts';
import { deleteOldEvents, findLastSeq, insertEvents, listEvents } from './live-queries.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** A change of a conversation, for the live stream. */
export type LiveNote = {
  kind: 'message' | 'changed';
  conversationId: ConversationId;
  itemId?: string | null;
  direction?: ThreadItem['direction'] | null;
  memberId?: MemberId | null;
  assigneeId?: MemberId | null;
};

/** Changes of each transaction, numbered when it ends. */
const notedBy = new WeakMap<TenantScope['tx'], LiveNote[]>();

/**
 * Has every open page of the tenant learn of a change. Events are numbered at the end of the transaction, so that their
 * numbers follow the order of commits; equal changes of one conversation are noted once.
 */
export function noteLive(scope: TenantScope, note: LiveNote): void {
  const notes = notedBy.get(scope.tx);
  if (notes) {
    const isKnown = notes.some((one) => keyOf(one) === keyOf(note));
    if (!isKnown) notes.push(note);
    return;
  }
  const first = [note];
  notedBy.set(scope.tx, first);
  beforeCommit(scope, async () => {
    await announceNumbered(scope, await insertEvents(scope, first));
  });
}

const keyOf = ({ kind, conversationId, itemId, assigneeId }: LiveNote) =>
  [kind, conversationId, itemId ?? '', assigneeId ?? ''].join(' ');

/** Events read at once. */
export const EVENTS_AT_ONCE = 1_000;

/** The number of the tenant's last event. */
export async function lastSeq(scope: TenantScope): Promise<number> {
  return findLastSeq(scope);
}

/**
 * Lists events after a number, in order and without gaps. A number that is too old, or was never given, answers with one
 * `reset` that leads to the present.
 */
export async function eventsAfter(scope: TenantScope, seq: number): Promise<LiveConversation[]> {
  const events = await listEvents(scope, seq, EVENTS_AT_ONCE);
  if (events[0]?.seq === seq + 1) return events;
  const last = await findLastSeq(scope);
  if (events.length === 0 && last === seq) return [];
  const nothing = { conversationId: null, itemId: null, direction: null, memberId: null, assigneeId: null };
  return [{ seq: last, kind: 'reset', ...nothing }];
}

/** Publishes to open pages that a member is writing; it is not stored. */
export async function publishTyping(scope: TenantScope, typing: Omit<LiveTyping, 'until'>): Promise<void> {
  const until = new Date(Date.now() + TYPING_MS).toISOString(); // NOTE: the machine's time, as all timeouts
  await announcePassing(scope, { typing: { ...typing, until } satisfies LiveTyping });
}

export async function sweepEvents(ctx: Context): Promise<void> {
  await withSystem(ctx, deleteOldEvents);
}
