import type { InstallBranch, InstallRefusal } from '#contract/connections/marketplace.ts';
import type { MarketplaceStatus } from '#server/connections/marketplace-port.ts';

/** The vendor drops a consent that is not activated within this time (the reference, 0.1). */
export const CONSENT_MINUTES = 60;

/** Pauses before the next attempt on a branch; the last one repeats. */
const PAUSE_SECONDS = [5, 10, 20, 40, 60] as const;

/** Facts about a branch from earlier attempts of the same install. */
export type Remembered = {
  /** When the vendor reported a consent that waits for us. */
  consentSeenAt: Temporal.Instant | null;
  /** The cabinet has, or had, the branch already. */
  isKnown: boolean;
};

/**
 * Decides whether a branch may be activated.
 *
 * Nothing in the visitor's link proves that the branch belongs to them. The proof is a consent of its owner within the
 * hour; a branch that is active although we saw no consent belongs to an earlier install of somebody else, unless this
 * cabinet has it already.
 */
export function judgeConsent(
  status: MarketplaceStatus,
  { consentSeenAt, isKnown }: Remembered,
): { isGiven: true } | { isGiven: false; reason: InstallRefusal } {
  if (status === 'pending') return { isGiven: true };
  if (status === 'active')
    return consentSeenAt || isKnown ? { isGiven: true } : { isGiven: false, reason: 'installed_before' };
  if (status === 'frozen') return { isGiven: false, reason: 'frozen' };
  return { isGiven: false, reason: 'no_consent' };
}

/** Returns whether a link repeats an install: all its branches wait in it or are connected. */
export function isSameInstall(
  install: { applicationId: string; branches: readonly Pick<InstallBranch, 'externalId' | 'state'>[] },
  link: { applicationId: string; branchExternalIds: readonly string[] },
): boolean {
  const going = install.branches.filter(({ state }) => state === 'waiting' || state === 'active');
  return (
    install.applicationId === link.applicationId &&
    link.branchExternalIds.every((id) => going.some(({ externalId }) => externalId === id))
  );
}

/** Returns milliseconds until the next attempt. @param attempts attempts made on the branch */
export function pauseAfter(attempts: number, retryAfterMs: number | null): number {
  const own = (PAUSE_SECONDS[Math.min(attempts, PAUSE_SECONDS.length) - 1] ?? PAUSE_SECONDS[0]) * 1_000;
  return Math.max(own, retryAfterMs ?? 0);
}

/** Maps a vendor's lifecycle event; `nothing` is only logged. */
export function meaningOf(event: string): 'uninstall' | 'freeze' | 'nothing' {
  return event === 'uninstall' || event === 'freeze' ? event : 'nothing';
}

/**
 * Decides the change of a connected branch.
 *
 * @param reported event of the vendor's payload; null: there was none, we requested the status
 * @param status null: the vendor could not be reached
 */
export function settleBy(
  reported: 'uninstall' | 'freeze' | null,
  status: MarketplaceStatus | null,
): 'remove' | 'freeze' | 'thaw' | 'nothing' {
  if (reported === 'uninstall') return status === 'active' ? 'nothing' : 'remove';
  if (status === 'none' || status === 'pending') return 'remove';
  if (reported === 'freeze' || status === 'frozen') return 'freeze';
  return status === 'active' ? 'thaw' : 'nothing';
}
