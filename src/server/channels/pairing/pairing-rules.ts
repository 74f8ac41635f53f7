import { LOADING_MINUTES, PAIRING_MINUTES } from '#contract/channels/pairing.ts';

type Window = { expiresAt: Temporal.Instant | null; loadingSince: Temporal.Instant | null };

/** When a pairing that begins now ends by itself. */
export const endOfPairing = (now: Temporal.Instant) => now.add({ minutes: PAIRING_MINUTES });

/** Whole seconds until a moment; 0 when it has passed. */
export const secondsUntil = (moment: Temporal.Instant, now: Temporal.Instant) =>
  Math.max(0, Math.ceil((moment.epochMilliseconds - now.epochMilliseconds) / 1_000));

/** Whether the time of a pairing is over. */
export function isExpired({ expiresAt }: Pick<Window, 'expiresAt'>, now: Temporal.Instant): boolean {
  return expiresAt !== null && !isBefore(now, expiresAt);
}

/** Whether the gateway, or the sign-in, took longer than it may. */
export function isOverdue({ loadingSince }: Pick<Window, 'loadingSince'>, now: Temporal.Instant): boolean {
  return loadingSince !== null && !isBefore(now, loadingSince.add({ minutes: LOADING_MINUTES }));
}

/** Seconds in which a phone may enter a code; https://green-api.com/en/docs/api/account/GetAuthorizationCode/ */
const PHONE_CODE_SECONDS = 150;
/** Seconds that a gateway takes to begin again for a phone. */
const RENEWAL_SECONDS = 30;

type PhoneCode = { codeRequestedAt: Temporal.Instant | null };

/** Whole seconds in which a code can still be entered on a phone; 0 when it is over. */
export const phoneCodeSecondsLeft = ({ codeRequestedAt }: PhoneCode, now: Temporal.Instant) =>
  codeRequestedAt ? secondsUntil(codeRequestedAt.add({ seconds: PHONE_CODE_SECONDS }), now) : 0;

/** Whether the gateway may have ended its codes only to begin again for a phone. */
export const isRenewed = ({ codeRequestedAt }: PhoneCode, now: Temporal.Instant) =>
  codeRequestedAt !== null && isBefore(now, codeRequestedAt.add({ seconds: RENEWAL_SECONDS }));

/** A connected session that received nothing for this long sends a message to itself. */
const QUIET_MINUTES = 3;
/** A message to itself that has not come back after this long proves that the session is deaf. */
const ECHO_SECONDS = 60;
/** A deaf session is restarted no more often. */
const RESTART_MINUTES = 5;

/** Sessions that received something after this moment need no message to themselves. */
export const quietSince = (now: Temporal.Instant) => now.subtract({ minutes: QUIET_MINUTES });

type Receiving = {
  echoedAt: Temporal.Instant | null;
  receivedAt: Temporal.Instant | null;
  restartedAt: Temporal.Instant | null;
};

/**
 * Decides what to do about a session:
 *
 * - `echo`: it received nothing for a while: send a message to itself.
 * - `wait`: the message is on its way, or the session receives.
 * - `restart`: the message did not come back: the session is deaf. Restart it, then send another.
 * - `deaf`: the same, restarted a short time ago.
 */
export function decideEcho(
  { echoedAt, receivedAt, restartedAt }: Receiving,
  now: Temporal.Instant,
): 'echo' | 'wait' | 'restart' | 'deaf' {
  if (receivedAt !== null && !isBefore(receivedAt, quietSince(now))) return 'wait';
  const isAwaited = echoedAt !== null && (receivedAt === null || isBefore(receivedAt, echoedAt));
  if (!isAwaited) return 'echo';
  if (isBefore(now, echoedAt.add({ seconds: ECHO_SECONDS }))) return 'wait';
  const mayRestart = restartedAt === null || !isBefore(now, restartedAt.add({ minutes: RESTART_MINUTES }));
  return mayRestart ? 'restart' : 'deaf';
}

const isBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) < 0;
