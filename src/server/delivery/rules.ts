/** flow: planned by a flow · reply: a bot's answer · test: tried by a member · member: written by a person */
export type MessageOrigin = 'flow' | 'reply' | 'test' | 'member';

/** 0 answers · 1 transactional · 2 marketing flows · 3 mailings; lower leaves first. */
export const PRIORITY = { answer: 0, transactional: 1, marketing: 2, mailing: 3 } as const;

/** Said elsewhere of every decision: the zone by the visit or the cabinet, the moment by the decision itself. */
const SAID_ELSEWHERE = new Set(['timeZone', 'now']);

/** Of what a rule compared, what its trace needs: decisions are most of what is stored. */
export function valuesToKeep(compared: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(compared).filter(
    ([name, value]) => !SAID_ELSEWHERE.has(name) && value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(kept);
}
