import type { StoredToken } from './token-queries.ts';

/** Renewed so long before the end that a person can connect again while the account still works. */
const RENEW_HOURS = 6;
/** A shorter token is renewed when a quarter of its time is left. */
const LEFT_SHARE = 4;
/** A refresh token whose renewal was not answered is tried once more. */
const MAX_LOST_ANSWERS = 2;

export type TokenState =
  /** It opens calls; `isDue`: it should be renewed. */
  | { kind: 'valid'; isDue: boolean }
  /** It must be renewed before the next call. */
  | { kind: 'expired' }
  /** The account must be connected again; `lost`: the answers to its renewals were lost. */
  | { kind: 'ended'; reason: 'refused' | 'lost' };

/** Returns the state of a stored token. @param isRejected the system refused it in a call */
export function stateOfToken(
  { expiresAt, refreshedAt, lostAnswers, isRefused }: Omit<StoredToken, 'box' | 'version'>,
  { now, isRejected = false }: { now: Temporal.Instant; isRejected?: boolean },
): TokenState {
  const leftMs = expiresAt.since(now).total('milliseconds');
  const wholeMs = expiresAt.since(refreshedAt).total('milliseconds');
  const marginMs = Math.min(RENEW_HOURS * 3_600_000, wholeMs / LEFT_SHARE);
  const isUsable = leftMs > 0 && !isRejected;
  const ending = endingOf({ lostAnswers, isRefused });
  if (isUsable) return { kind: 'valid', isDue: ending === null && leftMs < marginMs };
  return ending === null ? { kind: 'expired' } : { kind: 'ended', reason: ending };
}

/** Returns why a token will not be renewed; null: it will be. */
export function endingOf({
  lostAnswers,
  isRefused,
}: Pick<StoredToken, 'lostAnswers' | 'isRefused'>): 'refused' | 'lost' | null {
  if (isRefused) return 'refused';
  return lostAnswers < MAX_LOST_ANSWERS ? null : 'lost';
}
