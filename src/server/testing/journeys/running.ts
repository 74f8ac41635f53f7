import { randomUUID } from 'node:crypto';
import { listContacts } from '#contract/contacts/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { Flow, FlowMode } from '#contract/flows/calls.ts';
import { isHeldOut } from '#server/flows/deciding/refusals.ts';
import { runAtOnce } from './at-once.ts';
import { asUsual, type Change } from './changes.ts';
import { manyFlows, removeFlows, type WantedFlow } from './flows.ts';
import type { Refusal } from './refusal-table.ts';
import { type CustomerKind, SENT } from './sent-table.ts';
import { readerOf, type Shown } from './shown-refusals.ts';
import type { Person } from './place.ts';
import type { JourneyWorld } from './world.ts';

/** For each row what was shown, or why its journey failed. */
export type Results = Map<Refusal, PromiseSettledResult<Shown>>;

/** Refusals of one person: those of a kind's settings share one; a row with events of its own has a person of its own. */
type Case = {
  kind: CustomerKind;
  category: string;
  refusals: readonly Refusal[];
  isShared: boolean;
  person: Person;
  flows: Map<Refusal, Flow>;
  otherFlow: Flow | undefined;
};

/**
 * Runs the journeys of many rows at once in one cabinet, and reads what is shown for each; deletes their flows afterwards.
 * @param atLast runs at the end for all, while their messages wait
 */
export async function runRefusals(
  journey: JourneyWorld,
  refusals: readonly Refusal[],
  atLast: (() => Promise<void>) | null = null,
): Promise<Results> {
  if (refusals.length === 0) return new Map();
  await journey.untilMorning();
  const startedAt = journey.now();
  const cases = casesOf(journey, refusals);
  const flows = await arrange(journey, cases);
  await journey.pass({ seconds: 1 }); // NOTE: what a source dates may lag behind the product's clock by parts of a second
  const outcomes = await runAtOnce(
    journey,
    cases.map((one) => async (own) => {
      await act(own, one);
      if (!atLast) for (const hours of one.isShared ? UNTIL_DUE_HOURS : [3]) await own.pass({ hours });
    }),
  );
  await atLast?.();
  const read = readerOf(journey, startedAt);
  const results = cases.flatMap((one, nth) =>
    one.refusals.map(async (refusal): Promise<[Refusal, PromiseSettledResult<Shown>]> => {
      const outcome = outcomes[nth];
      if (outcome?.status === 'rejected') return [refusal, outcome];
      const [shown] = await Promise.allSettled([read(refusal, flowOf(one, refusal), one.person)]);
      return [refusal, shown];
    }),
  );
  const all = new Map(await Promise.all(results));
  await removeFlows(journey, flows);
  return all;
}

/** Everything is due within these hours; the steps separate messages that yield from those to which they yield. */
const UNTIL_DUE_HOURS = [2, ...Array.from({ length: 9 }, () => 6)];

async function act(journey: JourneyWorld, one: Case): Promise<void> {
  const [first] = one.refusals as [Refusal, ...Refusal[]];
  const { person } = one;
  await first.arrange?.(journey, person);
  if (first.act) await first.act(journey, person, { flow: flowOf(one, first), otherFlow: one.otherFlow });
  else await SENT[one.kind].act(journey, first.hasNoContact ? null : person);
  for (const refusal of one.refusals) await refusal.meanwhile?.(journey, flowOf(one, refusal));
}

function flowOf({ flows, kind }: Case, refusal: Refusal): Flow {
  const flow = flows.get(refusal);
  if (!flow) throw new Error(`A journey of ${kind} has no flow for ${refusal.expected}`);
  return flow;
}

function casesOf(journey: JourneyWorld, refusals: readonly Refusal[]): Case[] {
  const groups = Map.groupBy(refusals, (refusal) => (needsOwnPerson(refusal) ? refusal : refusal.kind));
  return [...groups.values()].map((ofGroup) => {
    const [first] = ofGroup as [Refusal, ...Refusal[]];
    const { kind } = first;
    const isShared = !needsOwnPerson(first);
    const category = isShared ? kind : categoryOf(first);
    const person = journey.aPerson();
    return { kind, category, refusals: ofGroup, isShared, person, flows: new Map(), otherFlow: undefined };
  });
}

const isControl = ({ expected }: Refusal) => expected === 'control_group';

const needsOwnPerson = (refusal: Refusal) =>
  Boolean(refusal.arrange ?? refusal.act ?? refusal.otherFlow ?? refusal.hasNoContact) || isControl(refusal);

const needsOwnFlow = ({ change, mode, hasNoContact }: Refusal) => Boolean(change ?? mode ?? hasNoContact);

function categoryOf(refusal: Refusal): string {
  if (isControl(refusal)) return 'control';
  return refusal.otherFlow || needsOwnFlow(refusal) ? randomUUID() : refusal.kind;
}

/**
 * Creates people before flows: some sources report a contact only after the first visit.
 * @returns all flows
 */
async function arrange(journey: JourneyWorld, cases: readonly Case[]): Promise<Flow[]> {
  const { place } = journey;
  const known = cases.filter(({ refusals }) => !refusals.some(isControl));
  if (place.hasCategories)
    await Promise.all(known.map(({ person, category }) => place.addToCategory(person, category)));
  const candidates = known.length < cases.length ? await manyContacts(journey) : [];
  await journey.pass({ seconds: 5 });
  const flows: Flow[] = [];
  for (const [kind, ofKind] of Map.groupBy(cases, (one) => one.kind))
    flows.push(...(await createFlows(journey, kind, ofKind, candidates)));
  return flows;
}

type CaseFlow = WantedFlow & { of: Case; refusal: Refusal; isOther: boolean };

/** A flow for each refusal that needs one; the others of the kind share the last one, which has the usual settings. */
async function createFlows(
  journey: JourneyWorld,
  kind: CustomerKind,
  cases: readonly Case[],
  candidates: Candidate[],
): Promise<Flow[]> {
  const isCategorised = journey.place.hasCategories && flowKind(kind).conditions.includes('customer_category');
  const within = (category: string, change: Change) => (isCategorised ? inCategory(category, change) : change);
  const wanted = cases.flatMap((of) =>
    of.refusals.flatMap((refusal): CaseFlow[] => {
      const { change = asUsual, otherFlow, hasNoContact } = refusal;
      const mode: FlowMode = refusal.mode ?? 'combat';
      const its = (one: Change) => (hasNoContact ? one : within(of.category, one));
      return [
        ...(otherFlow ? [{ of, refusal, isOther: true, mode, change: its(otherFlow) }] : []),
        ...(needsOwnFlow(refusal) ? [{ of, refusal, isOther: false, mode, change: its(change) }] : []),
      ];
    }),
  );
  const sharing = cases.flatMap((of) =>
    of.refusals.filter((refusal) => !needsOwnFlow(refusal)).map((refusal) => ({ of, refusal })),
  );
  const usual: WantedFlow = { mode: 'combat', change: within(kind, asUsual) };
  const flows = await manyFlows(journey, kind, sharing.length > 0 ? [...wanted, usual] : wanted);
  for (const { of, refusal } of sharing) of.flows.set(refusal, flows.at(-1) as Flow);
  for (const [nth, { of, refusal, isOther, ...like }] of wanted.entries()) {
    let flow = flows[nth] as Flow;
    if (isControl(refusal)) {
      let person = takeHeldOut(candidates, flow);
      for (; !person; person = takeHeldOut(candidates, flow)) {
        [flow] = (await manyFlows(journey, kind, [like])) as [Flow];
        flows.push(flow);
      }
      of.person = person;
    }
    if (isOther) of.otherFlow = flow;
    else of.flows.set(refusal, flow);
  }
  return flows;
}

/** Limits a flow to contacts of a category, so that journeys of one cabinet do not interfere. */
function inCategory(category: string, change: Change): Change {
  return (before, journey) => {
    const settings = change(before, journey);
    const condition = { field: 'customer_category' as const, isNot: false, values: [category] };
    const groups = [{ match: 'all' as const, conditions: [condition] }, ...settings.conditions.groups];
    return { ...settings, conditions: { ...settings.conditions, groups } };
  };
}

type Candidate = { person: Person; id: string };

/** Control groups are known when a flow is created, so its contact is chosen from many candidates. */
function takeHeldOut(candidates: Candidate[], flow: Flow): Person | null {
  const nth = candidates.findIndex(({ id }) => isHeldOut({ ...flow, isDeleted: false, lastStartedAt: null }, id));
  return nth < 0 ? null : (candidates.splice(nth, 1)[0]?.person ?? null);
}

/** Creates so many contacts that most flows have one of them in their control group of ten percent. */
async function manyContacts(journey: JourneyWorld): Promise<Candidate[]> {
  const { server, owner, place } = journey;
  const people = Array.from({ length: 30 }, () => journey.aPerson());
  await Promise.all(
    people.map((person) =>
      place.hasCategories ? place.addToCategory(person, 'control') : journey.writes(person.phone),
    ),
  );
  await journey.pass({ seconds: 5 });
  return Promise.all(
    people.map(async (person) => {
      const query = { search: person.phone.slice(1) };
      const [contact] = (await server.call(listContacts, { token: owner.token, query })).body.items;
      if (!contact) throw new Error('The contact is not known');
      return { person, id: contact.id };
    }),
  );
}
