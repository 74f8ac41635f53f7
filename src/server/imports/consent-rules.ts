import type { ConsentState } from '#contract/audiences/values.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';

/** A source that says whether a contact agrees to advertising: a member, an imported list, or an opt-out of every channel in effect. */
export type ConsentStatement = {
  from: 'member' | 'list' | 'opt_out';
  isGiven: boolean;
  at: Temporal.Instant;
};

/** The order of statements of one moment. */
const RANKS: Readonly<Record<ConsentStatement['from'], number>> = { opt_out: 0, member: 1, list: 2 };

/**
 * Sorts statements about one contact so that the one that holds is the first: newest first, and those of lists last while
 * an opt-out is in effect, because a list knows nothing of it. An opt-out of a contact whose consent was withdrawn before is left out.
 */
export function sortConsents<Statement extends ConsentStatement>(statements: readonly Statement[]): Statement[] {
  const newestFirst = statements.toSorted(
    (one, other) => compareInstants(other.at, one.at) || RANKS[one.from] - RANKS[other.from],
  );
  if (newestFirst.every(({ from }) => from !== 'opt_out')) return newestFirst;
  const own = newestFirst.filter(({ from }) => from !== 'list');
  const lists = newestFirst.filter(({ from }) => from === 'list');
  return [...own.filter(({ from }, index) => from !== 'opt_out' || own[index + 1]?.isGiven !== false), ...lists];
}

/** @param holding the first of the sorted statements */
export function consentState(holding: ConsentStatement | undefined): ConsentState {
  if (!holding) return 'not_recorded';
  return holding.isGiven ? 'given' : 'not_given';
}
