import { randomUUID } from 'node:crypto';
import { listContacts } from '#contract/contacts.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { Flow } from '#contract/flows.ts';
import { isHeldOut } from '#server/flows/deciding/refusals.ts';
import { type Change, manyFlows, type WantedFlow } from './journeys.ts';
import type { Reason } from './reasons.ts';
import type { CustomerKind } from './scenarios.ts';
import type { JourneyWorld, Person } from './world.ts';

/** A customer who does not get messages of some flows, each for a different reason. */
export type Scene = { kind: CustomerKind; category: string; reasons: readonly Reason[]; isShared: boolean };

/** The people of the scenes, and the flows of each. */
export type Cast = {
  flows: Flow[];
  flowOf: Map<Reason, Flow>;
  otherFlowOf: Map<Reason, Flow>;
  personOf: Map<Scene, Person>;
};

/**
 * Groups reasons into scenes: reasons of settings share one person, reasons of persons share one flow, and a reason that needs both has a
 * scene of its own.
 */
export function scenesOf(reasons: readonly Reason[]): Scene[] {
  const groups = Map.groupBy(reasons, (reason) => (isForItself(reason) ? reason : reason.kind));
  return [...groups.values()].map((ofGroup) => {
    const [first] = ofGroup as [Reason, ...Reason[]];
    const isShared = !isForItself(first);
    return { kind: first.kind, category: isShared ? first.kind : categoryOf(first), reasons: ofGroup, isShared };
  });
}

function isForItself(reason: Reason): boolean {
  const { prepare, happen, otherFlow, hasNoContact } = reason;
  return Boolean(prepare ?? happen ?? otherFlow ?? hasNoContact) || isControl(reason);
}

/** The category of the customer. Control groups are known when a flow is created, so its customer is chosen from many candidates. */
function categoryOf(reason: Reason): string {
  if (isControl(reason)) return 'control';
  return reason.otherFlow || isOwn(reason) ? randomUUID() : reason.kind;
}

const isControl = ({ rule }: Reason) => rule === 'control_group';

/** Whether the reason needs a flow of its own. */
const isOwn = ({ change, mode, hasNoContact }: Reason) => Boolean(change ?? mode ?? hasNoContact);

/** Creates people before flows: some sources report a customer only after the first visit. */
export async function castOf(journey: JourneyWorld, scenes: readonly Scene[]): Promise<Cast> {
  const cast: Cast = { flows: [], flowOf: new Map(), otherFlowOf: new Map(), personOf: new Map() };
  for (const scene of scenes) if (!scene.reasons.some(isControl)) cast.personOf.set(scene, journey.aPerson());
  await Promise.all([...cast.personOf].map(([{ category }, person]) => journey.place.isKnown?.(person, category)));
  const candidates = scenes.some(({ reasons }) => reasons.some(isControl)) ? await manyKnown(journey) : [];
  await journey.pass({ seconds: 5 });
  for (const ofKind of Map.groupBy(scenes, (scene) => scene.kind).values())
    await castKind(journey, cast, ofKind, candidates);
  return cast;
}

type Candidate = { person: Person; id: string };

async function castKind(
  journey: JourneyWorld,
  cast: Cast,
  scenes: readonly Scene[],
  candidates: Candidate[],
): Promise<void> {
  const [{ kind }] = scenes as [Scene, ...Scene[]];
  const parts = partsOf(journey, scenes);
  const flows = await manyFlows(journey, kind, parts);
  for (const [nth, part] of parts.entries()) {
    let flow = flows[nth] as Flow;
    cast.flows.push(flow);
    if (part.heldOut) {
      let person = oneHeldOut(candidates, flow);
      for (; !person; person = oneHeldOut(candidates, flow)) {
        [flow] = (await manyFlows(journey, kind, [part])) as [Flow];
        cast.flows.push(flow);
      }
      cast.personOf.set(part.heldOut, person);
    }
    for (const reason of part.plays) cast.flowOf.set(reason, flow);
    for (const reason of part.otherOf) cast.otherFlowOf.set(reason, flow);
  }
}

type Part = WantedFlow & { plays: Reason[]; otherOf: Reason[]; heldOut?: Scene };

/** The flows of a kind: a shared one for reasons without changes, and one for each reason with changes. */
function partsOf(journey: JourneyWorld, scenes: readonly Scene[]): Part[] {
  const shared: Reason[] = [];
  const parts: Part[] = [];
  for (const scene of scenes) {
    const { kind, category, reasons } = scene;
    const isCategorised = isForCategories(journey, kind);
    for (const reason of reasons) {
      const { change = usual, mode = 'combat', otherFlow, hasNoContact } = reason;
      const forScene = (its: Change) => (isCategorised && !hasNoContact ? forCategory(category, its) : its);
      if (otherFlow) parts.push({ mode, change: forScene(otherFlow), plays: [], otherOf: [reason] });
      const heldOut = isControl(reason) ? { heldOut: scene } : {};
      if (!isOwn(reason)) shared.push(reason);
      else parts.push({ mode, change: forScene(change), plays: [reason], otherOf: [], ...heldOut });
    }
  }
  const [ofAll] = shared;
  if (!ofAll) return parts;
  const change = isForCategories(journey, ofAll.kind) ? forCategory(ofAll.kind, usual) : usual;
  return [...parts, { mode: 'combat', change, plays: shared, otherOf: [] }];
}

const isForCategories = ({ place }: JourneyWorld, kind: CustomerKind) =>
  Boolean(place.isKnown) && FLOW_CATALOGUE[kind].conditions.includes('customer_category');

const usual: Change = (settings) => settings;

/** Limits a flow to customers of its own category, so that journeys of one world do not interfere. */
function forCategory(category: string, change: Change): Change {
  return (before, journey) => {
    const settings = change(before, journey);
    const condition = { field: 'customer_category' as const, isNot: false, values: [category] };
    const groups = [{ match: 'all' as const, conditions: [condition] }, ...settings.conditions.groups];
    return { ...settings, conditions: { ...settings.conditions, groups } };
  };
}

function oneHeldOut(candidates: Candidate[], flow: Flow): Person | undefined {
  const nth = candidates.findIndex(({ id }) => isHeldOut({ ...flow, isDeleted: false, lastStartedAt: null }, id));
  return nth < 0 ? undefined : candidates.splice(nth, 1)[0]?.person;
}

/** Creates so many contacts that most flows have one of them in their control group of ten percent. */
async function manyKnown(journey: JourneyWorld): Promise<Candidate[]> {
  const { server, owner, place } = journey;
  const people = Array.from({ length: 30 }, () => journey.aPerson());
  await Promise.all(
    people.map((person) => (place.isKnown ? place.isKnown(person, 'control') : journey.writes(person.phone))),
  );
  await journey.pass({ seconds: 5 });
  return Promise.all(
    people.map(async (person) => {
      const query = { search: person.phone.slice(1) };
      const [contact] = (await server.call(listContacts, { token: owner.token, query })).body.items;
      if (!contact) throw new Error('Nobody knows her');
      return { person, id: contact.id };
    }),
  );
}
