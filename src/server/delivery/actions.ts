import { type Subject, visitOf } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/message-content.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { SenderId } from '#contract/senders.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withSystem } from '#server/platform/db.ts';
import { isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/realtime.ts';
import { countBySender, countPlanned, findNextDue, listNextDue, type SenderTally } from './counts-queries.ts';
import { countLeft, type RecentMessage, listRecentMessages } from './recent-message-queries.ts';
import { dispatchChannelJob } from './jobs.ts';
import {
  cancelOutdated,
  insertOnce,
  type NewMessage,
  type PlannedRow,
  updateCancelledVersion,
  upsertMessages,
} from './planning-queries.ts';
import {
  type AskedMessage,
  type CancelledMessage,
  cancelPlanned,
  insertVerdicts,
  listSentButtons,
  type NewVerdict,
  type PlannedFilter,
} from './queries.ts';
import { isAnswering, priorityOf, type SenderRef } from './rules.ts';

/** A message a sender wants sent; unique by its sender and occasion. */
export type MessageDraft = {
  sender: SenderRef;
  /**
   * The sender's own key of what the message is for, e.g. of a reply what it answers. The same key is the same message, however often it is planned.
   */
  occasionKey: string;
  /** Null: it is about nothing the tenant keeps. */
  subject?: Subject | null;
  /** 1 where a sender has one message for a subject. */
  step?: number;
  /** Tells repeats for one subject apart, e.g. the visit's `timeVersion` for reminders. */
  occurrence?: number;
  eventId?: string | null;
  /** Null: it goes to the owner. */
  contactId: ContactId | null;
  channelId: ChannelId;
  /** Channels still to try, in order, when this one cannot reach the contact. */
  fallbackChannelIds?: readonly ChannelId[];
  /** The owner's number to send to instead of the contact's; null sends to the contact. */
  testPhone?: string | null;
  /** Left out: a message to a number of the owner's is a test. */
  isTest?: boolean;
  isMarketing?: boolean;
  /** The product's time. */
  dueAt: Temporal.Instant;
  /** After this it is of no use and is not sent; null: always of use. */
  useBy: Temporal.Instant | null;
  content: MessageContent;
};

/**
 * Plans messages by the ledger's key: planning twice is planning once, and a message of a moved visit moves. A message
 * that was cancelled or skipped and is wanted again waits again; one that left is left alone, and so is every answer.
 *
 * @returns in the order given: the message's id, and whether it waits now
 */
export async function planMessages(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  drafts: readonly MessageDraft[],
): Promise<PlannedRow[]> {
  if (drafts.length === 0) return [];
  const now = ctx.clock.now();
  const latest = [...new Map(drafts.map((draft) => [keyOf(draft), draft])).values()];
  const [answers, others] = [true, false].map((is) => latest.filter(({ sender }) => isAnswering(sender.kind) === is));
  const rows = new Map<string, PlannedRow>();
  for (const [plan, ofPlan] of [
    [insertOnce, answers],
    [upsertMessages, others],
  ] as const) {
    if (!ofPlan || ofPlan.length === 0) continue;
    const planned = await plan(scope, ofPlan.map(toNewMessage), now);
    for (const [n, draft] of ofPlan.entries()) if (planned[n]) rows.set(keyOf(draft), planned[n]);
  }
  const waiting = latest.filter((draft) => rows.get(keyOf(draft))?.isWaiting);
  if (waiting.some(({ occurrence = 1 }) => occurrence > 1))
    await cancelOutdated(
      scope,
      [...rows.values()].map(({ id }) => id),
      now,
    );
  await queueDispatch(scope, waiting);
  await announce(scope, 'delivery');
  return drafts.flatMap((draft) => rows.get(keyOf(draft)) ?? []);
}

/** Messages that still wait are not sent any more. Safe to repeat. */
export async function cancelMessages(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  filter: PlannedFilter,
  rule: DecisionRule,
): Promise<CancelledMessage[]> {
  const cancelled = await cancelPlanned(scope, filter, rule, ctx.clock.now());
  if (cancelled.length > 0) await announce(scope, 'delivery');
  return cancelled;
}

/** A sender's messages that were cancelled for some reasons come back, if ever, with another version of it. */
export async function changeCancelledVersion(
  scope: TenantScope,
  senderId: SenderId,
  change: { version: number; reasons: readonly DecisionRule[]; dueAfter: Temporal.Instant },
): Promise<void> {
  await updateCancelledVersion(scope, senderId, change);
}

/** Keeps decisions. One that says the same as the last of its step is not repeated. */
export async function recordVerdicts(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  verdicts: readonly NewVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map((verdict) => ({ ...verdict, id: randomUUIDv7() }));
  await insertVerdicts(scope, rows, ctx.clock.now());
  await announce(scope, 'delivery');
}

/** Messages with reply buttons that went to the contact on the channel, latest first: what "1" may be an answer to. */
export async function lastSentButtons(
  scope: TenantScope,
  asked: { contactId: ContactId; channelId: ChannelId; since: Temporal.Instant },
): Promise<AskedMessage[]> {
  return listSentButtons(scope, asked);
}

/** What contacts got since a moment, or are to get; without answers and tests. */
export async function recentMessagesByContact(
  scope: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, RecentMessage[]>> {
  return listRecentMessages(scope, contactIds, since);
}

/** How many messages of a sender left for contacts since a moment, or are leaving. */
export async function countSentOf(scope: TenantScope, senderId: SenderId, since: Temporal.Instant): Promise<number> {
  return countLeft(scope, senderId, since);
}

/** What became of the messages of each sender, counted from the ledger. Senders without any are left out. */
export async function countsBySender(
  scope: TenantScope,
  senderIds?: readonly SenderId[],
): Promise<Map<SenderId, SenderTally>> {
  return countBySender(scope, senderIds);
}

/** When the next message of each sender leaves; senders without any are left out. */
export async function nextDueBySender(scope: TenantScope): Promise<Map<SenderId, Temporal.Instant>> {
  return listNextDue(scope);
}

/** How many messages are still to leave before a moment, and when the first does. */
export async function forecast(
  scope: TenantScope,
  period: { until: Temporal.Instant },
): Promise<{ count: number; firstAt: Temporal.Instant | null }> {
  return countPlanned(scope, period);
}

/** What leaves next in the whole house; the demo's clock turns to it. */
export async function nextDueAt(
  ctx: Pick<Context, 'db' | 'clock'>,
): Promise<{ at: Temporal.Instant; title: string } | null> {
  const next = await withSystem(ctx.db, (scope) => findNextDue(scope, ctx.clock.now()));
  return next && { at: next.at, title: [next.senderTitle, next.contactName].filter(Boolean).join(' · ') };
}

/** Queues one dispatch a channel, at its earliest due. In the order of ids, so that two plans cannot wait for each other. */
export async function queueDispatch(
  scope: TenantScope,
  messages: readonly { channelId: ChannelId; dueAt: Temporal.Instant }[],
): Promise<void> {
  const earliest = new Map<ChannelId, Temporal.Instant>();
  for (const { channelId, dueAt } of messages) {
    const before = earliest.get(channelId);
    if (!before || isBefore(dueAt, before)) earliest.set(channelId, dueAt);
  }
  for (const [channelId, runAt] of [...earliest].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await enqueue(scope, dispatchChannelJob, { tenantId: scope.tenantId, channelId }, { runAt });
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
    useBy: draft.useBy,
    content: draft.content,
  };
}
