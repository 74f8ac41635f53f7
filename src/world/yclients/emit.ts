import type { Sim } from '../sim.ts';
import { stamp, toClient, toRecord } from './shapes.ts';
import type { Appointment, Client, HookFlag } from './state.ts';

export type Change = 'create' | 'update' | 'delete';

const FULL_VIEW = { phones: true } as const;

/**
 * Tells the webhooks of a branch about a visit.
 *
 * One change gives several nearly equal events, as in the vendor's own interface.
 */
export function emitRecord(sim: Sim, record: Appointment, change: Change): void {
  const timezone = timezoneOf(sim, record.companyId);
  const state = sim.state.yclients;
  const data = toRecord(state, record, { ...FULL_VIEW, offsetBug: state.datetimeOffsetBug });
  const later = { ...data, last_change_date: stamp(record.changedAt + 1000, timezone) };
  if (change === 'create') {
    emit(sim, record.companyId, 'record', 'record', record.id, 'create', data);
    emit(sim, record.companyId, 'record', 'record', record.id, 'update', later);
  }
  if (change === 'update') {
    emit(sim, record.companyId, 'record', 'record', record.id, 'update', data);
    emit(sim, record.companyId, 'record', 'record', record.id, 'update', later);
  }
  if (change === 'delete') {
    emit(sim, record.companyId, 'record', 'record', record.id, 'update', { ...data, deleted: false });
    emit(sim, record.companyId, 'record', 'record', record.id, 'delete', data);
  }
}

export function emitClient(sim: Sim, client: Client, change: Change): void {
  const data = toClient(client, timezoneOf(sim, client.companyId), { ...FULL_VIEW, offsetBug: false });
  emit(sim, client.companyId, 'client', 'client', client.id, change, data);
}

function emit(
  sim: Sim,
  companyId: number,
  flag: HookFlag,
  resource: string,
  id: number,
  status: Change,
  data: unknown,
): void {
  const state = sim.state.yclients;
  const hooks = state.companies.find((one) => one.id === companyId)?.hooks;
  if (!hooks || hooks.active !== 1 || hooks[flag] !== 1 || !state.webhooksEnabled) return;
  const body = JSON.stringify({ company_id: companyId, resource, resource_id: id, status, data });
  for (const url of hooks.urls) sim.webhooks.send({ channel: 'yclients', tag: String(id), url, headers: {}, body });
}

const timezoneOf = (sim: Sim, companyId: number) =>
  sim.state.yclients.companies.find((one) => one.id === companyId)?.timezone ?? 'UTC';
