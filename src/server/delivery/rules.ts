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

/** Said elsewhere of every decision: the zone by the visit or the cabinet, the moment by the decision itself. */
const SAID_ELSEWHERE = new Set(['timeZone', 'now']);

/** Of what a rule compared, what its trace needs: decisions are most of what is stored. */
export function valuesToKeep(compared: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(compared).filter(
    ([name, value]) => !SAID_ELSEWHERE.has(name) && value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(kept);
}
