import type { SubscriptionState } from '#contract/billing/subscriptions.ts';
import { compareInstants, isAfter, isBefore } from '#server/platform/values/instant-rules.ts';

/** Days ahead of a charge for which a notice is sent, the nearest first. */
const NOTICE_DAYS = [1, 7] as const;
/** Days after the end of a period on which a refused charge is tried again, in the morning. */
const RETRY_DAYS = [1, 3, 5, 7] as const;
/** Days after the end of a period in which everything goes on without a payment; the last one whole. */
export const GRACE_DAYS = 7;
/** Days after which an unpaid subscription is not charged any more. */
const EXPIRY_DAYS = 30;
/** The hour of retries in the payer's zone, and the other one when the first charge was at that hour. */
const RETRY_HOURS = [10, 12] as const;

/** Reasons of the bank for which the same card is not charged again. All others may pass. */
const HARD_REASONS: ReadonlySet<string> = new Set([
  'permission_revoked',
  'card_expired',
  'payment_method_restricted',
  'invalid_card_number',
  'country_forbidden',
  'fraud_suspected',
  'mismatch',
]);

/** Whether a refusal is one of the card itself. */
export const isHard = (reason: string | null): boolean => reason !== null && HARD_REASONS.has(reason);

/** A subscription as the rules take it. */
export type RenewalFacts = {
  /** The end of what is paid for, or of the trial. */
  dueAt: Temporal.Instant;
  isTrial: boolean;
  createdAt: Temporal.Instant;
  canceledAt: Temporal.Instant | null;
  /** Days ahead of `dueAt` for which the last notice was sent. */
  noticedDays: number | null;
  stoppedAt: Temporal.Instant | null;
  cardId: string;
  /** The reason for which the card is not charged any more. */
  cardTrouble: string | null;
  /** IANA, of the payer. */
  timeZone: string;
};

/** A payment for the period that follows `dueAt`; `attempt` is null for one on the bank's page. */
export type Attempt = {
  attempt: number | null;
  cardId: string | null;
  status: 'pending' | 'succeeded' | 'canceled';
  reason: string | null;
  createdAt: Temporal.Instant;
};

export type Step =
  | { kind: 'notice'; days: number; at: Temporal.Instant }
  | { kind: 'charge'; attempt: number; at: Temporal.Instant }
  | { kind: 'stop'; at: Temporal.Instant };

export type Renewal = {
  state: SubscriptionState;
  graceUntil: Temporal.Instant;
  /** Whether the bank has not decided on a payment yet. */
  isCharging: boolean;
  /** The next step; one whose time has come is due. Null while there is nothing to do. */
  step: Step | null;
  nextChargeAt: Temporal.Instant | null;
};

/** Computes the state of a subscription and its next step. The job only carries it out. */
export function renewalOf(facts: RenewalFacts, attempts: readonly Attempt[], now: Temporal.Instant): Renewal {
  const graceUntil = graceEnd(facts);
  const state = stateOf(facts, graceUntil, now);
  const isCharging = attempts.some(({ status }) => status === 'pending');
  const charge = isCharging ? null : chargeOf(facts, { attempts, state });
  const steps = [charge, noticeOf(facts, { state, now }), stopOf(facts, { graceUntil, state })].filter(
    (step): step is Step => step !== null,
  );
  return {
    state,
    graceUntil,
    isCharging,
    step: steps.toSorted((one, other) => compareInstants(one.at, other.at))[0] ?? null,
    nextChargeAt: charge?.at ?? null,
  };
}

/** The end of the last day of grace in the payer's zone. */
export function graceEnd({ dueAt, timeZone }: Pick<RenewalFacts, 'dueAt' | 'timeZone'>): Temporal.Instant {
  const day = dueAt.toZonedDateTimeISO(timeZone).toPlainDate();
  return day
    .add({ days: GRACE_DAYS + 1 })
    .toZonedDateTime(timeZone)
    .toInstant();
}

/** Whether a refusal is worth a notice: the first, the last, and each of the card itself. */
export function isNoticed(renewal: Renewal, { attempt, reason }: Pick<Attempt, 'attempt' | 'reason'>): boolean {
  return attempt !== null && (attempt === 1 || isHard(reason) || renewal.nextChargeAt === null);
}

function stateOf(
  { dueAt, isTrial, canceledAt }: RenewalFacts,
  graceUntil: Temporal.Instant,
  now: Temporal.Instant,
): SubscriptionState {
  if (isBefore(now, dueAt)) return isTrial ? 'trial' : 'active';
  if (canceledAt) return 'expired';
  if (isBefore(now, graceUntil)) return 'grace';
  return isBefore(now, dueAt.add({ hours: 24 * EXPIRY_DAYS })) ? 'read_only' : 'expired';
}

function noticeOf(
  { dueAt, createdAt, canceledAt, noticedDays }: RenewalFacts,
  { state, now }: { state: SubscriptionState; now: Temporal.Instant },
): Step | null {
  if (canceledAt || (state !== 'trial' && state !== 'active')) return null;
  const open = NOTICE_DAYS.map((days) => ({ kind: 'notice' as const, days, at: daysBefore(dueAt, days) })).filter(
    ({ days, at }) => isAfter(at, createdAt) && (noticedDays === null || days < noticedDays),
  );
  // NOTE: of two that are due after a standstill, only the nearer one is sent.
  return open.find(({ at }) => !isAfter(at, now)) ?? open.at(-1) ?? null;
}

function chargeOf(
  facts: RenewalFacts,
  { attempts, state }: { attempts: readonly Attempt[]; state: SubscriptionState },
): Extract<Step, { kind: 'charge' }> | null {
  const { dueAt, canceledAt, cardId, cardTrouble } = facts;
  if (canceledAt || cardTrouble || state === 'expired') return null;
  const own = attempts.filter((one) => one.attempt !== null && one.cardId === cardId);
  const attempt = Math.max(0, ...attempts.map((one) => one.attempt ?? 0)) + 1;
  const last = own
    .map(({ createdAt }) => createdAt)
    .toSorted(compareInstants)
    .at(-1);
  // NOTE: a new card is charged at once, also where the other one was given up.
  if (!last) return { kind: 'charge', attempt, at: dueAt };
  if (own.some(({ reason }) => isHard(reason)) || state === 'read_only') return null;
  const at = retryTimes(facts).find((one) => isAfter(one, last));
  return at ? { kind: 'charge', attempt, at } : null;
}

function stopOf(
  { canceledAt, stoppedAt, dueAt }: RenewalFacts,
  { graceUntil, state }: { graceUntil: Temporal.Instant; state: SubscriptionState },
): Step | null {
  if (stoppedAt) return null;
  if (canceledAt) return { kind: 'stop', at: dueAt };
  return state === 'grace' || state === 'read_only' || state === 'expired' ? { kind: 'stop', at: graceUntil } : null;
}

function retryTimes({ dueAt, timeZone }: RenewalFacts): Temporal.Instant[] {
  const due = dueAt.toZonedDateTimeISO(timeZone);
  const hour = RETRY_HOURS.find((one) => one !== due.hour) ?? RETRY_HOURS[0];
  return RETRY_DAYS.map((days) =>
    due
      .toPlainDate()
      .add({ days })
      .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
      .toInstant(),
  );
}

const daysBefore = (at: Temporal.Instant, days: number) => at.subtract({ hours: 24 * days });

/** The period of grace of a subscription, in which its tariff goes on as if it were paid for; null outside it. */
export function gracePeriodOf(
  facts: Pick<RenewalFacts, 'dueAt' | 'canceledAt' | 'timeZone'>,
  now: Temporal.Instant,
): { beginsAt: Temporal.Instant; endsAt: Temporal.Instant } | null {
  const endsAt = graceEnd(facts);
  if (facts.canceledAt || isBefore(now, facts.dueAt) || !isBefore(now, endsAt)) return null;
  return { beginsAt: facts.dueAt, endsAt };
}
