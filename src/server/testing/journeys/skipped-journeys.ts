import { randomUUID } from 'node:crypto';
import { listContacts } from '#contract/contacts.ts';
import type { LogEntry, TraceStep } from '#contract/delivery.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { deleteFlow, type Flow, type FlowSettings } from '#contract/flows.ts';
import { isHeldOut } from '#server/flows/deciding/refusals.ts';
import { aFlow, bothWrite, logOf, traceOf } from './journeys.ts';
import type { Reason } from './reasons.ts';
import { STORIES } from './stories.ts';
import type { JourneyWorld, Person } from './world.ts';

/** What was told of one who got nothing: the line of the log, and its story. */
export type Refused = { lines: LogEntry[]; told: LogEntry | undefined; steps: TraceStep[] };

/** Lives one reason: a flow for this person alone, what happens to her, and what is told of it. */
export async function livedWith(journey: JourneyWorld, reason: Reason): Promise<Refused> {
  const who = journey.aPerson();
  const category = randomUUID();
  await journey.place.isKnown?.(who, category);
  const flow = await flowOf(journey, reason, { who, category });
  await reason.prepare?.(journey, who);
  await (reason.happen ?? STORIES[reason.kind].happen)(journey, who, flow);
  await journey.pass({ hours: 3 });
  const lines = await logOf(journey, flow, reason.isNobodys ? undefined : who);
  const told = lines.find(({ rule }) => rule === reason.rule);
  return { lines, told, steps: told ? await traceOf(journey, told) : [] };
}

async function flowOf(
  journey: JourneyWorld,
  { kind, rule, change, isNobodys }: Reason,
  { who, category }: { who: Person; category: string },
): Promise<Flow> {
  const isHers = FLOW_CATALOGUE[kind].conditions.includes('customer_category') && !isNobodys;
  const settle = (settings: FlowSettings) => {
    const changed = change ? change(settings) : settings;
    return isHers ? forHerAlone(changed, category) : changed;
  };
  if (rule !== 'control_group') return aFlow(journey, kind, 'combat', settle);
  await bothWrite(journey, who);
  const query = { search: who.phone.slice(1) };
  const { server, owner } = journey;
  const { token } = owner;
  const [contact] = (await server.call(listContacts, { token, query })).body.items;
  if (!contact) throw new Error('Nobody knows her');
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const flow = await aFlow(journey, kind, 'combat', settle);
    if (isHeldOut({ ...flow, isDeleted: false, lastStartedAt: null }, contact.id)) return flow;
    await server.call(deleteFlow, { token, params: { flowId: flow.id } });
  }
  throw new Error('She is in no control group');
}

/** One in ten flows leaves her out. */
const MOST_TRIES = 300;

/** Journeys of one world do not meet: each flow is for the customers of a category of its own. */
function forHerAlone(settings: FlowSettings, category: string): FlowSettings {
  const condition = { field: 'customer_category' as const, isNot: false, values: [category] };
  const groups = [{ match: 'all' as const, conditions: [condition] }, ...settings.conditions.groups];
  return { ...settings, conditions: { ...settings.conditions, groups } };
}
