import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import { MessageId } from '#contract/delivery.ts';
import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { newId } from '#server/platform/ids.ts';
import { isNoNews, type Pair } from '#server/flows/planning/applying.ts';
import type { FlowEvent, HeardMessage, PastVisit } from '#server/flows/deciding/decision.ts';
import { contentOf, factsOf, type FactsContext, type Surroundings } from '#server/flows/planning/facts.ts';
import { historyOf, type KnownPerson, type PersonalSubject } from '#server/flows/subjects/people.ts';
import { decidePair, HORIZON_HOURS } from '#server/flows/planning/planning.ts';
import type { KnownMessage } from '#server/flows/planning/queries.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';
import type { RehearsedRow } from './rules.ts';
import { visitCancelled } from '#server/visits/jobs.ts';
import { momentOf } from '#server/flows/deciding/moments.ts';
import { confirmStep } from '#server/flows/deciding/rules.ts';
import { type Story, subjectAt, type ToldEvent } from '#server/flows/subjects/stories.ts';
import type { KnownSubject } from '#server/flows/subjects/subjects.ts';

/** One customer with all that happened to her. */
export type RehearsedPerson = {
  contactId: ContactId;
  stories: readonly Story[];
  /** What flows that are not rehearsed really sent her. */
  heard: readonly HeardMessage[];
  /** How she could be reached at a moment. */
  reachAt(at: Temporal.Instant): KnownPerson['reach'];
  /** When she closed or opened her door. */
  turns: readonly Temporal.Instant[];
};

type Period = { from: Temporal.Instant; until: Temporal.Instant };

/** A message of the rehearsal's own ledger. */
type Message = KnownMessage & { channelId: ChannelId; useBy: Temporal.Instant; tries: number };

/** One customer's time: what waits, what she heard, and what became of each occasion. */
type Stage = {
  ctx: FactsContext;
  around: Surroundings;
  flows: readonly StoredFlow[];
  person: RehearsedPerson;
  from: Temporal.Instant;
  until: Temporal.Instant;
  ledger: Message[];
  heard: HeardMessage[];
  /** By flow, subject and occurrence. */
  fates: Map<string, RehearsedRow>;
  /** Visits she came to, as of now. */
  held: Held;
};

/**
 * Runs flows over what happened to one customer, by the same functions that plan and send: with a clock of its own, a
 * ledger of its own, and nothing else.
 *
 * @param flows live, working, and begun before the period
 */
export function rehearsePerson(
  ctx: FactsContext,
  around: Surroundings,
  person: RehearsedPerson,
  { flows, ...period }: Period & { flows: readonly StoredFlow[] },
): RehearsedRow[] {
  const heard = [...person.heard];
  const held = heldOf(visitsOf(person, ({ chapters }) => chapters.at(-1)?.subject ?? null));
  const stage: Stage = { ctx, around, flows, person, ...period, ledger: [], heard, fates: new Map(), held };
  const agenda = agendaOf(flows, person, period);
  for (let next = 0; ;) {
    const [happening, due] = [agenda[next], nextDue(stage)];
    if (happening && (!due || Temporal.Instant.compare(happening.at, due.dueAt) <= 0)) {
      next += 1;
      happen(stage, happening);
    } else if (due) leave(stage, due);
    else break;
  }
  return [...stage.fates.values()];
}

/** `story` null: she herself did something that concerns all that waits for her. */
type Happening = { at: Temporal.Instant; story: Story | null; event: ToldEvent | null };

/** What is looked at, and when: events, what was there when the period began, and moments that come by the clock. */
function agendaOf(flows: readonly StoredFlow[], person: RehearsedPerson, { from, until }: Period): Happening[] {
  const isWithin = (at: Temporal.Instant) =>
    Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, until) <= 0;
  const happenings = person.stories.flatMap((story): Happening[] => [
    { at: from, story, event: null },
    ...story.events.map((event) => ({ at: event.toldAt, story, event })),
    ...laterMoments(flows, story, from).map((at) => ({ at, story, event: null })),
  ]);
  const turns = person.turns.map((at): Happening => ({ at, story: null, event: null }));
  return [...happenings, ...turns]
    .filter(({ at }) => isWithin(at))
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
}

/** When flows that come long after a subject look at it: once its moment is near. */
function laterMoments(flows: readonly StoredFlow[], { chapters }: Story, from: Temporal.Instant): Temporal.Instant[] {
  const last = chapters.at(-1)?.subject;
  if (!last) return [];
  return flows
    .filter(({ kind }) => comesLater(FLOW_CATALOGUE[kind]) && FLOW_CATALOGUE[kind].subject === last.kind)
    .map((flow) => momentOf(last, flow).subtract({ hours: HORIZON_HOURS }))
    .filter((at) => Temporal.Instant.compare(at, from) > 0);
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

function happen(stage: Stage, { at, story, event }: Happening): void {
  if (story) plan(stage, story, event, at);
  if (story && !event) return;
  const isFreed = event?.name === visitCancelled.name;
  for (const other of stage.person.stories) {
    const id = other.chapters[0]?.subject.id;
    const isWaiting = stage.ledger.some(({ subjectId, status }) => subjectId === id && status === 'planned');
    if (other !== story && (isWaiting || (isFreed && isRefusedForVisit(stage, other, at))))
      plan(stage, other, null, at);
  }
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

/** What the flows decide about a subject, written into the rehearsal's ledger as planning does it. */
function plan(stage: Stage, story: Story, event: ToldEvent | null, at: Temporal.Instant): void {
  const subject = personalAt(stage, story, at);
  if (!subject) return;
  const events = new Map<string, FlowEvent>(story.events.map((one) => [one.id, one]));
  for (const flow of stage.flows) {
    if (FLOW_CATALOGUE[flow.kind].subject !== subject.kind) continue;
    const known = stage.ledger.filter(({ flowId, subjectId }) => flowId === flow.id && subjectId === subject.id);
    const { around } = stage;
    const pairs = decidePair({ subject, flow, known, kept: new Map(), events, event, around, now: at });
    for (const pair of pairs) apply(stage, pair, known, at);
  }
}

function apply(stage: Stage, pair: Pair, known: readonly Message[], at: Temporal.Instant): void {
  for (const { message, rule, compared } of pair.result.cancel) {
    const mine = known.find(({ id }) => id === message.id);
    if (!mine) continue;
    Object.assign(mine, { status: 'cancelled', reason: rule });
    settle(stage, pair, mine.occurrence, { outcome: 'skipped', rule, compared, at, body: '' });
  }
  for (const verdict of pair.result.plan) {
    const now = {
      occurrence: verdict.occurrence,
      status: 'planned' as const,
      reason: null,
      eventId: pair.event?.id ?? null,
      dueAt: verdict.at,
      useBy: verdict.useBy,
      channelId: verdict.channelId,
    };
    const earlier = known.filter(({ status, occurrence }) => status === 'planned' && occurrence < verdict.occurrence);
    const same = known.find(({ occurrence }) => occurrence === verdict.occurrence) ?? earlier.at(-1);
    if (same) Object.assign(same, now);
    else {
      const { id: flowId, version: flowVersion } = pair.flow;
      const ids = { id: newId(MessageId), flowId, flowVersion, subjectId: pair.subject.id };
      stage.ledger.push({ ...ids, ...now, testPhone: null, isTest: false, tries: 0 });
    }
    stage.fates.delete(keyOf(pair, verdict.occurrence));
  }
  for (const { occurrence, rule, compared } of pair.result.skip) {
    if (!isNoNews(pair, { rule }) && !isOldNews(stage, pair, at))
      settle(stage, pair, occurrence, { outcome: 'skipped', rule, compared, at, body: '' });
  }
}

/** What was over when the period began was decided before it; so was what should have left before, whatever happened then. */
function isOldNews({ from, person }: Stage, { subject, flow, event }: Pair, at: Temporal.Instant): boolean {
  const entry = FLOW_CATALOGUE[flow.kind];
  if (comesLater(entry)) return false;
  const isFirstLook = event === null && at.equals(from);
  if (isFirstLook && Temporal.Instant.compare(subject.startsAt, from) < 0) return true;
  const story = person.stories.find(({ chapters }) => chapters[0]?.subject.id === subject.id);
  const known = story && subjectAt(story, from);
  const isSameTime = known?.timeVersion === subject.timeVersion;
  return isSameTime && entry.triggers.length === 0 && Temporal.Instant.compare(momentOf(known, flow), from) < 0;
}

/** A message whose moment has come: decided again, and then it leaves, waits or is given up. */
function leave(stage: Stage, message: Message): void {
  const { ctx, around, person } = stage;
  const now = message.dueAt;
  const flow = stage.flows.find(({ id }) => id === message.flowId);
  const story = person.stories.find(({ chapters }) => chapters[0]?.subject.id === message.subjectId);
  const subject = story && personalAt(stage, story, now);
  if (!flow || !story || !subject) return void (message.status = 'cancelled');
  const event = story.events.find(({ id }) => id === message.eventId) ?? null;
  const facts = factsOf(subject, flow, around, { event, isPromised: true });
  const confirmed = confirmStep(facts, flow, message, { now, policy: around.policy });
  const about = { subject, flow };

  if (confirmed.kind === 'skip') {
    message.status = 'skipped';
    settle(stage, about, message.occurrence, { outcome: 'skipped', ...confirmed.refusal, at: now, body: '' });
  } else if (confirmed.kind === 'defer' && Temporal.Instant.compare(confirmed.until, now) > 0) {
    message.dueAt = confirmed.until;
  } else if (confirmed.kind === 'replan' && message.tries < MOST_TRIES) {
    message.tries += 1;
    plan(stage, story, null, now);
  } else {
    message.status = 'sent';
    const { body, isMarketing } = {
      body: contentOf(ctx, around, flow, { subject, event, isTest: false }).content.text,
      isMarketing: FLOW_CATALOGUE[flow.kind].isMarketing,
    };
    stage.heard.push({ flowId: flow.id, subjectId: subject.id, occurrence: message.occurrence, at: now, isMarketing });
    settle(stage, about, message.occurrence, { outcome: 'sent', rule: 'due', compared: {}, at: now, body });
  }
}

/** A plan that changes nothing would be asked for again without end. */
const MOST_TRIES = 3;

type About = { subject: KnownSubject; flow: StoredFlow };

function settle(
  stage: Stage,
  about: About,
  occurrence: number,
  fate: Pick<RehearsedRow, 'outcome' | 'rule' | 'compared' | 'at' | 'body'>,
): void {
  const { kind, id, timeZone } = about.subject;
  const flowIndex = stage.flows.findIndex((flow) => flow.id === about.flow.id);
  const { contactId } = stage.person;
  stage.fates.set(keyOf(about, occurrence), { ...fate, flowIndex, contactId, subject: { kind, id, timeZone } });
}

function keyOf({ flow, subject }: About, occurrence: number): string {
  return `${flow.id} ${subject.id} ${occurrence}`;
}

/** The subject and its customer as they were known at a moment. */
function personalAt({ person, heard, held }: Stage, story: Story, at: Temporal.Instant): PersonalSubject | null {
  const subject = subjectAt(story, at);
  if (!subject) return null;
  const reach = person.reachAt(at);
  const visits = visitsOf(person, (one) => subjectAt(one, at));
  const then = heldOf(visits);
  const contact = {
    ...reach.contact,
    visitsCount: Math.max(0, reach.contact.visitsCount - (held.count - then.count)),
    spentMinor: Math.max(0, reach.contact.spentMinor - (held.spentMinor - then.spentMinor)),
  };
  const history = historyOf({ ...reach, contact }, visits, subject.words.currency);
  return { ...subject, person: { reach, history, heard } };
}

function visitsOf({ stories }: RehearsedPerson, knownAs: (story: Story) => KnownSubject | null): PastVisit[] {
  return stories.flatMap((story) => {
    const visit = knownAs(story);
    if (visit?.kind !== 'visit') return [];
    const { id, startsAt, status, serviceIds, words } = visit;
    return [{ id, startsAt, status: status as PastVisit['status'], serviceIds, totalMinor: words.totalMinor }];
  });
}

/** Visits that were held: how many, and for how much. */
type Held = { count: number; spentMinor: number };

function heldOf(visits: readonly PastVisit[]): Held {
  const held = visits.filter(({ status }) => status === 'arrived');
  return { count: held.length, spentMinor: held.reduce((sum, { totalMinor }) => sum + totalMinor, 0) };
}
