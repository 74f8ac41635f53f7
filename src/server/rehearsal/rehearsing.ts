import { type Refusal, refusalOf } from '#contract/delivery/compared.ts';
import type { FlowEvent } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { lateness } from '#server/delivery/ledger/dispatch-rules.ts';
import { leavingForm } from '#server/texts/content/rendered-message-rules.ts';
import { isWindowOpen } from '#server/contacts/book/channel-choice-rules.ts';
import { momentOf } from '#server/flows/deciding/moment-rules.ts';
import { confirmStep } from '#server/flows/deciding/rules.ts';
import { contentOf, factsOf, type FactsContext, type TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { CUSTOMER_CANCEL_REASONS } from '#server/flows/planning/reconciling-rules.ts';
import { isOfferAhead, REFUSED_DAYS, unblocksOthers } from '#server/flows/planning/requalifying-actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { isCandidate } from '#server/flows/planning/candidate-actions.ts';
import { type SubjectHistory, subjectAt } from '#server/subjects/history-rules.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';
import { partsOf } from '#server/texts/content/part-rules.ts';
import { priceOfMessage } from '#server/texts/content/price-rules.ts';
import { agendaOf, type AgendaItem } from './agenda.ts';
import { type LastSendOfDay, postponedByLast } from './last-send-of-day.ts';
import { plan } from './plans.ts';
import type { RehearsedRow } from './rules.ts';
import {
  type About,
  type CustomerState,
  customerStateAt,
  type Message,
  type Period,
  personalAt,
  type RehearsedPerson,
  settle,
  type SimulationState,
  simulationStateOf,
} from './simulation-state.ts';

/**
 * Runs flows over the past of one contact with the same functions that plan and send, but with a clock and a ledger of its own.
 * @param flows live, working, and started before the period
 * @param last the last message of each day over a daily limit, as far as known
 * @returns the outcome of every occasion, including those before the period
 */
export function rehearsePerson(
  ctx: FactsContext,
  snapshot: TenantSnapshot,
  person: RehearsedPerson,
  { flows, last, ...period }: Period & { flows: readonly StoredFlow[]; last: LastSendOfDay },
): RehearsedRow[] {
  const state = simulationStateOf({ ctx, snapshot, flows, person, last, ...period });
  const agenda = agendaOf(flows, person, period);
  for (let next = 0; ;) {
    const [item, due] = [agenda[next], nextDue(state)];
    const [first] = due;
    if (item && (!first || !isAfter(item.at, first.dueAt))) {
      next += 1;
      happen(state, item);
    } else if (first) leave(state, due, first.dueAt);
    else break;
  }
  return [...state.outcomes.values()];
}

/** The planned messages within the period that are due first: all of one moment. */
function nextDue({ ledger, until }: SimulationState): Message[] {
  let next: Message[] = [];
  for (const message of ledger) {
    if (message.status !== 'planned' || isAfter(message.dueAt, until)) continue;
    const order = next[0] ? compareInstants(message.dueAt, next[0].dueAt) : -1;
    if (order <= 0) next = order < 0 ? [message] : [...next, message];
  }
  return next;
}

function happen(state: SimulationState, { at, history, event, flow }: AgendaItem): void {
  if (flow && history) {
    const subject = subjectAt(history, at);
    if (!subject || !isCandidate(flow, subject, at)) return;
  }
  if (history && !event) return plan(state, { histories: [history], at, ...(flow && { flow }) });
  const isFreed = event !== null && unblocksOthers(event);
  const others = state.person.histories.filter((other) => {
    const id = other.snapshots[0]?.subject.id;
    const isWaiting = state.ledger.some((message) => message.subjectId === id && mayLeave(message, at));
    const isConcerned =
      isWaiting || (isFreed && isRefusedForVisit(state, other, at)) || (!history && isAhead(other, at));
    return other !== history && isConcerned;
  });
  plan(state, { histories: history ? [history, ...others] : others, event, at });
  if (isFreed) offerAgain(state, at);
}

/** Whether a message is planned, or cancelled only by what the contact did. */
function mayLeave({ status, reason, dueAt }: Message, at: Temporal.Instant): boolean {
  const isCalledOff = status === 'cancelled' && CUSTOMER_CANCEL_REASONS.some((rule) => rule === reason);
  return status === 'planned' || (isCalledOff && isAfter(dueAt, at));
}

/** Decides again about refused offers, by the event of that time. */
function offerAgain(state: SimulationState, at: Temporal.Instant): void {
  const refused = [...state.refusedOffers.values()].filter(({ flow, event }) => isOfferAhead(flow, event, at));
  for (const { flow, history, event } of refused) {
    const id = history.snapshots[0]?.subject.id;
    const isMade = state.ledger.some((message) => message.flowId === flow.id && message.subjectId === id);
    if (!isMade) plan(state, { histories: [history], event, at, flow });
  }
}

/** Whether a visit lies ahead; false for a cancelled one. */
function isAhead(history: SubjectHistory, at: Temporal.Instant): boolean {
  const subject = subjectAt(history, at);
  return subject?.kind === 'visit' && subject.status !== 'cancelled' && isAfter(subject.startsAt, at);
}

/** Whether a message about the subject was refused because of a visit ahead, and its moment lies ahead. */
function isRefusedForVisit(
  { refusedForVisit, ledger }: SimulationState,
  history: SubjectHistory,
  now: Temporal.Instant,
): boolean {
  const subject = subjectAt(history, now);
  const since = now.subtract({ hours: 24 * REFUSED_DAYS });
  return refusedForVisit.some(({ flow, subjectId, at }) => {
    if (subjectId !== subject?.id || !isAfter(at, since)) return false;
    const known = ledger.find((message) => message.flowId === flow.id && message.subjectId === subjectId);
    return isAfter(known?.dueAt ?? momentOf(subject, flow), now);
  });
}

/** Decides again about all due messages before the first is sent, as dispatch does. */
function leave(state: SimulationState, messages: readonly Message[], now: Temporal.Instant): void {
  const customer = customerStateAt(state, now);
  const outcomes = messages.map((message) => ({ message, meet: decideDue(state, customer, message, now) }));
  for (const { message, meet } of outcomes) if (message.status === 'planned' && message.dueAt.equals(now)) meet();
}

/** @returns the effect of the decision: sends, postpones or drops the message */
function decideDue(
  state: SimulationState,
  customer: CustomerState,
  message: Message,
  now: Temporal.Instant,
): () => void {
  const { snapshot, person } = state;
  const flow = state.flows.find(({ id }) => id === message.flowId);
  const history = person.histories.find(({ snapshots }) => snapshots[0]?.subject.id === message.subjectId);
  const subject = history && personalAt(customer, history, now);
  if (!flow || !history || !subject) return () => void (message.status = 'cancelled');
  const about = { subject, flow };
  if (!isAfter(message.useBy, now)) {
    const compared = lateness(message.useBy, message.held?.rule ?? null, now);
    return () => giveUp(state, about, message, { rule: 'too_late', compared });
  }
  const event = history.events.find(({ id }) => id === message.eventId) ?? null;
  const facts = factsOf(subject, flow, snapshot, { event, hasPlannedMessage: true });
  const confirmed = confirmStep(facts, flow, message, { now, policy: snapshot.policy });

  if (confirmed.kind === 'skip') return () => giveUp(state, about, message, confirmed.refusal);
  if (confirmed.kind === 'defer' && isAfter(confirmed.until, now)) return () => wait(message, confirmed);
  if (confirmed.kind === 'replan' && message.replans < MAX_REPLANS) {
    return () => {
      message.replans += 1;
      plan(state, { histories: [history], at: now });
    };
  }
  return () => {
    const flowIndex = state.flows.indexOf(flow);
    const place = { flowIndex, at: now, contactId: person.contactId, subjectId: subject.id };
    const putOff = postponedByLast(state.last, flow, { ...place, timeZone: snapshot.tenant.timeZone });
    if (putOff) wait(message, putOff);
    else send(state, { ...about, event }, message);
  };
}

/** Bounds the replans of one message, since a plan that changes nothing would be requested without end. */
const MAX_REPLANS = 3;

function giveUp(state: SimulationState, about: About, message: Message, { rule, compared }: Refusal): void {
  message.status = 'skipped';
  settle(state, about, message.occurrence, { outcome: 'skipped', rule, compared, at: message.dueAt, body: '' });
}

function wait(message: Message, hold: Refusal & { until: Temporal.Instant }): void {
  message.dueAt = hold.until;
  message.held = refusalOf(hold);
}

function send(
  state: SimulationState,
  { subject, flow, event }: { subject: PersonalSubject; flow: StoredFlow; event: FlowEvent | null },
  message: Message,
): void {
  const { ctx, snapshot } = state;
  const { occurrence, dueAt: at, held } = message;
  const { isMarketing } = flowKind(flow.kind);
  const { content } = contentOf(ctx, snapshot, flow, { subject, event, isTest: false });
  const { body, ...price } = leavingOf(content, message.channelId, { ctx, subject, snapshot, at });
  message.status = 'sent';
  state.recentMessages.push({
    senderId: flow.id,
    subjectId: subject.id,
    occurrence,
    at,
    isMarketing,
    title: flow.title,
  });
  settle(state, { subject, flow }, occurrence, {
    outcome: 'sent',
    rule: 'due',
    compared: {},
    ...held,
    at,
    body,
    ...price,
  });
}

type Occasion = { ctx: FactsContext; subject: PersonalSubject; snapshot: TenantSnapshot; at: Temporal.Instant };

/** The text that is sent, the template's where free text is not allowed at that time, and its price. */
function leavingOf(
  content: MessageContent,
  channelId: ChannelId,
  { ctx, subject, snapshot, at }: Occasion,
): Pick<RehearsedRow, 'body' | 'price'> {
  const channel = snapshot.channels.find(({ id }) => id === channelId);
  if (!channel) return { body: content.text };
  const { addresses = [], contact } = subject.person?.reach ?? {};
  const leaving = leavingForm(content, channel, isWindowOpen(channel, { addresses }, at));
  const template =
    leaving.form === 'template' &&
    snapshot.knownTemplates.find((one) => one.channelId === channelId && one.name === leaving.template.name);
  const category = leaving.form === 'template' ? template && template.category?.toLowerCase() : 'service';
  const price = priceOfMessage(
    {
      kind: channel.kind,
      category: category || '',
      prefix: contact?.phone?.slice(1) ?? '',
      parts: partsOf(content, channel, snapshot.origin) ?? 1,
    },
    ctx.config.messagePrices,
  );
  return { body: leaving.text, ...(price && { price }) };
}
