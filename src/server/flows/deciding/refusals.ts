import { isEmptyMessage } from '#contract/texts/empty-message.ts';
import type { Refusal } from '#contract/delivery/compared.ts';
import { type SubjectToDecide, NO_HISTORY } from '#server/subjects/rules.ts';
import { flowKind, isForOwner } from '#contract/flows/kinds.ts';
import { isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import { failedCheck } from './checks.ts';
import { unmetCondition } from '#server/audiences/rules.ts';
import { wantedAt } from './moment-rules.ts';
import { remindedBefore } from './succession.ts';
import type { FlowFacts, FlowToDecide } from './decision.ts';

/** The refusals that concern the flow or its subject, for any recipient. */
export function refuse(facts: FlowFacts, flow: FlowToDecide, now: Temporal.Instant): Refusal | null {
  const { subject, event, customer } = facts;
  const history = customer?.history ?? NO_HISTORY;
  return (
    refuseByFlow(flow) ??
    refuseBySubject(subject, flow, now) ??
    unmetCondition(flow.settings.conditions, {
      subject,
      event,
      history,
      wantedAt: () => laterOf(wantedAt(facts, flow, now), now),
    }) ??
    failedCheck(subject, customer, flow, { event, now }) ??
    remindedBefore(facts, flow, now) ??
    refuseByRecipient(facts, flow)
  );
}

function refuseByFlow({ isDeleted, status, settings }: FlowToDecide): Refusal | null {
  if (isDeleted) return { rule: 'flow_deleted', compared: {} };
  if (status === 'pause') return { rule: 'flow_paused', compared: { status } };
  // NOTE: planned messages of a flow in error wait until the error is resolved: see `confirmStep`.
  if (status !== 'working' && status !== 'error') return { rule: 'flow_stopped', compared: { status } };
  return !isEmptyMessage(settings.content) ? null : { rule: 'content_rejected', compared: { text: '' } };
}

function refuseBySubject(subject: SubjectToDecide, flow: FlowToDecide, now: Temporal.Instant): Refusal | null {
  const { statuses, usefulHours } = flowKind(flow.kind);
  const { status, startsAt } = subject;
  if (subject.isOff) return { rule: 'report_off', compared: {} };
  if (!subject.isBranchActive) return { rule: 'branch_inactive', compared: { branch: subject.branchTitle } };
  if (statuses.length > 0 && !statuses.includes(status)) {
    if (subject.kind === 'cart') return { rule: 'cart_ordered', compared: { status } };
    if (status === 'cancelled') return { rule: 'visit_cancelled', compared: { status } };
    const isOver = status === 'arrived' || status === 'no_show';
    if (isOver && usefulHours === null) return { rule: 'visit_finished', compared: { status } };
    return { rule: 'status_differs', compared: { status, wanted: statuses.join(', ') } };
  }
  const hasStarted = usefulHours === null && !isBefore(now, startsAt);
  return hasStarted ? { rule: 'visit_past', compared: { startsAt: String(startsAt), now: String(now) } } : null;
}

function refuseByRecipient({ customer, testRecipients }: FlowFacts, flow: FlowToDecide): Refusal | null {
  const isToOwner = isForOwner(flow.kind);
  if (!customer && !isToOwner) return { rule: 'no_contact', compared: {} };
  const hasNoContact = (flow.mode === 'test' || isToOwner) && testRecipients.length === 0;
  return hasNoContact ? { rule: 'no_test_phone', compared: { mode: flow.mode } } : null;
}

/** Whether a customer belongs to the flow's control group: `controlPercent` of the customers who would get its messages. */
export function isHeldOut(flow: FlowToDecide, customerId: string): boolean {
  const { controlPercent = 0 } = flow.settings.options;
  return controlPercent > 0 && percentOf(`${flow.id}:${customerId}`) < controlPercent;
}

/**
 * A stable number from 0 to 99 for a text: FNV-1a, whose low bits are mixed enough to split contacts. NOTE: must never change, or
 * contacts would move in or out of the control group.
 */
function percentOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 100;
}
