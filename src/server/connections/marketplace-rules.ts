import type { InstallBranch, InstallRefusal } from '#contract/marketplace.ts';
import type { MarketplaceStatus } from './marketplace-port.ts';

/** The vendor drops a consent that was not answered for so long (the reference, 0.1). */
export const CONSENT_MINUTES = 60;

/** Pauses before a branch is tried again; the last one from then on. */
const PAUSE_SECONDS = [5, 10, 20, 40, 60] as const;

/** What was learned of a branch earlier in the same install. */
export type Remembered = {
  /** The vendor said that a consent waits for us. */
  consentSeenAt: Temporal.Instant | null;
  /** The cabinet has, or had, the branch already. */
  isKnown: boolean;
};

/**
 * Whether a branch may be activated.
 *
 * Nothing in the visitor's address proves that the branch is hers. What does is that its owner consented within the
 * hour; so a branch that is active without our having seen the consent is somebody's earlier install, unless it is this
 * cabinet's own.
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

/** Whether an address asks for what an install does or did: all its branches wait there or are connected. */
export function isSameInstall(
  install: { applicationId: string; branches: readonly Pick<InstallBranch, 'externalId' | 'state'>[] },
  asked: { applicationId: string; branchExternalIds: readonly string[] },
): boolean {
  const going = install.branches.filter(({ state }) => state === 'waiting' || state === 'active');
  return (
    install.applicationId === asked.applicationId &&
    asked.branchExternalIds.every((id) => going.some(({ externalId }) => externalId === id))
  );
}

/** Milliseconds until the next try. @param tries how often the branch was tried */
export function pauseAfter(tries: number, askedForMs: number | null): number {
  const own = (PAUSE_SECONDS[Math.min(tries, PAUSE_SECONDS.length) - 1] ?? PAUSE_SECONDS[0]) * 1_000;
  return Math.max(own, askedForMs ?? 0);
}

/** What a vendor's lifecycle post means to us; `nothing` is kept in the log alone. */
export function meaningOf(event: string): 'uninstall' | 'freeze' | 'nothing' {
  return event === 'uninstall' || event === 'freeze' ? event : 'nothing';
}

/**
 * What is done with a connected branch.
 *
 * @param told by the vendor's post; null: nothing, we ask by ourselves
 * @param status null: the vendor could not be asked
 */
export function settleBy(
  told: 'uninstall' | 'freeze' | null,
  status: MarketplaceStatus | null,
): 'remove' | 'freeze' | 'thaw' | 'nothing' {
  if (told === 'uninstall') return status === 'active' ? 'nothing' : 'remove';
  if (status === 'none' || status === 'pending') return 'remove';
  if (told === 'freeze' || status === 'frozen') return 'freeze';
  return status === 'active' ? 'thaw' : 'nothing';
}
