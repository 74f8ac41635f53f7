import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { lateness } from '#server/delivery/dispatch-rules.ts';
import type { FlowEvent, Refusal } from '#server/flows/deciding/decision.ts';
import { momentOf } from '#server/flows/deciding/moments.ts';
import { confirmStep } from '#server/flows/deciding/rules.ts';
import { setsFree } from '#server/flows/planning/actions.ts';
import { contentOf, factsOf, type FactsContext, type Surroundings } from '#server/flows/planning/facts.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';
import type { PersonalSubject } from '#server/flows/subjects/people.ts';
import { isCandidate } from '#server/flows/subjects/candidates.ts';
import { type Story, subjectAt } from '#server/flows/subjects/stories.ts';
import { agendaOf, type Happening } from './agenda.ts';
import { type DailyCounts, leaveByLimit } from './daily-counts.ts';
import { plan } from './plans.ts';
import type { RehearsedRow } from './rules.ts';
import {
  type About,
  type Message,
  type Period,
  personalAt,
  type RehearsedPerson,
  settle,
  type Stage,
  stageOf,
} from './stage.ts';

/**
 * Runs flows over what happened to one customer, by the same functions that plan and send: with a clock of its own, a
 * ledger of its own, and nothing else.
 *
 * @param flows live, working, and begun before the period
 * @param counts what flows with a daily limit sent to customers played before her; what she gets is added
 */
export function rehearsePerson(
  ctx: FactsContext,
  around: Surroundings,
  person: RehearsedPerson,
  { flows, counts, ...period }: Period & { flows: readonly StoredFlow[]; counts: DailyCounts },
): RehearsedRow[] {
  const stage = stageOf({ ctx, around, flows, person, counts, ...period });
  const agenda = agendaOf(flows, person, period);
  for (let next = 0; ;) {
    const [happening, due] = [agenda[next], nextDue(stage)];
    if (happening && (!due || Temporal.Instant.compare(happening.at, due.dueAt) <= 0)) {
      next += 1;
      happen(stage, happening);
    } else if (due) leave(stage, due);
    else break;
  }
  return [...stage.fates.values()].filter(({ at }) => Temporal.Instant.compare(at, period.from) >= 0);
}

/** What waits longest, within the period. */
function nextDue({ ledger, until }: Stage): Message | undefined {
  let first: Message | undefined;
  for (const message of ledger) {
    if (message.status !== 'planned' || Temporal.Instant.compare(message.dueAt, until) > 0) continue;
    if (!first || Temporal.Instant.compare(message.dueAt, first.dueAt) < 0) first = message;
  }
  return first;
}

function happen(stage: Stage, { at, story, event, flow }: Happening): void {
  if (flow && story) {
    const subject = subjectAt(story, at);
    if (!subject || !isCandidate(flow, subject, at)) return;
  }
  if (story && !event) return plan(stage, { stories: [story], at, ...(flow && { flow }) });
  const isFreed = event !== null && setsFree(event);
  const others = stage.person.stories.filter((other) => {
    const id = other.chapters[0]?.subject.id;
    const isWaiting = stage.ledger.some(({ subjectId, status }) => subjectId === id && status === 'planned');
    const isConcerned = isWaiting || (isFreed && isRefusedForVisit(stage, other, at)) || (!story && isAhead(other, at));
    return other !== story && isConcerned;
  });
  plan(stage, { stories: story ? [story, ...others] : others, event, at });
}

/** A visit that lies ahead; a cancelled one does not. */
function isAhead(story: Story, at: Temporal.Instant): boolean {
  const subject = subjectAt(story, at);
  return (
    subject?.kind === 'visit' && subject.status !== 'cancelled' && Temporal.Instant.compare(subject.startsAt, at) > 0
  );
}

/** A message about the subject was refused for the sake of a visit ahead, and its moment has not passed. */
function isRefusedForVisit({ flows, fates, ledger }: Stage, story: Story, at: Temporal.Instant): boolean {
  const subject = subjectAt(story, at);
  return [...fates.values()].some(({ rule, flowIndex, subject: { id } }) => {
    const flow = flows[flowIndex];
    if (rule !== 'visit_ahead' || !flow || id !== subject?.id) return false;
    const known = ledger.find(({ flowId, subjectId }) => flowId === flow.id && subjectId === id);
    return Temporal.Instant.compare(known?.dueAt ?? momentOf(subject, flow), at) > 0;
  });
}

/** A message whose moment has come: decided again, and then it leaves, waits or is given up. */
function leave(stage: Stage, message: Message): void {
  const { around, person } = stage;
  const now = message.dueAt;
  const flow = stage.flows.find(({ id }) => id === message.flowId);
  const story = person.stories.find(({ chapters }) => chapters[0]?.subject.id === message.subjectId);
  const subject = story && personalAt(stage, story, now);
  if (!flow || !story || !subject) return void (message.status = 'cancelled');
  const about = { subject, flow };
  if (Temporal.Instant.compare(message.useBy, now) <= 0) {
    const compared = lateness(message.useBy, message.held?.rule ?? null, now);
    return giveUp(stage, about, message, { rule: 'too_late', compared });
  }
  const event = story.events.find(({ id }) => id === message.eventId) ?? null;
  const facts = factsOf(subject, flow, around, { event, isPromised: true });
  const confirmed = confirmStep(facts, flow, message, { now, policy: around.policy });

  if (confirmed.kind === 'skip') {
    giveUp(stage, about, message, confirmed.refusal);
  } else if (confirmed.kind === 'defer' && Temporal.Instant.compare(confirmed.until, now) > 0) {
    wait(message, confirmed);
  } else if (confirmed.kind === 'replan' && message.tries < MOST_TRIES) {
    message.tries += 1;
    plan(stage, { stories: [story], at: now });
  } else {
    const flowIndex = stage.flows.indexOf(flow);
    const putOff = leaveByLimit(stage.counts, flow, { flowIndex, now, timeZone: around.tenant.timeZone });
    if (putOff) return wait(message, putOff);
    send(stage, { ...about, event }, message);
  }
}

/** A plan that changes nothing would be asked for again without end. */
const MOST_TRIES = 3;

function giveUp(stage: Stage, about: About, message: Message, { rule, compared }: Refusal): void {
  message.status = 'skipped';
  settle(stage, about, message.occurrence, { outcome: 'skipped', rule, compared, at: message.dueAt, body: '' });
}

function wait(message: Message, { until, rule, compared }: Refusal & { until: Temporal.Instant }): void {
  Object.assign(message, { dueAt: until, held: { rule, compared } });
}

function send(
  stage: Stage,
  { subject, flow, event }: { subject: PersonalSubject; flow: StoredFlow; event: FlowEvent | null },
  message: Message,
): void {
  const { ctx, around } = stage;
  const { occurrence, dueAt: at, held } = message;
  const { isMarketing } = FLOW_CATALOGUE[flow.kind];
  const { text: body } = contentOf(ctx, around, flow, { subject, event, isTest: false }).content;
  message.status = 'sent';
  stage.heard.push({ flowId: flow.id, subjectId: subject.id, occurrence, at, isMarketing, title: flow.title });
  settle(stage, { subject, flow }, occurrence, { outcome: 'sent', rule: 'due', compared: {}, ...held, at, body });
}
