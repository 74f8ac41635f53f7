import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

export const SenderId = z.uuid().brand<'SenderId'>();
export type SenderId = z.infer<typeof SenderId>;

/**
 * The kind of a message's sender.
 *
 * `test`: trials of a text by a member. `member`: messages a person writes. `report`: reports to the owner. `waitlist`:
 * offers of freed slots. `booking`: answers to requests for tables.
 */
export const SenderKind = z.enum([
  'flow',
  'mailing',
  'chatbot',
  'assistant',
  'review',
  'waitlist',
  'booking',
  'member',
  'test',
  'report',
]);
export type SenderKind = z.infer<typeof SenderKind>;

/**
 * Kinds whose messages a person waits for: a contact who wrote, a member who tests a text. They are sent first, are
 * planned once and never again, and count neither for the contact policy nor as decisions.
 */
export const ANSWERING_KINDS: ReadonlySet<SenderKind> = new Set(['chatbot', 'assistant', 'member', 'test']);

/** Kinds that answer contacts by themselves: they yield to a person. */
export const BOT_KINDS: ReadonlySet<SenderKind> = new Set(['chatbot', 'assistant']);

/** Kinds that write to many contacts at once. They are sent last, and never again without a member's word. */
export const BULK_KINDS: ReadonlySet<SenderKind> = new Set(['mailing']);

/** Sends messages of the tenant: a flow, a mailing, a chatbot, a member. */
export const Sender = z.object({
  /** A flow's sender has the id of the flow, a member's the id of the member. */
  id: SenderId,
  kind: SenderKind,
  /** Empty where the kind has no title. */
  title: z.string(),
});
export type Sender = z.infer<typeof Sender>;

export const listSenders = endpoint({
  method: 'GET',
  path: '/api/v1/senders',
  access: 'member',
  summary: 'Everybody who sends messages of the tenant, by title; without those that were deleted.',
  reply: z.object({ senders: z.array(Sender) }),
});
