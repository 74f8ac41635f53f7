import { type Refusal, refusalOf } from '#contract/delivery/compared.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { DecisionRule, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import type { FlowToDecide, Verdict } from '#server/flows/deciding/decision.ts';
import { ruleWithoutNumber } from '#server/flows/deciding/rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

/** A message of one flow about one subject, as the ledger stores it. */
export type LedgerMessage = {
  id: MessageId;
  occurrence: number;
  testPhone: string | null;
  status: MessageStatus;
  reason: string | null;
  dueAt: Temporal.Instant;
};

/** The changes that make the ledger match the decision. */
export type Reconciliation = {
  /** To be planned or replanned. */
  plan: Extract<Verdict, { outcome: 'planned' | 'deferred' }>[];
  /** Messages to be cancelled, each with its rule. */
  cancel: ({ message: LedgerMessage } & Refusal)[];
  /** Refused before a message was planned. */
  skip: Extract<Verdict, { outcome: 'skipped' }>[];
};

type FlowOfMessages = Pick<FlowToDecide, 'kind' | 'mode'>;

/**
 * Compares the decisions for a flow and its subject with the ledger. Sent messages never change.
 * @param flow of a flow about visits, messages of earlier times are cancelled as rescheduled; of others with the verdict's own rule
 */
export function reconcile(
  verdicts: readonly Verdict[],
  messages: readonly LedgerMessage[],
  flow: FlowOfMessages,
): Reconciliation {
  // An event that arrives late says nothing about messages of later events.
  const isOvertaken = (message: LedgerMessage) => verdicts.some(({ occurrence }) => occurrence < message.occurrence);
  const waiting = messages.filter((message) => message.status === 'planned' && !isOvertaken(message));
  const open = verdicts.filter((verdict) => !messages.some((message) => hasLeft(message) && isSame(message, verdict)));
  const plan = open.filter((verdict) => verdict.outcome !== 'skipped');
  const refused = open.filter((verdict) => verdict.outcome === 'skipped');
  const isCoveredBy = (verdict: Verdict) => (message: LedgerMessage) =>
    concerns(verdict, message) || (waiting.includes(message) && !isOfItsTime(verdict, flow));
  return {
    plan,
    cancel: waiting.flatMap((message) => cancellation(message, verdicts, flow)),
    skip: refused.filter((verdict) => !messages.some(isCoveredBy(verdict))),
  };
}

/** Whether a message of the flow is planned, or held back by something that may be undone: such a message is not late. */
export function hasPlannedMessage(messages: readonly LedgerMessage[], now: Temporal.Instant): boolean {
  return messages.some((message) => message.status === 'planned' || isHeldBack(message, now));
}

/** Whether a message was cancelled by something that may be undone: a stopped flow or branch, an opt-out, a cancelled or booked visit. */
export function isHeldBack(
  { status, reason, dueAt }: Pick<LedgerMessage, 'status' | 'reason' | 'dueAt'>,
  now: Temporal.Instant,
): boolean {
  return status === 'cancelled' && mayComeBack(reason) && isAfter(dueAt, stoppedSince(now));
}

/** Messages due up to this many minutes before a stopped flow is resumed, or a deleted one restored, are still sent. */
const STOP_GRACE_MINUTES = 15;

export const stoppedSince = (now: Temporal.Instant) => now.subtract({ minutes: STOP_GRACE_MINUTES });

/** Cancel reasons of messages whose flow was stopped, or whose branch was disabled or disconnected. */
export const STOPS = [
  'flow_paused',
  'flow_deleted',
  'flow_stopped',
  'branch_inactive',
] as const satisfies DecisionRule[];

/** Cancel reasons of contacts who opted out and may opt in again, or whom a member put on the ignore list by mistake. */
export const OPT_OUT_REASONS = ['opted_out', 'refuses_mailings'] as const satisfies DecisionRule[];

/** Cancel reasons by what the contact did: opted out, or booked what the message offers. */
export const CUSTOMER_CANCEL_REASONS = [...OPT_OUT_REASONS, 'bought_already'] as const satisfies DecisionRule[];

/** Cancel reasons that may be undone. A cancelled visit may be restored, and its planned messages with it. */
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

/** A verdict without a test phone concerns every recipient's message. */
function concerns(verdict: Verdict, message: LedgerMessage): boolean {
  if (message.occurrence !== verdict.occurrence) return false;
  return message.testPhone === verdict.testPhone || verdict.testPhone === null;
}

function cancellation(
  message: LedgerMessage,
  verdicts: readonly Verdict[],
  flow: FlowOfMessages,
): Reconciliation['cancel'] {
  // NOTE: a message of the visit's earlier time is moved by its successor, and cancelled without one.
  const successor = verdicts.find(({ testPhone }) => testPhone === message.testPhone);
  if (successor && successor.outcome !== 'skipped') return [];
  const refusal = successor ?? verdicts.find(({ outcome, testPhone }) => outcome === 'skipped' && testPhone === null);
  if (!refusal || refusal.outcome !== 'skipped') {
    return [{ message, rule: message.testPhone === null ? 'flow_stopped' : ruleWithoutNumber(flow), compared: {} }];
  }
  const isMoved = isOfItsTime(refusal, flow) && message.occurrence !== refusal.occurrence;
  if (isMoved) return [{ message, rule: 'visit_moved', compared: refusal.compared }];
  return [{ message, ...refusalOf(refusal) }];
}

/** Verdicts about a visit belong to its present time, unless the visit is cancelled. */
function isOfItsTime({ rule }: Pick<Verdict, 'rule'>, { kind }: FlowOfMessages): boolean {
  return flowKind(kind).subject === 'visit' && rule !== 'visit_cancelled';
}
