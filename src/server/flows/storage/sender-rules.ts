import { isForOwner } from '#contract/flows/kinds.ts';
import type { FlowId, FlowKind } from '#contract/flows/calls.ts';
import type { SenderKind } from '#contract/senders/calls.ts';
import type { DueMessage } from '#server/delivery/port.ts';
import type { SenderRef } from '#server/delivery/ledger/rules.ts';
import type { Subject } from '#server/subjects/rules.ts';

/** The kind of a flow's sender: a flow that writes to the owner is a report. */
export function senderKindOf(kind: FlowKind): SenderKind {
  return isForOwner(kind) ? 'report' : 'flow';
}

/**
 * Kinds of marketing flows, ordered by what is lost when a message is not sent now; holds until an owner sets an
 * order. A cart loses its value within the hour and a birthday is over tomorrow; a contact who has been away for
 * months can wait a week.
 */
const MARKETING_ORDER: readonly FlowKind[] = [
  'abandoned_cart',
  'birthday',
  'threshold',
  'no_show_retry',
  'cross_selling',
  'repeat_visit',
  'group_moved',
  'lost_client',
];

/** The rank of a flow's marketing under the frequency cap; null for a kind that sends none. */
export function importanceOf(kind: FlowKind): number | null {
  const place = MARKETING_ORDER.indexOf(kind);
  return place === -1 ? null : place;
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

type OfSender = Pick<DueMessage, 'senderId' | 'senderVersion' | 'subject'>;

/** A message of the ledger that a flow planned. */
export type OfFlow<Message extends OfSender> = Omit<Message, keyof OfSender> & {
  flowId: FlowId;
  flowVersion: number;
  subject: Subject;
};

export type DueFlowMessage = OfFlow<DueMessage>;

/** @returns empty for a message of another sender */
export function toFlowMessage<Message extends OfSender>(message: Message): OfFlow<Message>[] {
  const { senderId, senderVersion, subject, ...rest } = message;
  if (!subject || senderVersion === null) return [];
  // NOTE: a flow's sender has the id of the flow.
  return [{ ...rest, flowId: senderId as FlowId, flowVersion: senderVersion, subject }];
}
