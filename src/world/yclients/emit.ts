import type { Sim } from '../sim.ts';
import { stamp, toClient, toRecord } from './shapes.ts';
import type { Appointment, Client } from './state.ts';

export type Change = 'create' | 'update' | 'delete';

const FULL_VIEW = { phones: true } as const;

/**
 * Tells the webhooks of a branch about a visit.
 *
 * One change gives several nearly equal events, as in the vendor's own interface.
 */
export function emitRecord(sim: Sim, record: Appointment, change: Change): void {
  const state = sim.state.yclients;
  const { companyId, id } = record;
  const data = toRecord(state, record, { ...FULL_VIEW, offsetBug: state.datetimeOffsetBug });
  const later = { ...data, last_change_date: stamp(record.changedAt + 1000, timezoneOf(sim, companyId)) };
  const tell = (status: Change, shown: unknown) =>
    emit(sim, { companyId, resource: 'record', id, status, data: shown });
  if (change === 'delete') {
    tell('update', { ...data, deleted: false });
    tell('delete', data);
    return;
  }
  tell(change, data);
  tell('update', later);
}

export function emitClient(sim: Sim, client: Client, status: Change): void {
  const { companyId, id } = client;
  const data = toClient(client, timezoneOf(sim, companyId), { ...FULL_VIEW, offsetBug: false });
  emit(sim, { companyId, resource: 'client', id, status, data });
}

type Event = { companyId: number; resource: 'record' | 'client'; id: number; status: Change; data: unknown };

function emit(sim: Sim, { companyId, resource, id, status, data }: Event): void {
  const state = sim.state.yclients;
  const hooks = state.companies.find((one) => one.id === companyId)?.hooks;
  if (!hooks || hooks.active !== 1 || hooks[resource] !== 1 || !state.webhooksEnabled) return;
  const body = JSON.stringify({ company_id: companyId, resource, resource_id: id, status, data });
  for (const url of hooks.urls) sim.webhooks.send({ channel: 'yclients', tag: String(id), url, headers: {}, body });
}

const timezoneOf = (sim: Sim, companyId: number) =>
  sim.state.yclients.companies.find((one) => one.id === companyId)?.timezone ?? 'UTC';
