import { expect } from 'vitest';
import { getMessageTrace, type LogEntry, listMessageLog, type TraceStep } from '#contract/delivery.ts';
import { getRehearsal, listRehearsalRows, type RehearsalRow, startRehearsal } from '#contract/flow-rehearsals.ts';
import {
  createFlow,
  deleteFlow,
  type Flow,
  type FlowKind,
  type FlowMode,
  type FlowSettings,
  saveFlow,
  switchFlowMode,
} from '#contract/flows.ts';
import { listVisitOptions } from '#contract/visits.ts';
import { type CustomerKind, STORIES } from './stories.ts';
import type { JourneyWorld, Person } from './world.ts';

export type Change = (settings: FlowSettings) => FlowSettings;

/** A flow of a kind as an owner makes it: its story's delay, any hour, and what the kind cannot do without. */
export async function aFlow(
  journey: JourneyWorld,
  kind: CustomerKind,
  mode: FlowMode,
  change: Change = (settings) => settings,
): Promise<Flow> {
  const { server, owner } = journey;
  const { token } = owner;
  const body = { kind, delayMinutes: STORIES[kind].delayMinutes };
  const made = await server.call(createFlow, { token, body });
  if (made.status !== 200) throw new Error(`No flow: ${JSON.stringify(made.body)}`);
  const { id, title, version, settings } = made.body;
  const params = { flowId: id };
  const wanted = change({ ...settings, ...(await usualOf(journey, kind, settings)) });
  const saved = { title, settings: wanted, testPhones: '', baseVersion: version };
  const kept = await server.call(saveFlow, { token, params, body: saved });
  if (kept.status !== 200) throw new Error(`Not saved: ${JSON.stringify(kept.body)}`);
  const flow = mode === 'combat' ? await server.call(switchFlowMode, { token, params, body: { mode } }) : kept;
  if (flow.status !== 200) throw new Error(`Not live: ${JSON.stringify(flow.body)}`);
  return flow.body;
}

/** No template: she writes first. What is offered, and what is celebrated, an owner must say. */
async function usualOf(
  { server, owner, place }: JourneyWorld,
  kind: FlowKind,
  { timing, options, content }: FlowSettings,
): Promise<Partial<FlowSettings>> {
  const threshold = kind === 'threshold' ? { visits: 1, spent: -1 } : options.threshold;
  let { offerServiceIds } = options;
  if (kind === 'cross_selling') {
    const { services } = (await server.call(listVisitOptions, { token: owner.token })).body;
    offerServiceIds = services.filter(({ title }) => title === place.services[1]).map(({ id }) => id);
  }
  return {
    timing: { ...timing, window: { startHour: 0, endHour: 24 } },
    options: { ...options, threshold, offerServiceIds },
    content: { ...content, templates: [] },
  };
}

export async function removeFlows({ server, owner }: JourneyWorld, flows: readonly Flow[]): Promise<void> {
  for (const { id } of flows) await server.call(deleteFlow, { token: owner.token, params: { flowId: id } });
  await server.runJobs();
}

/** Lines of the log about a flow and a customer, newest first. */
export async function logOf({ server, owner }: JourneyWorld, flow: Flow, who?: Person): Promise<LogEntry[]> {
  const query = { flowId: flow.id, limit: 100, ...(who && { search: who.phone.slice(1) }) };
  return (await server.call(listMessageLog, { token: owner.token, query })).body.items;
}

export async function traceOf({ server, owner }: JourneyWorld, { id }: LogEntry): Promise<TraceStep[]> {
  return (await server.call(getMessageTrace, { token: owner.token, params: { entryId: id } })).body.steps;
}

/** Until what waits for a customer has left: she and the owner write in time, so that any text may be sent to them. */
export async function untilSent(journey: JourneyWorld, flow: Flow, who: Person): Promise<void> {
  const { server, owner } = journey;
  const query = { flowId: flow.id, search: who.phone.slice(1), status: 'waiting' };
  const [waiting] = (await server.call(listMessageLog, { token: owner.token, query })).body.items;
  if (!waiting) return;
  const minutes = Math.floor(journey.now().until(waiting.at).total('minutes'));
  if (minutes > 2) await journey.pass({ minutes: minutes - 2 });
  await bothWrite(journey, who);
  await journey.pass({ minutes: 3 });
}

/** The window of WhatsApp opens for the customer and for the owner. */
export async function bothWrite(journey: JourneyWorld, who: Person): Promise<void> {
  await journey.writes(who.phone);
  await journey.writes(journey.ownersPhone);
  await journey.pass({ seconds: 5 });
}

/** What a flow would have done in the last week. */
export async function rehearse({ server, owner }: JourneyWorld, flow: Flow, who: Person): Promise<RehearsalRow[]> {
  const { token } = owner;
  const { body } = await server.call(startRehearsal, { token, body: { days: 7, flowIds: [flow.id] } });
  await server.runJobs();
  const params = { rehearsalId: body.id };
  expect((await server.call(getRehearsal, { token, params })).body.status).toBe('done');
  const query = { outcome: 'sent', limit: 100, flowIndex: 0 };
  const { items } = (await server.call(listRehearsalRows, { token, params, query })).body;
  return items.filter(({ phone }) => phone === who.phone);
}
