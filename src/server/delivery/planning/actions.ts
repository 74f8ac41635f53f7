import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Services, ActionScope } from '#server/platform/context/context.ts';
import { type Subject, visitOf } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import {
  countBySender,
  countPlanned,
  listNextDue,
  type NextDue,
  type SenderTally,
} from '#server/delivery/ledger/counts-queries.ts';
import { findNextMoment, listNextMoments } from './moment-queries.ts';
import { countLeft, type RecentMessage, listRecentMessages } from './recent-message-queries.ts';
import { dispatchChannelJob } from '#server/delivery/jobs.ts';
import {
  insertOnce,
  listFormer,
  type NewMessage,
  type PlannedRow,
  updateCancelledVersion,
  upsertMessages,
} from './planning-queries.ts';
import {
  type AnswerableMessage,
  type CancelledMessage,
  cancelPlanned,
  insertVerdicts,
  listSentButtons,
  type NewVerdict,
  type PlannedFilter,
} from '#server/delivery/ledger/queries.ts';
import { isAnswering, priorityOf, type SenderRef } from '#server/delivery/ledger/rules.ts';

/** A message a sender wants sent; unique by its sender and occasion. */
export type MessageDraft = {
  sender: SenderRef;
  /**
   * The sender's idempotency key, e.g. the answered message of a reply. A second draft with the same key is the
   * same message.
   */
  occasionKey: string;
  /** Null: it is about no stored subject. */
  subject?: Subject | null;
  /** 1 where a sender has one message for a subject. */
  step?: number;
  /** Distinguishes repeats for one subject, e.g. the visit's `timeVersion` for reminders. */
  occurrence?: number;
  eventId?: string | null;
  /** Null: it is sent to the owner. */
  contactId: ContactId | null;
  channelId: ChannelId;
  /** Channels to try next, in order, when this one cannot reach the contact. */
  fallbackChannelIds?: readonly ChannelId[];
  /** The owner's number to send to instead of the contact's; null sends to the contact. */
  testPhone?: string | null;
  /** Left out: a message to an owner's number is a test. */
  isTest?: boolean;
  isMarketing?: boolean;
  /** The product's time. */
  dueAt: Temporal.Instant;
  /** After this it is of no use and is not sent; null: always of use. */
  useBy: Temporal.Instant | null;
  /** The rule by which it waits until it is due. */
  heldBy?: DecisionRule | null;
  content: MessageContent;
};

/**
 * Plans messages by the ledger's unique key. Idempotent: a message of a moved visit is moved. A message that was
 * cancelled or skipped waits again when it is planned again; sent messages and all answers stay unchanged.
 *
 * @returns in the order given: the message's id, and whether it waits now
 */
export async function planMessages(scope: ActionScope, drafts: readonly MessageDraft[]): Promise<PlannedRow[]> {
  if (drafts.length === 0) return [];
  const now = scope.clock.now();
  const latest = [...new Map(drafts.map((draft) => [keyOf(draft), draft])).values()];
  const [answers, others] = [true, false].map((is) => latest.filter(({ sender }) => isAnswering(sender.kind) === is));
  const rows = new Map<string, PlannedRow>();
  for (const [plan, ofPlan] of [
    [insertOnce, answers],
    [planOrMove, others],
  ] as const) {
    if (!ofPlan || ofPlan.length === 0) continue;
    const planned = await plan(scope, ofPlan.map(toNewMessage), now);
    for (const [n, draft] of ofPlan.entries()) if (planned[n]) rows.set(keyOf(draft), planned[n]);
  }
  const waiting = latest.filter((draft) => rows.get(keyOf(draft))?.isWaiting);
  await queueDispatch(scope, waiting);
  await announce(scope, 'delivery');
  return drafts.flatMap((draft) => rows.get(keyOf(draft)) ?? []);
}

/** Writes messages, or moves those that wait for a former time; cancels those that then still wait for one. */
async function planOrMove(
  scope: TenantScope,
  messages: readonly NewMessage[],
  now: Temporal.Instant,
): Promise<PlannedRow[]> {
  const former = await listFormer(scope, messages);
  const planned = await upsertMessages(scope, messages, { former, now });
  const present = new Set(planned.map(({ id }) => id));
  const outdated = former.flatMap(({ id }) => (present.has(id) ? [] : id));
  if (outdated.length > 0) await cancelPlanned(scope, { ids: outdated }, 'visit_moved', now);
  return planned;
}

/** Cancels messages that still wait. Safe to repeat. */
export async function cancelMessages(
  scope: ActionScope,
  filter: PlannedFilter,
  rule: DecisionRule,
): Promise<CancelledMessage[]> {
  const cancelled = await cancelPlanned(scope, filter, rule, scope.clock.now());
  if (cancelled.length > 0) await announce(scope, 'delivery');
  return cancelled;
}

/** Sets the version with which a sender's messages, cancelled for some reasons, may be restored. */
export async function changeCancelledVersion(
  scope: TenantScope,
  senderId: SenderId,
  change: { version: number; reasons: readonly DecisionRule[]; dueAfter: Temporal.Instant },
): Promise<void> {
  await updateCancelledVersion(scope, senderId, change);
}

/** Records decisions. A decision equal to the last one of its step is not repeated. */
export async function recordVerdicts(scope: ActionScope, verdicts: readonly NewVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map((verdict) => ({ ...verdict, id: randomUUIDv7() }));
  await insertVerdicts(scope, rows, scope.clock.now());
  await announce(scope, 'delivery');
}

/**
 * Lists messages with reply buttons that were sent to the contact on the channel, latest first: an inbound "1" may
 * answer one of them.
 */
export async function lastSentButtons(
  scope: TenantScope,
  question: { contactId: ContactId; channelId: ChannelId; since: Temporal.Instant },
): Promise<AnswerableMessage[]> {
  return listSentButtons(scope, question);
}

/** Lists messages that were sent since a moment, or are planned, by contact; without answers and tests. */
export async function recentMessagesByContact(
  scope: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, RecentMessage[]>> {
  return listRecentMessages(scope, contactIds, since);
}

/** Counts a sender's messages to contacts that were sent since a moment, or are being sent. */
export async function countSentOf(scope: TenantScope, senderId: SenderId, since: Temporal.Instant): Promise<number> {
  return countLeft(scope, senderId, since);
}

/** Counts each sender's messages by status, from the ledger. Senders without any are left out. */
export async function countsBySender(
  scope: TenantScope,
  senderIds?: readonly SenderId[],
): Promise<Map<SenderId, SenderTally>> {
  return countBySender(scope, senderIds);
}

/** When each sender's next message is due; senders without any are left out. */
export async function nextDueBySender(scope: TenantScope): Promise<Map<SenderId, Temporal.Instant>> {
  return new Map([...(await listNextDue(scope))].map(([id, { at }]) => [id, at]));
}

/** Each sender's next message and what holds it; senders without any are left out. */
export async function nextBySender(scope: TenantScope): Promise<Map<SenderId, NextDue>> {
  return listNextDue(scope);
}

/** Counts messages still to be sent before a moment, with the time of the first. */
export async function forecast(
  scope: TenantScope,
  period: { until: Temporal.Instant },
): Promise<{ count: number; firstAt: Temporal.Instant | null }> {
  return countPlanned(scope, period);
}

/**
 * When the next message of any tenant is due, or goes on to its next channel; the demo's clock advances to it.
 *
 * @param phone of the contact whose messages alone count
 */
export async function nextDueAt(scope: SystemScope & Services, phone?: string): Promise<Temporal.Instant | null> {
  return findNextMoment(scope, scope.clock.now(), phone);
}

/** The same of the cabinets of each language, with its title in that language. */
export async function nextDueByLanguage(
  scope: SystemScope & Services,
): Promise<Record<string, { at: string; title: string }>> {
  const found = await listNextMoments(scope, scope.clock.now());
  return Object.fromEntries(
    found.map(({ language, at, senderTitle, contactName }) => [
      language,
      { at: at.toString(), title: [senderTitle, contactName].filter(Boolean).join(' · ') },
    ]),
  );
}

/** Queues one dispatch per channel, at its earliest due message. */
export async function queueDispatch(
  scope: TenantScope,
  messages: readonly { channelId: ChannelId; dueAt: Temporal.Instant }[],
): Promise<void> {
  const earliest = new Map<ChannelId, Temporal.Instant>();
  for (const { channelId, dueAt } of messages) {
    const before = earliest.get(channelId);
    if (!before || isBefore(dueAt, before)) earliest.set(channelId, dueAt);
  }
  const jobs = [...earliest].map(([channelId, runAt]) =>
    prepareJob(dispatchChannelJob, { tenantId: scope.tenantId, channelId }, { runAt }),
  );
  await enqueueAll(scope, jobs);
}

const keyOf = ({ sender, occasionKey }: MessageDraft): string => `${sender.id} ${occasionKey}`;

function toNewMessage(draft: MessageDraft): NewMessage {
  const { sender, testPhone = null, isMarketing = false, subject = null } = draft;
  return {
    senderId: sender.id,
    senderVersion: sender.version,
    occasionKey: draft.occasionKey,
    subject,
    visitId: subject && visitOf(subject),
    step: draft.step ?? 1,
    occurrence: draft.occurrence ?? 1,
    eventId: draft.eventId ?? null,
    contactId: draft.contactId,
    channelId: draft.channelId,
    fallbackChannelIds: draft.fallbackChannelIds ?? [],
    testPhone,
    isTest: draft.isTest ?? testPhone !== null,
    isMarketing,
    priority: priorityOf(sender.kind, isMarketing),
    dueAt: draft.dueAt,
    heldBy: draft.heldBy ?? null,
    useBy: draft.useBy,
    content: draft.content,
  };
}
