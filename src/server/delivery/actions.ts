import { DEFAULT_CONTACT_POLICY } from '#server/policy/rules.ts';
import { type Subject, visitOf } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/message-content.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { ContactPolicy, DecisionRule } from '#contract/delivery.ts';
import type { FlowId } from '#contract/flows.ts';
import type { VisitId } from '#contract/visits.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { countByFlow, countPlanned, findNextDue, type FlowTally, listNextDue } from './counts-queries.ts';
import { countLeft, type RecentMessage, listRecentMessages } from './recent-message-queries.ts';
import { dispatchChannelJob, policyChanged } from './jobs.ts';
import {
  cancelOutdated,
  insertKeyedMessages,
  type NewMessage,
  type PlannedRow,
  updateCancelledVersion,
  upsertFlowMessages,
} from './planning-queries.ts';
import {
  type AskedMessage,
  type CancelledMessage,
  cancelPlanned,
  findContactPolicy,
  insertVerdicts,
  listKnownFlows,
  listSentButtons,
  type NewVerdict,
  type PlannedFilter,
  saveContactPolicy,
} from './queries.ts';
import { PRIORITY } from './rules.ts';

type Said = {
  channelId: ChannelId;
  /** Channels still to try, in order, when this one cannot reach the customer. */
  fallbackChannelIds?: readonly ChannelId[];
  /** The product's time. */
  dueAt: Temporal.Instant;
  /** After this it is of no use and is not sent; null: always of use. */
  useBy: Temporal.Instant | null;
  content: MessageContent;
};

/** A flow's message: unique by flow, subject, step, occurrence and test phone. */
export type FlowMessage = Said & {
  flowId: FlowId;
  flowVersion: number;
  subject: Subject;
  /** 1 where a flow has one message. */
  step: number;
  /** Tells repeats for one subject apart, e.g. the visit's `timeVersion` for reminders. */
  occurrence: number;
  eventId: string | null;
  /** Null of what goes to the owner herself. */
  contactId: ContactId | null;
  /** The owner's number to send to instead of the customer's; null sends to the customer. */
  testPhone: string | null;
  /** Of a flow in test mode. Left out: what goes to a number of the owner's is. */
  isTest?: boolean;
  isMarketing: boolean;
};

/** A message that was not planned by a flow's event: a bot's answer, a person's, or a trial. Unique by its key. */
export type OwnMessage = Said & {
  origin: 'reply' | 'test' | 'member';
  /** The same key is the same message, however often it is told. */
  key: string;
  contactId: ContactId | null;
  flowId?: FlowId | null;
  visitId?: VisitId | null;
  testPhone?: string | null;
};

/**
 * Plans flow messages by the ledger's key: planning twice is planning once, and a message of a moved visit moves.
 * What was cancelled or skipped and is wanted again waits again; what left is left alone.
 *
 * @returns in the order given: the message's id, and whether it waits now
 */
export async function planMessages(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  messages: readonly FlowMessage[],
): Promise<PlannedRow[]> {
  if (messages.length === 0) return [];
  const now = ctx.clock.now();
  const latest = new Map(messages.map((message) => [stepKey(message), message]));
  const wanted = [...latest.values()].map(toNewFlowMessage);
  const rows = await upsertFlowMessages(scope, wanted, now);
  const waiting = wanted.filter((_, n) => rows[n]?.isWaiting);
  if (waiting.some(({ occurrence }) => occurrence > 1))
    await cancelOutdated(
      scope,
      rows.map(({ id }) => id),
      now,
    );
  await queueDispatch(scope, waiting);
  await announce(scope, 'delivery');
  const rowByKey = new Map([...latest.keys()].map((key, n) => [key, rows[n]]));
  return messages.map((message) => rowByKey.get(stepKey(message))).filter((row) => row !== undefined);
}

/** Sends messages that are no flow's plan, each once by its key. */
export async function planOwnMessages(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  messages: readonly OwnMessage[],
): Promise<PlannedRow[]> {
  if (messages.length === 0) return [];
  const wanted = messages.map(toNewOwnMessage);
  const rows = await insertKeyedMessages(scope, wanted, ctx.clock.now());
  await queueDispatch(
    scope,
    wanted.filter((_, n) => rows[n]?.isWaiting),
  );
  await announce(scope, 'delivery');
  return rows;
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

/** Messages of a flow that were called off for some reasons come back, if ever, with another version of it. */
export async function changeCancelledVersion(
  scope: TenantScope,
  flowId: FlowId,
  change: { version: number; reasons: readonly DecisionRule[]; dueAfter: Temporal.Instant },
): Promise<void> {
  await updateCancelledVersion(scope, flowId, change);
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

export async function getContactPolicy(scope: TenantScope): Promise<ContactPolicy> {
  return (await findContactPolicy(scope)) ?? DEFAULT_CONTACT_POLICY;
}

/**
 * Changes the policy, and lets what is planned follow it.
 *
 * @throws {Problem} `flow.not_found` where the order names a flow the cabinet has not
 */
export async function setContactPolicy(ctx: MemberContext, wanted: ContactPolicy): Promise<ContactPolicy> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const policy = { ...wanted, flowOrder: [...new Set(wanted.flowOrder)] };
    await checkFlowOrder(scope, policy);
    await saveContactPolicy(scope, policy);
    await emit(ctx, scope, policyChanged, { dedupeKey: randomUUIDv7(), facts: {}, occurredAt: ctx.clock.now() });
    return policy;
  });
}

/** @throws {Problem} `flow.not_found` where the order names a flow the cabinet has not */
export async function checkFlowOrder(scope: TenantScope, { flowOrder }: ContactPolicy): Promise<void> {
  const wanted = [...new Set(flowOrder)];
  const known = await listKnownFlows(scope, wanted);
  if (known.length < wanted.length) throw new Problem('flow.not_found');
}

/** Messages with reply buttons that went to the contact on the channel, latest first: what "1" may be an answer to. */
export async function lastSentButtons(
  scope: TenantScope,
  asked: { contactId: ContactId; channelId: ChannelId; since: Temporal.Instant },
): Promise<AskedMessage[]> {
  return listSentButtons(scope, asked);
}

/** What customers got from flows since a moment, or are to get; trials of owners left out. */
export async function recentMessagesByContact(
  scope: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, RecentMessage[]>> {
  return listRecentMessages(scope, contactIds, since);
}

/** How many messages of a flow left for customers since a moment, or are leaving. */
export async function countSentOf(scope: TenantScope, flowId: FlowId, since: Temporal.Instant): Promise<number> {
  return countLeft(scope, flowId, since);
}

/** What became of the messages of each flow, counted from the ledger. Flows without any are left out. */
export async function countsByFlow(scope: TenantScope, flowIds?: readonly FlowId[]): Promise<Map<FlowId, FlowTally>> {
  return countByFlow(scope, flowIds);
}

/** When the next message of each flow leaves; flows without any are left out. */
export async function nextDueByFlow(scope: TenantScope): Promise<Map<FlowId, Temporal.Instant>> {
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
  return next && { at: next.at, title: [next.flowTitle, next.contactName].filter(Boolean).join(' · ') };
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

function stepKey(message: FlowMessage): string {
  return [message.flowId, message.subject.id, message.step, message.occurrence, message.testPhone ?? ''].join(' ');
}

function toNewFlowMessage(message: FlowMessage): NewMessage {
  return {
    ...message,
    origin: 'flow',
    originKey: null,
    visitId: visitOf(message.subject),
    fallbackChannelIds: message.fallbackChannelIds ?? [],
    addressId: null,
    isTest: message.isTest ?? message.testPhone !== null,
    priority: message.isMarketing ? PRIORITY.marketing : PRIORITY.transactional,
  };
}

function toNewOwnMessage(message: OwnMessage): NewMessage {
  return {
    origin: message.origin,
    originKey: `${message.origin}:${message.key}`,
    flowId: message.flowId ?? null,
    flowVersion: null,
    subject: null,
    visitId: message.visitId ?? null,
    step: 1,
    occurrence: 1,
    eventId: null,
    contactId: message.contactId,
    channelId: message.channelId,
    fallbackChannelIds: message.fallbackChannelIds ?? [],
    addressId: null,
    testPhone: message.testPhone ?? null,
    isTest: message.origin === 'test',
    isMarketing: false,
    priority: PRIORITY.answer,
    dueAt: message.dueAt,
    useBy: message.useBy,
    content: message.content,
  };
}
