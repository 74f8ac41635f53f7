import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import { keepToDailyLimits } from './daily-limit-actions.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import { listEvents } from '#server/subjects/event-reads.ts';
import type { FlowEvent } from '#server/subjects/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { listBranchesForSending } from '#server/connections/storage/actions.ts';
import { queuePoll } from '#server/connections/storage/sync-queueing-actions.ts';
import { isUnread, type KnownBranch } from '#server/connections/storage/rules.ts';
import type { DueAnswer, DueCheck } from '#server/delivery/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import {
  contentOf,
  factsOf,
  type FactsContext,
  loadPersonal,
  loadTenantSnapshot,
  type TenantSnapshot,
} from '#server/flows/facts/fact-reads.ts';
import { queueReachCheck } from './reach-checking.ts';
import { pinnedFor, loadPinnedVersions } from './pinned-versions.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { listKnownMessages } from './queries.ts';
import { type DueFlowMessage, toFlowMessage } from '#server/flows/storage/sender-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { confirmStep } from '#server/flows/deciding/rules.ts';

/**
 * Decides again about the messages of a batch just before they are sent, and renders their texts: the visit may have moved, the contact
 * may have opted out, the flow may have been changed. The number of queries is constant.
 */
export const checkDue: DueCheck = async (scope, due, now) => {
  const messages = due.flatMap(toFlowMessage);
  const flows = byId(await listFlowsById(scope, unique(messages.map(({ flowId }) => flowId))));
  const pinned = await loadPinnedVersions(scope, [...flows.values()], messages);
  const snapshot = await loadTenantSnapshot(scope, [...flows.values(), ...pinned.values()]);
  const subjects = await subjectsOf(scope, messages, {
    flows: [...flows.values(), ...pinned.values()],
    snapshot,
    now,
  });
  const events = await eventsOf(scope, messages);
  const branches = byId(await listBranchesForSending(scope, now));

  const answers = new Map<MessageId, DueAnswer>();
  const replanned = new Set<StoredFlow>();
  const unread = new Set<KnownBranch>();
  for (const message of messages) {
    const [present, subject] = [flows.get(message.flowId), subjects.get(message.subject.id)];
    if (!present) continue;
    if (!subject) {
      answers.set(message.id, { kind: 'skip', rule: 'subject_gone', compared: {} });
      continue;
    }
    const known = { flow: pinnedFor(present, message, pinned), subject, event: events.get(message.id) ?? null };
    const answer = answerFor(scope, snapshot, { message, now, ...known });
    if (answer === 'replan' && message.wasSent) {
      // NOTE: an earlier channel had accepted it, so it is not planned again.
      answers.set(message.id, { kind: 'pass_on', rule: 'no_channel', compared: {} });
      continue;
    }
    if (answer === 'replan') {
      replanned.add(present);
      answers.set(message.id, { kind: 'defer', rule: 'channel_unavailable', until: soon(now), compared: {} });
      continue;
    }
    const branch = subject.branchId ? branches.get(subject.branchId) : undefined;
    const isChecked =
      answer.kind !== 'send' || !branch || isRecent(known.event, now) || !mustCheck(message, branch, now);
    answers.set(message.id, isChecked ? answer : checkFirst(branch, now));
    if (!isChecked) unread.add(branch);
  }
  for (const branch of unread) await queuePoll(scope, branch);
  await queueReachCheck(
    scope,
    messages.flatMap(({ id, flowId }) => {
      const [flow, answer] = [flows.get(flowId), answers.get(id)];
      if (!flow || !answer || answer.kind === 'defer') return [];
      return [{ flow, rule: answer.kind === 'skip' ? answer.rule : null }];
    }),
  );
  for (const { id } of replanned) await queuePlanAhead(scope, { flowId: id, branchId: null });
  return keepToDailyLimits(scope, { messages, answers, flows, timeZone: snapshot.tenant.timeZone, now });
};

/** The subjects of messages, with their people. */
export async function subjectsOf(
  scope: ActionScope,
  messages: readonly Pick<DueFlowMessage, 'subject'>[],
  context: Parameters<typeof loadPersonal>[2],
): Promise<Map<string, PersonalSubject>> {
  const subjects = new Map<string, PersonalSubject>();
  for (const [kind, ofKind] of Map.groupBy(messages, ({ subject }) => subject.kind)) {
    const flows = context.flows.filter((flow) => flowKind(flow.kind).subject === kind);
    const ids = unique(ofKind.map(({ subject }) => subject.id));
    for (const one of await loadPersonal(scope, { kind, ids }, { ...context, flows })) subjects.set(one.id, one);
  }
  return subjects;
}

/**
 * After an outage of ours the state of a visit is not certain, so it is polled before a message about it is sent. Once only: a booking
 * system that does not answer must not block the reminders of all its contacts.
 */
function mustCheck({ testPhone, heldBy }: DueFlowMessage, branch: KnownBranch, now: Temporal.Instant): boolean {
  return testPhone === null && heldBy !== 'visit_checking' && isUnread(branch, now);
}

/** A recent event was reported by the booking system itself, so its subject needs no poll. */
function isRecent(event: FlowEvent | null, now: Temporal.Instant): boolean {
  return event !== null && !isBefore(event.occurredAt.add({ minutes: RECENT_MINUTES }), now);
}

const RECENT_MINUTES = 10;

/** Minutes until the message is due again. Once the branch is polled the message is replanned and sent at once; see `branchCaughtUp`. */
const CHECK_WITHIN_MINUTES = 3;

function checkFirst({ changedUntil }: KnownBranch, now: Temporal.Instant): DueAnswer {
  const compared = { readUntil: String(changedUntil) };
  return { kind: 'defer', rule: 'visit_checking', until: now.add({ minutes: CHECK_WITHIN_MINUTES }), compared };
}

/** Postpones a message long enough for the queued plan to run, which then sets its final time. */
function soon(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: 10 });
}

function answerFor(
  ctx: FactsContext,
  snapshot: TenantSnapshot,
  input: {
    message: DueFlowMessage;
    now: Temporal.Instant;
    flow: StoredFlow;
    subject: PersonalSubject;
    event: FlowEvent | null;
  },
): DueAnswer | 'replan' {
  const { message, now, flow, subject, event } = input;
  const facts = factsOf(subject, flow, snapshot, { event, hasPlannedMessage: true });
  const confirmed = confirmStep(facts, flow, message, { now, policy: snapshot.policy });
  if (confirmed.kind === 'replan') return 'replan';
  if (confirmed.kind === 'skip') return { kind: 'skip', ...confirmed.refusal };
  if (confirmed.kind === 'defer') return confirmed;
  // NOTE: the decision was about the subject's present contact; the former contact must not get the message.
  if (message.contactId !== subject.contactId) return 'replan';
  const about = { subject, event, isTest: message.isTest };
  return { kind: 'send', content: contentOf(ctx, snapshot, flow, about).content };
}

/** The event of each message, by the ledger, since delivery does not pass it. */
export async function eventsOf(
  scope: TenantScope,
  messages: readonly Pick<DueFlowMessage, 'id' | 'flowId' | 'subject'>[],
): Promise<Map<MessageId, FlowEvent>> {
  const due = new Set(messages.map(({ id }) => id));
  const subjectIds = unique(messages.map(({ subject }) => subject.id));
  const flowIds = unique(messages.map(({ flowId }) => flowId));
  const known = (await listKnownMessages(scope, flowIds, subjectIds)).filter(({ id }) => due.has(id));
  const events = byId(await listEvents(scope, unique(known.flatMap(({ eventId }) => eventId ?? []))));
  return new Map(
    known.flatMap(({ id, eventId }) => {
      const event = eventId ? events.get(eventId) : undefined;
      return event ? [[id, event] as const] : [];
    }),
  );
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<Row['id'], Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
