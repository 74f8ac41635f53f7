import type { FlowMode } from '#contract/flows.ts';
import type { SubjectKind } from '#contract/subjects.ts';
import type { DecisionRule, MessageId, MessageStatus } from '#contract/delivery.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import { ruleWithoutNumber } from '#server/flows/deciding/rules.ts';
import { isAfter } from '#server/platform/instant-rules.ts';

/** A message of one flow for one visit, as the ledger has it. */
export type LedgerMessage = {
  id: MessageId;
  occurrence: number;
  testPhone: string | null;
  status: MessageStatus;
  reason: string | null;
  dueAt: Temporal.Instant;
};

/** What is to be done so that the ledger says what was decided. */
export type Reconciliation = {
  /** To be planned, or planned otherwise. */
  plan: Extract<Verdict, { outcome: 'planned' | 'deferred' }>[];
  /** No longer wanted, each with why. */
  cancel: { message: LedgerMessage; rule: DecisionRule; compared: Record<string, unknown> }[];
  /** Decided against before there was a message. */
  skip: Extract<Verdict, { outcome: 'skipped' }>[];
};

/** What was decided about, and in which mode. */
type About = { kind: SubjectKind; mode: FlowMode };

/**
 * Compares what was decided for a flow and its subject with what the ledger holds. What left already stays as it is.
 *
 * @param about.kind a visit moves, and what waited for its earlier time is told so; anything else is told why
 */
export function reconcile(
  verdicts: readonly Verdict[],
  messages: readonly LedgerMessage[],
  about: About,
): Reconciliation {
  // An event that is heard late says nothing about what came of a later one.
  const isOvertaken = (message: LedgerMessage) => verdicts.some(({ occurrence }) => occurrence < message.occurrence);
  const waiting = messages.filter((message) => message.status === 'planned' && !isOvertaken(message));
  const open = verdicts.filter((verdict) => !messages.some((message) => hasLeft(message) && isSame(message, verdict)));
  const plan = open.filter((verdict) => verdict.outcome !== 'skipped');
  const refused = open.filter((verdict) => verdict.outcome === 'skipped');
  const isToldBy = (verdict: Verdict) => (message: LedgerMessage) =>
    concerns(verdict, message) || (waiting.includes(message) && !isOfItsTime(verdict, about));
  return {
    plan,
    cancel: waiting.flatMap((message) => cancellation(message, verdicts, about)),
    skip: refused.filter((verdict) => !messages.some(isToldBy(verdict))),
  };
}

/** Whether a message of the flow waits, or would but for what was undone: then it is not late, only held. */
export function isPromised(messages: readonly LedgerMessage[], now: Temporal.Instant): boolean {
  return messages.some((message) => message.status === 'planned' || isHeldBack(message, now));
}

/** It would wait but for what may be undone: its flow or branch was stopped, she was put on a list, a visit was cancelled or booked. */
export function isHeldBack(
  { status, reason, dueAt }: Pick<LedgerMessage, 'status' | 'reason' | 'dueAt'>,
  now: Temporal.Instant,
): boolean {
  return status === 'cancelled' && mayComeBack(reason) && isAfter(dueAt, stoppedSince(now));
}

/** A flow that is continued, or whose deletion is taken back, sends what would have left this long ago, and later. */
const STOP_GRACE_MINUTES = 15;

export const stoppedSince = (now: Temporal.Instant) => now.subtract({ minutes: STOP_GRACE_MINUTES });

/** Why messages were called off whose flow was stopped, or whose branch was switched off or disconnected. */
export const STOPS = [
  'flow_paused',
  'flow_deleted',
  'flow_stopped',
  'branch_inactive',
] as const satisfies DecisionRule[];

/** Why messages of a customer were called off who may change her mind, or whom a member put on the ignore list by mistake. */
export const OPT_OUT_REASONS = ['opted_out', 'refuses_mailings'] as const satisfies DecisionRule[];

/** Why messages of a customer were called off for what she did: she is silent, or has booked what was to be offered. */
export const CUSTOMER_CANCEL_REASONS = [...OPT_OUT_REASONS, 'bought_already'] as const satisfies DecisionRule[];

/** A visit may be taken back from its cancellation: what it had promised comes back with it. */
export const RESTORABLE_CANCEL_REASONS = [
  ...STOPS,
  ...CUSTOMER_CANCEL_REASONS,
  'visit_cancelled',
] as const satisfies DecisionRule[];

function mayComeBack(reason: string | null): boolean {
  return RESTORABLE_CANCEL_REASONS.some((rule) => rule === reason);
}

function hasLeft({ status }: LedgerMessage): boolean {
  return status !== 'planned' && status !== 'cancelled' && status !== 'skipped';
}

function isSame(message: LedgerMessage, verdict: Verdict): boolean {
  return message.occurrence === verdict.occurrence && message.testPhone === verdict.testPhone;
}

/** A verdict for nobody in particular is about everybody's message. */
function concerns(verdict: Verdict, message: LedgerMessage): boolean {
  if (message.occurrence !== verdict.occurrence) return false;
  return message.testPhone === verdict.testPhone || verdict.testPhone === null;
}

function cancellation(message: LedgerMessage, verdicts: readonly Verdict[], about: About): Reconciliation['cancel'] {
  // NOTE: a message of an earlier time of the visit is moved by its successor; without one it goes.
  const successor = verdicts.find(({ testPhone }) => testPhone === message.testPhone);
  if (successor && successor.outcome !== 'skipped') return [];
  const refusal = successor ?? verdicts.find(({ outcome, testPhone }) => outcome === 'skipped' && testPhone === null);
  if (!refusal || refusal.outcome !== 'skipped') {
    return [{ message, rule: message.testPhone === null ? 'flow_stopped' : ruleWithoutNumber(about), compared: {} }];
  }
  const isMoved = isOfItsTime(refusal, about) && message.occurrence !== refusal.occurrence;
  return [{ message, rule: isMoved ? 'visit_moved' : refusal.rule, compared: refusal.compared }];
}

/** What is decided of a visit is of the time it has by then, unless there is no visit any more. */
function isOfItsTime({ rule }: Pick<Verdict, 'rule'>, { kind }: About): boolean {
  return kind === 'visit' && rule !== 'visit_cancelled';
}
