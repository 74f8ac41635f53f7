import { z } from 'zod';
import { ConversationId } from './calls.ts';
import { Instant } from '#contract/primitives.ts';
import { MemberId } from '#contract/tenants/ids.ts';

/**
 * A change of conversations on the stream `GET /api/v1/events`: `data` is `{ "room": "conversations", "conversation": {…} }`.
 *
 * Events of a cabinet are numbered without gaps in the order of their commits, and each arrives once and in order. The
 * stream's `id:` covers rooms and conversations: a client sends the last one back as `Last-Event-ID` and receives what it
 * missed, or a `reset` when that is no longer stored (refetch the list, the counts and the open thread).
 *
 * - `message`: the item `itemId` is new or has changed (a file arrived); refetch the newest page of an open thread.
 * - `changed`: the row changed: assigned, closed, snoozed, read, waiting, bots.
 * - `reset`: `conversationId` is null.
 *
 * Delivery marks are announced by the room `delivery`, as everywhere.
 */
export const LiveConversation = z.object({
  seq: z.int(),
  kind: z.enum(['message', 'changed', 'reset']),
  conversationId: ConversationId.nullable(),
  itemId: z.uuid().nullable(),
  /** For `message`. `inner`: a note or a system line. */
  direction: z.enum(['in', 'out', 'own', 'inner']).nullable(),
  /** The member who did it: their own page knows already. */
  memberId: MemberId.nullable(),
  /** Assigned to the member named, by this event: play a sound there. */
  assigneeId: MemberId.nullable(),
});
export type LiveConversation = z.infer<typeof LiveConversation>;

/**
 * A colleague is writing: `data` is `{ "typing": {…} }`, without an `id:`; it is sent once, is not repeated after a gap,
 * and ends at `until` (6 seconds after the last key).
 */
export const LiveTyping = z.object({
  conversationId: ConversationId,
  memberId: MemberId,
  name: z.string(),
  kind: z.enum(['answer', 'note']),
  until: Instant,
});
export type LiveTyping = z.infer<typeof LiveTyping>;
