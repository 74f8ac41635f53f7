import type { DecisionRule, MessageStatus } from '#contract/delivery/calls.ts';
import { ANSWERING_KINDS, BULK_KINDS, type SenderId, type SenderKind } from '#contract/senders/calls.ts';

/** A sender, as the ledger refers to it. */
export type SenderRef = {
  id: SenderId;
  kind: SenderKind;
  /**
   * Version of the sender's settings, so that a message is decided by the settings it was planned with; null: it
   * has none.
   */
  version: number | null;
};

/** 0 answers and tests · 1 transactional · 2 marketing · 3 messages to many; lower leaves first. */
export const PRIORITY = { answer: 0, transactional: 1, marketing: 2, bulk: 3 } as const;

export const isAnswering = (kind: SenderKind): boolean => ANSWERING_KINDS.has(kind);

export function priorityOf(kind: SenderKind, isMarketing: boolean): number {
  if (isAnswering(kind)) return PRIORITY.answer;
  if (BULK_KINDS.has(kind)) return PRIORITY.bulk;
  return isMarketing ? PRIORITY.marketing : PRIORITY.transactional;
}

/** One row of the feed: a changed message, or a decision against one. */
export type MessageChange = {
  /** The message; for a decision without one, the verdict. */
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

/** Values that every decision has elsewhere: the zone with the visit or the tenant, the moment with the decision. */
const STORED_ELSEWHERE = new Set(['timeZone', 'now']);

/** Selects the compared values that a trace needs: decisions are most of the stored data. */
export function valuesToKeep(compared: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = Object.entries(compared).filter(
    ([name, value]) => !STORED_ELSEWHERE.has(name) && value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(values);
}
