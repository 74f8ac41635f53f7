import type { ContactPolicy } from '#contract/policy/calls.ts';
import { evaluateContactPolicy, type Urgency } from '#server/policy/rules.ts';
import type { FlowEvent, SubjectToDecide } from '#server/subjects/rules.ts';
import { flowKind, isForOwner } from '#contract/flows/kinds.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import { type Compared, type Refusal, refusalOf } from '#contract/delivery/compared.ts';
import type { Flow, FlowStatus } from '#contract/flows/calls.ts';
import { channelsForBranch, chooseChannel, type Person } from '#server/contacts/book/channel-choice-rules.ts';
import { isAfter, isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import type { FlowFacts, FlowToDecide, Outcome, Verdict } from './decision.ts';
import { frequencyContext } from '#server/policy/priority-rules.ts';
import { writtenLately } from './interval.ts';
import { endOf, tooLate, usefulUntil, wantedAt } from './moment-rules.ts';
import { isHeldOut, refuse } from './refusals.ts';
import { announcedWith } from './succession.ts';
import { usableTemplates } from '#server/texts/content/template-rules.ts';
import { importanceOf } from '#server/flows/storage/sender-rules.ts';
import { nextOpening, windowValues } from '#server/policy/opening-rules.ts';

/** The statuses to which a person may move a flow. An empty list is a final status. */
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

/** The step number of a flow's only message. */
const STEP = 1;

/**
 * Decides what a flow does about its subject: one verdict, or in test mode one for each of the owner's numbers.
 *
 * Called on an event, to plan, and again when a message is due, to confirm. It reads only its arguments, so rehearsal, trace and forecast
 * get the same answer.
 * @param now the product's time
 * @param policy the cabinet's contact policy
 */
export function decide(facts: FlowFacts, flow: FlowToDecide, now: Temporal.Instant, policy: ContactPolicy): Verdict[] {
  const verdict = { step: STEP, occurrence: occurrenceOf(flow.kind, facts.subject, facts.event) };
  const refusal = refuse(facts, flow, now);
  if (refusal) return [{ ...verdict, testPhone: null, outcome: 'skipped', ...refusal }];

  if (!isForOwner(flow.kind) && flow.mode === 'combat' && facts.customer) {
    const sending = send(facts, flow, facts.customer, { testPhone: null, now, policy });
    return [
      {
        ...verdict,
        testPhone: null,
        ...(isHeldOut(flow, facts.customer.id) ? assignControlGroup(flow, sending) : sending),
      },
    ];
  }
  return facts.testRecipients.map((recipient) => {
    const owner = { ...recipient, optOuts: [] };
    const { phone: testPhone } = recipient;
    return { ...verdict, testPhone, ...send(facts, flow, owner, { testPhone, now, policy: null }) };
  });
}

/** The occasion to which a message sent now would belong: see `occursPer` of the kind. */
export function occurrenceOf(
  kind: Flow['kind'],
  { timeVersion }: Pick<SubjectToDecide, 'timeVersion'>,
  event: FlowEvent | null,
): number {
  const { occursPer } = flowKind(kind);
  if (occursPer === 'event') return event?.version ?? timeVersion;
  return occursPer === 'time' ? timeVersion : 1;
}

/** A message that is due, as it was planned. */
export type PlannedStep = Pick<Verdict, 'occurrence' | 'testPhone'> & {
  channelId: ChannelId;
  /** True for a message to one of the owner's numbers. Optional. */
  isTest?: boolean;
};

/** `replan`: the message is wanted, but not as it was planned. */
export type Confirmation =
  | { kind: 'send' }
  | { kind: 'replan' }
  | { kind: 'skip'; refusal: Refusal }
  | ({ kind: 'defer'; until: Temporal.Instant } & Refusal);

/** Decides again about a message that is due: the visit may have moved, the contact may have opted out, quiet hours may have started. */
export function confirmStep(
  facts: FlowFacts,
  flow: FlowToDecide,
  step: PlannedStep,
  when: { now: Temporal.Instant; policy: ContactPolicy },
): Confirmation {
  // A feature that the tariff lacks for a while holds planned messages as an error does.
  const isHeld = flow.status === 'error' || flow.status === 'unavailable';
  const asWorking = isHeld ? { ...flow, status: 'working' as const } : flow;
  const verdicts = decide({ ...facts, hasPlannedMessage: true }, asWorking, when.now, when.policy);
  const isTest = step.isTest ?? step.testPhone !== null;
  if (isTest !== (flow.mode === 'test')) {
    return { kind: 'skip', refusal: { rule: 'flow_stopped', compared: { mode: flow.mode } } };
  }
  const verdict = verdicts.find(({ testPhone }) => testPhone === step.testPhone) ?? verdicts.find(isForAll);
  if (!verdict) {
    const rule = ruleWithoutNumber(flow);
    return { kind: 'skip', refusal: { rule, compared: { mode: flow.mode } } };
  }
  if (verdict.occurrence !== step.occurrence && (facts.subject.kind === 'visit' || verdict.outcome !== 'skipped')) {
    return { kind: 'skip', refusal: { rule: 'visit_moved', compared: { startsAt: String(facts.subject.startsAt) } } };
  }
  if (verdict.outcome === 'skipped') return { kind: 'skip', refusal: refusalOf(verdict) };
  if (isAfter(verdict.at, when.now)) {
    return { kind: 'defer', until: verdict.at, ...refusalOf(verdict) };
  }
  if (isHeld) {
    return { kind: 'defer', rule: 'flow_stopped', until: verdict.useBy, compared: { status: flow.status } };
  }
  const ways = [verdict.channelId, ...verdict.fallbackChannelIds];
  return { kind: ways.includes(step.channelId) ? 'send' : 'replan' };
}

/** The rule for a message to one of the owner's numbers that is no longer in the list. */
export function ruleWithoutNumber({ kind, mode }: Pick<FlowToDecide, 'kind' | 'mode'>): 'report_off' | 'no_test_phone' {
  return isForOwner(kind) && mode === 'combat' ? 'report_off' : 'no_test_phone';
}

/** The refusal concerns the flow or its subject, so it holds for every recipient. */
function isForAll({ testPhone, outcome }: Verdict): boolean {
  return testPhone === null && outcome === 'skipped';
}

/**
 * Whether an event triggers flows of a kind; a change of status does when the kind lists the new status. Kinds triggered by the clock are
 * evaluated on every event, since they follow the subject.
 */
export function isTriggeredBy(kind: Flow['kind'], { name, statusTo }: Pick<FlowEvent, 'name' | 'statusTo'>): boolean {
  const { triggers, statuses } = flowKind(kind);
  if (triggers.length === 0) return true;
  const isTrigger = triggers.some((trigger) => trigger === name);
  return isTrigger && (statusTo === null || statuses.length === 0 || statuses.includes(statusTo));
}

/** How urgent a message is to the contact: a notice of what just happened, a message by the clock, or an offer. */
export function urgencyOf(flow: Pick<Flow, 'kind' | 'settings'>): Urgency {
  const { triggers, isMarketing } = flowKind(flow.kind);
  if (isMarketing) return 'marketing';
  return triggers.length > 0 && flow.settings.timing.delayMinutes <= NOTICE_MINUTES ? 'notice' : 'reminder';
}

/** A message sent more than this many minutes after its event is no longer a notice. */
const NOTICE_MINUTES = 60;

/** Applied last: the control group holds only contacts to whom a message would have been sent, so both groups are comparable. */
function assignControlGroup({ settings }: FlowToDecide, sending: Outcome): Outcome {
  if (sending.outcome === 'skipped') return sending;
  const { controlPercent } = settings.options;
  return { outcome: 'skipped', rule: 'control_group', compared: { controlPercent, wantedAt: String(sending.at) } };
}

type Bounds = {
  testPhone: string | null;
  now: Temporal.Instant;
  /** Null for the owner's own phone, to which no policy applies. */
  policy: ContactPolicy | null;
};

/** When and by which channel the message leaves, or the rule that prevents it. */
function send(facts: FlowFacts, flow: FlowToDecide, person: Person, bounds: Bounds): Outcome {
  const { now, policy } = bounds;
  const { timing, content, channelIds } = flow.settings;
  const timeZone = facts.customer?.timeZone ?? facts.subject.timeZone;
  const wanted = wantedAt(facts, flow, now);
  const useBy = usefulUntil(facts, flow, wanted);
  const late = tooLate(facts, flow, wanted, now);
  if (late) return { outcome: 'skipped', ...late };

  let at = laterOf(wanted, now);
  let held: Refusal | null = null;
  // NOTE: the windows of the flow and of the policy may move the message back and forth; its use-by time ends the loop.
  while (isBefore(at, useBy)) {
    const opening = nextOpening(at, timing, timeZone);
    const hold: Refusal | null = opening.rule && { rule: opening.rule, compared: windowValues(timing, at, timeZone) };
    const answer = evaluatePolicy(facts, flow, policy, { at: opening.at, timeZone, useBy });
    if (answer.kind === 'refuse' && (answer.rule !== 'gave_way' || !isAfter(opening.at, now)))
      return { outcome: 'skipped', ...refusalOf(answer) };
    if (answer.kind !== 'wait') {
      // NOTE: a message that would yield to a conflict stays planned until it is due: the more important message may be cancelled before.
      at = opening.at;
      held = answer.kind === 'refuse' ? refusalOf(answer) : firstCause(held, hold);
      break;
    }
    at = answer.until;
    held = firstCause(held, refusalOf(answer));
  }
  const times = { wantedAt: String(wanted), startsAt: String(facts.subject.startsAt), timeZone };
  if (!isBefore(at, useBy)) {
    return { outcome: 'skipped', rule: 'too_late', compared: { ...times, heldUntil: String(at), heldBy: held?.rule } };
  }
  const own = { occurrence: occurrenceOf(flow.kind, facts.subject, facts.event) };
  const isDue = !isAfter(at, now);
  const refusal =
    endedBy(facts, flow, at) ??
    (isDue ? announcedWith(facts, flow, bounds) : null) ??
    (policy && writtenLately(facts, flow, own, { at, now }));
  if (refusal) return { outcome: 'skipped', ...refusal };

  const choice = chooseChannel({
    channels: channelsForBranch(channelIds, facts.channels, facts.branchChannelId ?? null),
    person,
    templateChannelIds: usableTemplates(content.templates, facts.barredTemplates).map(({ channelId }) => channelId),
    at,
    isDue,
    isMarketing: flowKind(flow.kind).isMarketing,
  });
  if (choice.kind === 'none')
    return holdForTemplate(facts, flow, { choice, useBy }) ?? { outcome: 'skipped', ...refusalOf(choice) };
  const sending = { ...times, delayMinutes: timing.delayMinutes, channel: choice.channel.title };
  return {
    outcome: held ? 'deferred' : 'planned',
    ...(held ? withSending(held, sending) : { rule: 'due' as const, compared: sending }),
    at,
    useBy,
    channelId: choice.channel.id,
    fallbackChannelIds: choice.fallbacks.map(({ id }) => id),
  };
}

/** The rule that holds a message, with the times and the channel of the message too. */
function withSending({ rule, compared }: Refusal, sending: Compared<'due'>): Refusal {
  return { rule, compared: { ...sending, ...compared } } as Refusal; // NOTE: as in `refusalOf`
}

/** The rule reported for a held message: the latest, except that a hold of days outranks one of hours. */
function firstCause(before: Refusal | null, now: Refusal | null): Refusal | null {
  const isOfDays = before?.rule === 'gave_way' || before?.rule === 'marketing_budget';
  return isOfDays ? before : (now ?? before);
}

/** Refuses a message that would leave after the flow's end. */
function endedBy({ cabinetTimeZone }: FlowFacts, flow: FlowToDecide, at: Temporal.Instant): Refusal | null {
  const end = endOf(flow, cabinetTimeZone);
  if (end === null || isBefore(at, end)) return null;
  return { rule: 'flow_ended', compared: { endsOn: flow.settings.timing.endsOn } };
}

/**
 * Holds a message whose only channel needs a template that the provider has paused or refused, or that lacks its media header. It waits for
 * that template, or for the owner to choose another, as long as it is useful.
 */
function holdForTemplate(
  { barredTemplates, channels, branchChannelId = null }: FlowFacts,
  { settings }: FlowToDecide,
  { choice, useBy }: { choice: Extract<ReturnType<typeof chooseChannel>, { kind: 'none' }>; useBy: Temporal.Instant },
): Outcome | null {
  if (choice.rule !== 'template_missing') return null;
  const tried = channelsForBranch(settings.channelIds, channels, branchChannelId);
  const barred = barredTemplates.find(({ channelId }) => tried.some(({ id }) => id === channelId));
  if (!barred) return null;
  const template = `${barred.name} (${barred.language})`;
  const why = barred.missingMedia
    ? { rule: 'template_lacks_media' as const, compared: { ...choice.compared, template } }
    : {
        rule: 'template_not_approved' as const,
        compared: { ...choice.compared, template, templateStatus: barred.status },
      };
  return { outcome: 'deferred', ...why, at: useBy, useBy, channelId: barred.channelId, fallbackChannelIds: [] };
}

function evaluatePolicy(
  facts: FlowFacts,
  flow: FlowToDecide,
  policy: ContactPolicy | null,
  when: { at: Temporal.Instant; timeZone: string; useBy: Temporal.Instant },
): ReturnType<typeof evaluateContactPolicy> {
  const { customer, subject, event } = facts;
  if (!policy || !customer) return { kind: 'allow' };
  const own = { senderId: flow.id, subjectId: subject.id, occurrence: occurrenceOf(flow.kind, subject, event) };
  return evaluateContactPolicy(policy, {
    ...when,
    urgency: urgencyOf(flow),
    channelId: null,
    optOuts: customer.optOuts,
    refusesMailings: customer.refusesMailings,
    frequency: frequencyContext(customer.recent, { ...own, importance: importanceOf(flow.kind) }, policy.senderOrder),
  });
}
