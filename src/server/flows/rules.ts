import type { ChannelId } from '#contract/channels.ts';
import type { ContactPolicy, DecisionRule } from '#contract/delivery.ts';
import type { Flow, FlowStatus } from '#contract/flows.ts';
import { askPolicy, type Urgency } from '#server/delivery/rules.ts';
import { FLOW_KINDS } from './catalogue.ts';
import { channelsOf, chooseChannel, type Person } from './channel-choice.ts';
import { type Refusal, unmetCondition } from './conditions.ts';
import type { FlowFacts, FlowToDecide, Outcome, Verdict, VisitEvent, VisitToDecide } from './decision.ts';
import { usableTemplates } from './templates.ts';
import { nextOpening, windowValues } from './timing.ts';

/** The statuses a flow may move to by what a person does. An empty list is a final status. */
const NEXT_STATUSES: Record<FlowStatus, readonly FlowStatus[]> = {
  none: ['waiting', 'working', 'pause', 'canceled'],
  waiting: ['working', 'pause', 'canceled'],
  working: ['pause', 'done', 'error', 'canceled'],
  pause: ['working', 'canceled'],
  error: ['working', 'pause', 'canceled'],
  done: [],
  canceled: [],
  unavailable: ['none'],
};

export function canBecome(from: FlowStatus, to: FlowStatus): boolean {
  return NEXT_STATUSES[from].includes(to);
}

/** A flow has one message. */
const STEP = 1;

/**
 * What a flow does about a visit: one verdict, in test mode one for each of the owner's numbers.
 *
 * Called when something happens, to plan, and again when a message is due, to confirm. It knows nothing but its
 * arguments, so rehearsal, trace and forecast get the same answer.
 *
 * @param now the product's time
 * @param policy the cabinet's contact policy
 */
export function decide(facts: FlowFacts, flow: FlowToDecide, now: Temporal.Instant, policy: ContactPolicy): Verdict[] {
  const verdict = { step: STEP, occurrence: occurrenceOf(flow.kind, facts.visit) };
  const refusal = refuse(facts, flow, now);
  if (refusal) return [{ ...verdict, testPhone: null, outcome: 'skipped', ...refusal }];

  if (flow.mode === 'combat' && facts.customer) {
    return [{ ...verdict, testPhone: null, ...send(facts, flow, facts.customer, { now, policy }) }];
  }
  return facts.testRecipients.map((recipient) => {
    const owner = { ...recipient, optOuts: [] };
    return { ...verdict, testPhone: recipient.phone, ...send(facts, flow, owner, { now, policy: null }) };
  });
}

/** Which occasion to send a visit is now: its time, where each time is one of its own. */
export function occurrenceOf(kind: Flow['kind'], { timeVersion }: Pick<VisitToDecide, 'timeVersion'>): number {
  return FLOW_KINDS[kind].occursPer === 'time' ? timeVersion : 1;
}

/** A message whose moment has come, as it was planned. */
export type PlannedStep = Pick<Verdict, 'occurrence' | 'testPhone'> & { channelId: ChannelId };

/** `replan`: it is wanted, but not as it was planned. */
export type Confirmation =
  | { kind: 'send' }
  | { kind: 'replan' }
  | { kind: 'skip'; refusal: Refusal }
  | { kind: 'defer'; rule: DecisionRule; until: Temporal.Instant; compared: Record<string, unknown> };

/** Decides again about a message that is due: the visit may have moved, the customer may have left, the night begun. */
export function confirmStep(
  facts: FlowFacts,
  flow: FlowToDecide,
  step: PlannedStep,
  when: { now: Temporal.Instant; policy: ContactPolicy },
): Confirmation {
  const verdicts = decide({ ...facts, isPromised: true }, flow, when.now, when.policy);
  const isForCustomer = step.testPhone === null;
  if (isForCustomer !== (flow.mode === 'combat')) {
    return { kind: 'skip', refusal: { rule: 'flow_stopped', compared: { mode: flow.mode } } };
  }
  const verdict = verdicts.find(({ testPhone }) => testPhone === step.testPhone) ?? verdicts.find(isForAll);
  if (!verdict) return { kind: 'skip', refusal: { rule: 'no_test_phone', compared: { mode: flow.mode } } };
  if (verdict.occurrence !== step.occurrence) {
    return { kind: 'skip', refusal: { rule: 'visit_moved', compared: { startsAt: String(facts.visit.startsAt) } } };
  }
  if (verdict.outcome === 'skipped')
    return { kind: 'skip', refusal: { rule: verdict.rule, compared: verdict.compared } };
  if (flow.status === 'error') {
    return { kind: 'defer', rule: 'flow_stopped', until: verdict.useBy, compared: { status: flow.status } };
  }
  if (Temporal.Instant.compare(verdict.at, when.now) > 0) {
    return { kind: 'defer', rule: verdict.rule, until: verdict.at, compared: verdict.compared };
  }
  const ways = [verdict.channelId, ...verdict.fallbackChannelIds];
  return { kind: ways.includes(step.channelId) ? 'send' : 'replan' };
}

/** Whoever would get it: the flow or the visit is against it. */
function isForAll({ testPhone, outcome }: Verdict): boolean {
  return testPhone === null && outcome === 'skipped';
}

/** Whether an event is what starts a flow of a kind. Reminders follow every event: they follow the visit. */
export function isTriggeredBy(kind: Flow['kind'], eventName: string): boolean {
  const { trigger } = FLOW_KINDS[kind];
  return trigger === null || trigger === eventName;
}

/** What a message is to the customer: word of what just happened, or something that comes by the clock. */
export function urgencyOf(flow: Pick<Flow, 'kind' | 'settings'>): Urgency {
  const { trigger } = FLOW_KINDS[flow.kind];
  return trigger !== null && flow.settings.timing.delayMinutes <= NOTICE_MINUTES ? 'notice' : 'reminder';
}

/** Said later than this after it happened, a message is no word of what just happened. */
const NOTICE_MINUTES = 60;

/** Whatever speaks against the flow's message, whoever would get it. */
function refuse(facts: FlowFacts, flow: FlowToDecide, now: Temporal.Instant): Refusal | null {
  return (
    refuseByFlow(flow) ??
    refuseByVisit(facts.visit, flow, now) ??
    unmetCondition(flow.settings.conditions, { ...facts.visit, shiftMinutes: shiftOf(facts.event) }) ??
    refuseByRecipient(facts, flow)
  );
}

function refuseByFlow({ isDeleted, status, settings }: FlowToDecide): Refusal | null {
  if (isDeleted) return { rule: 'flow_deleted', compared: {} };
  if (status === 'pause') return { rule: 'flow_paused', compared: { status } };
  // NOTE: what a flow in error promises waits until it is mended: see {@link confirmStep}.
  if (status !== 'working' && status !== 'error') return { rule: 'flow_stopped', compared: { status } };
  return settings.content.texts.default.trim() ? null : { rule: 'content_rejected', compared: { text: '' } };
}

function refuseByVisit(visit: VisitToDecide, flow: FlowToDecide, now: Temporal.Instant): Refusal | null {
  const { statuses } = FLOW_KINDS[flow.kind];
  const { status, startsAt } = visit;
  if (!visit.isBranchActive) return { rule: 'branch_inactive', compared: { branch: visit.branchTitle } };
  if (!statuses.includes(status)) {
    if (status === 'cancelled') return { rule: 'visit_cancelled', compared: { status } };
    if (status === 'arrived' || status === 'no_show') return { rule: 'visit_finished', compared: { status } };
    return { rule: 'status_differs', compared: { status, wanted: statuses.join(', ') } };
  }
  const hasBegun = Temporal.Instant.compare(now, startsAt) >= 0;
  return hasBegun ? { rule: 'visit_past', compared: { startsAt: String(startsAt), now: String(now) } } : null;
}

function refuseByRecipient({ customer, testRecipients }: FlowFacts, { mode }: FlowToDecide): Refusal | null {
  if (!customer) return { rule: 'no_contact', compared: {} };
  const hasNobody = mode === 'test' && testRecipients.length === 0;
  return hasNobody ? { rule: 'no_test_phone', compared: { mode } } : null;
}

/** Whole minutes between the old start and the new one; null of what did not move. */
function shiftOf(event: VisitEvent | null): number | null {
  if (!event?.from || !event.to) return null;
  return Math.abs(event.to.since(event.from).total('minutes'));
}

type Bounds = {
  now: Temporal.Instant;
  /** Null for the owner's own phone, which obeys none. */
  policy: ContactPolicy | null;
};

/** When the message leaves and by which channel, or why neither can be. */
function send(facts: FlowFacts, flow: FlowToDecide, person: Person, bounds: Bounds): Outcome {
  const { now, policy } = bounds;
  const { timing, content, channelIds } = flow.settings;
  const timeZone = facts.customer?.timeZone ?? facts.visit.timeZone;
  const useBy = facts.visit.startsAt;
  const wanted = wantedAt(facts, flow, now);
  const late = tooLate(facts, flow, wanted, now);
  if (late) return { outcome: 'skipped', ...late };

  let at = laterOf(wanted, now);
  let held: { rule: DecisionRule; compared: Record<string, unknown> } | null = null;
  // NOTE: hours of the flow and of the policy may pass the message to each other; the visit's start ends that.
  while (Temporal.Instant.compare(at, useBy) < 0) {
    const opening = nextOpening(at, timing, timeZone);
    const hold = opening.rule && { rule: opening.rule, compared: windowValues(timing, at, timeZone) };
    const asked = askAbout(facts, flow, policy, { at: opening.at, timeZone, useBy });
    if (asked.kind === 'refuse') return { outcome: 'skipped', rule: asked.rule, compared: asked.compared };
    if (asked.kind === 'allow') {
      at = opening.at;
      held = hold ?? held;
      break;
    }
    at = asked.until;
    held = asked;
  }
  const times = { wantedAt: String(wanted), startsAt: String(useBy), timeZone };
  if (Temporal.Instant.compare(at, useBy) >= 0) {
    return { outcome: 'skipped', rule: 'too_late', compared: { ...times, heldUntil: String(at), heldBy: held?.rule } };
  }

  const choice = chooseChannel({
    channels: channelsOf(channelIds, facts.channels),
    person,
    templateChannelIds: usableTemplates(content.templates, facts.barredTemplates).map(({ channelId }) => channelId),
    at,
    isDue: Temporal.Instant.compare(at, now) <= 0,
  });
  if (choice.kind === 'none')
    return holdForTemplate(facts, flow, choice) ?? { outcome: 'skipped', rule: choice.rule, compared: choice.compared };
  return {
    outcome: held ? 'deferred' : 'planned',
    rule: held?.rule ?? 'due',
    compared: { ...times, delayMinutes: timing.delayMinutes, channel: choice.channel.title, ...held?.compared },
    at,
    useBy,
    channelId: choice.channel.id,
    fallbackChannelIds: choice.fallbacks.map(({ id }) => id),
  };
}

/**
 * The one way to her is a template that the provider has paused or refused: a reminder waits for it, or for the owner
 * to choose another, as long as it is of use. Word of what just happened does not.
 */
function holdForTemplate(
  { barredTemplates, visit, channels }: FlowFacts,
  { kind, settings }: FlowToDecide,
  { rule, compared }: Extract<ReturnType<typeof chooseChannel>, { kind: 'none' }>,
): Outcome | null {
  if (rule !== 'template_missing') return null;
  const tried = channelsOf(settings.channelIds, channels);
  const barred = barredTemplates.find(({ channelId }) => tried.some(({ id }) => id === channelId));
  if (!barred) return null;
  const template = `${barred.name} (${barred.language})`;
  const why = {
    rule: 'template_not_approved' as const,
    compared: { ...compared, template, templateStatus: barred.status },
  };
  if (FLOW_KINDS[kind].trigger !== null) return { outcome: 'skipped', ...why };
  const useBy = visit.startsAt;
  return { outcome: 'deferred', ...why, at: useBy, useBy, channelId: barred.channelId, fallbackChannelIds: [] };
}

/** Exact minutes from the visit's start, or from what happened, which is not later than now whatever the vendor's clock says. */
function wantedAt(
  { visit, event }: FlowFacts,
  { kind, settings }: FlowToDecide,
  now: Temporal.Instant,
): Temporal.Instant {
  const { delayMinutes } = settings.timing;
  if (FLOW_KINDS[kind].trigger === null) return visit.startsAt.add({ minutes: delayMinutes });
  return event ? earlierOf(event.occurredAt, now).add({ minutes: Math.max(0, delayMinutes) }) : now;
}

/**
 * A reminder whose moment had passed before anything happened, e.g. 24 hours before a visit booked for tonight, is
 * not sent late: the visit was only just talked about. One whose moment passed while the event was on its way still leaves.
 */
function tooLate(
  facts: FlowFacts,
  flow: FlowToDecide,
  wanted: Temporal.Instant,
  now: Temporal.Instant,
): Refusal | null {
  if (facts.isPromised || FLOW_KINDS[flow.kind].trigger !== null) return null;
  const known = facts.event ? earlierOf(facts.event.occurredAt, now) : now;
  if (Temporal.Instant.compare(wanted, known) >= 0) return null;
  const compared = {
    wantedAt: String(wanted),
    startsAt: String(facts.visit.startsAt),
    knownAt: String(known),
    delayMinutes: flow.settings.timing.delayMinutes,
  };
  return { rule: 'too_late', compared };
}

function askAbout(
  { customer }: FlowFacts,
  flow: FlowToDecide,
  policy: ContactPolicy | null,
  when: { at: Temporal.Instant; timeZone: string; useBy: Temporal.Instant },
): ReturnType<typeof askPolicy> {
  if (!policy || !customer) return { kind: 'allow' };
  return askPolicy(policy, {
    ...when,
    urgency: urgencyOf(flow),
    channelId: null,
    optOuts: customer.optOuts,
    refusesMailings: customer.refusesMailings,
    marketingSentAt: [],
  });
}

function laterOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) >= 0 ? one : other;
}

function earlierOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) <= 0 ? one : other;
}
