import type { DecisionRule, MessageStatus } from '#contract/delivery.ts';
import type { SenderId, SenderKind } from '#contract/senders.ts';

/** A sender, as far as the ledger must know. */
export type SenderRef = {
  id: SenderId;
  kind: SenderKind;
  /** Version of the sender's settings, so that a message is decided by what it was planned with; null: it has none. */
  version: number | null;
};

/** 0 answers and trials · 1 transactional · 2 marketing · 3 mailings; lower leaves first. */
export const PRIORITY = { answer: 0, transactional: 1, marketing: 2, mailing: 3 } as const;

/**
 * Kinds whose messages somebody waits for: a contact who wrote, a member who tries a text. They leave first, are planned
 * once and never again, and count neither for the contact policy nor as decisions.
 */
const ANSWERING_KINDS: ReadonlySet<SenderKind> = new Set(['chatbot', 'assistant', 'member', 'test']);

export const isAnswering = (kind: SenderKind): boolean => ANSWERING_KINDS.has(kind);

export function priorityOf(kind: SenderKind, isMarketing: boolean): number {
  if (isAnswering(kind)) return PRIORITY.answer;
  if (kind === 'mailing') return PRIORITY.mailing;
  return isMarketing ? PRIORITY.marketing : PRIORITY.transactional;
}

/** One row of the feed: what became of a message, or a decision against one. */
export type MessageChange = {
  /** The message; of a decision without one, the verdict. */
  about: { kind: 'message' | 'verdict'; id: string };
  /** Null: a decision without a message. */
  status: MessageStatus | null;
  /** Null: the message is new. */
  formerStatus: MessageStatus | null;
  /** The contact replied to the message. */
  isReply: boolean;
  rule: DecisionRule | null;
  at: Temporal.Instant;
};

/** Said elsewhere of every decision: the zone by the visit or the cabinet, the moment by the decision itself. */
const SAID_ELSEWHERE = new Set(['timeZone', 'now']);

/** Of what a rule compared, what its trace needs: decisions are most of what is stored. */
export function valuesToKeep(compared: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(compared).filter(
    ([name, value]) => !SAID_ELSEWHERE.has(name) && value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(kept);
}
