import { expect } from 'vitest';
import { getMessageTrace, type LogEntry, listMessageLog, type TraceStep } from '#contract/delivery/calls.ts';
import { type GivenFlowOptions, optionsOf } from '#contract/flows/options.ts';
import { changeFlows } from '#contract/flows/bulk.ts';
import { getRehearsal, listRehearsalRows, type RehearsalRow, startRehearsal } from '#contract/rehearsal/calls.ts';
import { MAX_FLOWS_AT_ONCE } from '#contract/flows/values.ts';
import {
  createFlow,
  type Flow,
  type FlowId,
  type FlowKind,
  type FlowMode,
  type FlowSettings,
  saveFlow,
  switchFlowMode,
} from '#contract/flows/calls.ts';
import { listVisitOptions } from '#contract/visits/calls.ts';
import { asUsual, type Change } from './changes.ts';
import { type CustomerKind, SENT } from './sent-table.ts';
import type { Person } from './place.ts';
import type { JourneyWorld } from './world.ts';

/** Creates a flow of a kind as an owner would: with the delay of its journey, an open window, and the options that the kind requires. */
export async function aFlow(
  journey: JourneyWorld,
  kind: CustomerKind,
  mode: FlowMode,
  change: Change = asUsual,
): Promise<Flow> {
  const { server, owner } = journey;
  const { token } = owner;
  const body = { kind, delayMinutes: SENT[kind].delayMinutes };
  const made = await server.call(createFlow, { token, body });
  if (made.status !== 200) throw new Error(`No flow: ${JSON.stringify(made.body)}`);
  const { id, title, version, settings } = made.body;
  const params = { flowId: id };
  const wanted = change({ ...settings, ...(await usualOf(journey, kind, settings)) }, journey);
  const saved = { title, settings: wanted, testPhones: '', baseVersion: version };
  const savedFlow = await server.call(saveFlow, { token, params, body: saved });
  if (savedFlow.status !== 200) throw new Error(`Not saved: ${JSON.stringify(savedFlow.body)}`);
  const flow = mode === 'combat' ? await server.call(switchFlowMode, { token, params, body: { mode } }) : savedFlow;
  if (flow.status !== 200) throw new Error(`Not live: ${JSON.stringify(flow.body)}`);
  return flow.body;
}

export type WantedFlow = { mode: FlowMode; change: Change };

/** Creates flows of one kind in this order, each with its own change. */
export async function manyFlows(
  journey: JourneyWorld,
  kind: CustomerKind,
  wanted: readonly WantedFlow[],
): Promise<Flow[]> {
  const { settings, id } = await aFlow(journey, kind, 'test');
  const flows = await flowsLike(journey, { kind, settings }, wanted);
  await changeAll(journey, [id], { action: 'delete' });
  return flows;
}

export async function flowsLike(
  journey: JourneyWorld,
  { kind, settings }: Pick<Flow, 'kind' | 'settings'>,
  wanted: readonly WantedFlow[],
): Promise<Flow[]> {
  const { server, owner } = journey;
  const { token } = owner;
  const flows: Flow[] = [];
  for (const { change } of wanted) {
    const made = await server.call(createFlow, { token, body: { kind, settings: change(settings, journey) } });
    if (made.status !== 200) throw new Error(`No flow: ${JSON.stringify(made.body)}`);
    flows.push(made.body);
  }
  const flowIds = flows.flatMap(({ id }, nth) => (wanted[nth]?.mode === 'combat' ? [id] : []));
  await changeAll(journey, flowIds, { action: 'mode', mode: 'combat' });
  return flows;
}

async function changeAll(
  { server, owner }: JourneyWorld,
  ids: readonly FlowId[],
  action: { action: 'delete' } | { action: 'mode'; mode: FlowMode },
): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_FLOWS_AT_ONCE) {
    const change = { ...action, flowIds: ids.slice(from, from + MAX_FLOWS_AT_ONCE) };
    const { body } = await server.call(changeFlows, { token: owner.token, body: { change } });
    const refused = body.outcomes.filter(({ isDone, problem }) => !isDone && problem?.code !== 'flow.not_found');
    if (refused.length > 0) throw new Error(`Not done: ${JSON.stringify(refused)}`);
  }
}

/** Settings of the kind without a template, since the contact writes first. Offered services and celebrated visits must be set. */
async function usualOf(
  { server, owner, place }: JourneyWorld,
  kind: FlowKind,
  { timing, options, content }: FlowSettings,
): Promise<Partial<FlowSettings>> {
  const own: GivenFlowOptions = { ...options };
  if (own.threshold) own.threshold = { visits: 1, spent: -1 };
  if (own.offerServiceIds) {
    const { services } = (await server.call(listVisitOptions, { token: owner.token })).body;
    own.offerServiceIds = services.filter(({ title }) => title === place.services[1]).map(({ id }) => id);
  }
  return {
    timing: { ...timing, window: { startHour: 0, endHour: 24 } },
    options: optionsOf(kind, own),
    content: { ...content, templates: [] },
  };
}

export async function removeFlows(journey: JourneyWorld, flows: readonly Flow[]): Promise<void> {
  await changeAll(
    journey,
    flows.map(({ id }) => id),
    { action: 'delete' },
  );
  await journey.server.runJobs();
}

/** Log entries of a flow and a contact, newest first. */
export async function logOf({ server, owner }: JourneyWorld, flow: Flow, person?: Person): Promise<LogEntry[]> {
  const query = { senderId: flow.id, limit: 100, ...(person && { search: person.phone.slice(1) }) };
  return (await server.call(listMessageLog, { token: owner.token, query })).body.items;
}

export async function traceOf({ server, owner }: JourneyWorld, { id }: LogEntry): Promise<TraceStep[]> {
  return (await server.call(getMessageTrace, { token: owner.token, params: { entryId: id } })).body.steps;
}

/** The contact writes so long before a message is due: other journeys take time of the shared clock meanwhile. */
const AHEAD_MINUTES = 15;

/**
 * Advances the time until a contact's planned messages are sent. The contact and the owner write in time, which opens the window for free
 * text.
 */
export async function untilSent(journey: JourneyWorld, flow: Flow, person: Person): Promise<void> {
  const { server, owner } = journey;
  const query = { senderId: flow.id, search: person.phone.slice(1), status: 'waiting' };
  const [waiting] = (await server.call(listMessageLog, { token: owner.token, query })).body.items;
  if (!waiting) return;
  const minutes = Math.floor(journey.now().until(waiting.at).total('minutes'));
  if (minutes > AHEAD_MINUTES) await journey.pass({ minutes: minutes - AHEAD_MINUTES });
  await bothWrite(journey, person);
  const seconds = Math.ceil(journey.now().until(waiting.at).total('seconds'));
  await journey.pass({ seconds: Math.max(0, seconds) + 5 });
}

/** Opens the WhatsApp window of the contact and the owner. */
export async function bothWrite(journey: JourneyWorld, person: Person): Promise<void> {
  await journey.writes(person.phone);
  await journey.writes(journey.ownersPhone);
  await journey.pass({ seconds: 5 });
}

/** Rehearses a flow over the last week. */
export async function rehearse({ server, owner }: JourneyWorld, flow: Flow, person: Person): Promise<RehearsalRow[]> {
  const { token } = owner;
  const { body } = await server.call(startRehearsal, { token, body: { days: 7, flowIds: [flow.id] } });
  await server.runJobs();
  const params = { rehearsalId: body.id };
  expect((await server.call(getRehearsal, { token, params })).body.status).toBe('done');
  const query = { outcome: 'sent', limit: 100, flowIndex: 0 };
  const { items } = (await server.call(listRehearsalRows, { token, params, query })).body;
  return items.filter(({ phone }) => phone === person.phone);
}
