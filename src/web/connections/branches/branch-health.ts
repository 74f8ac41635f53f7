import { connectionKind } from '#contract/connections/kinds.ts';
import type { Branch, ConnectionKind } from '#contract/connections/calls.ts';

/** A branch counts as late when this many polls were missed. */
const MISSED_POLLS = 2;

/**
 * How well the changes of a branch arrive:
 * - `well`: they are read, and the system reports them.
 * - `quiet`: they are read; the system has not reported any.
 * - `late`: polls were missed, so that some may be absent.
 */
export type BranchHealth = 'off' | 'first' | 'late' | 'quiet' | 'well';

/** @param now in ms since 1970 */
export function healthOf(
  { isActive, changedUntil, lastEventAt }: Pick<Branch, 'isActive' | 'changedUntil' | 'lastEventAt'>,
  kind: ConnectionKind,
  now: number,
): BranchHealth {
  if (!isActive) return 'off';
  if (changedUntil === null) return 'first';
  const { pollMinutes } = connectionKind(kind);
  const unreadMinutes = (now - Date.parse(changedUntil)) / 60_000;
  if (pollMinutes !== null && unreadMinutes > MISSED_POLLS * pollMinutes) return 'late';
  return lastEventAt === null ? 'quiet' : 'well';
}
