import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowId, FlowKind } from '#contract/flows.ts';
import type { SenderKind } from '#contract/senders.ts';
import type { DueMessage } from '#server/delivery/port.ts';
import type { SenderRef } from '#server/delivery/rules.ts';
import type { Subject } from '#server/subjects/rules.ts';

/** The kind of a flow's sender: a flow about a day or a week is a report. */
export function senderKindOf(kind: FlowKind): SenderKind {
  const { subject } = FLOW_CATALOGUE[kind];
  return subject === 'day' || subject === 'week' ? 'report' : 'flow';
}

export function senderOf({ id, kind, version }: { id: FlowId; kind: FlowKind; version: number }): SenderRef {
  return { id, kind: senderKindOf(kind), version };
}

/** The idempotency key of a flow's message: subject, step, occurrence and test phone. */
export function occasionKeyOf(
  subject: Subject,
  { step, occurrence, testPhone }: { step: number; occurrence: number; testPhone: string | null },
): string {
  return [subject.id, step, occurrence, testPhone ?? ''].join(':');
}

/** A flow's message that is due. */
export type DueFlowMessage = Omit<DueMessage, 'senderId' | 'senderVersion' | 'subject'> & {
  flowId: FlowId;
  flowVersion: number;
  subject: Subject;
};

/** @returns empty for a message of another sender */
export function toDueFlowMessage({ senderId, senderVersion, subject, ...message }: DueMessage): DueFlowMessage[] {
  if (!subject || senderVersion === null) return [];
  // NOTE: a flow's sender has the id of the flow.
  return [{ ...message, flowId: senderId as FlowId, flowVersion: senderVersion, subject }];
}
