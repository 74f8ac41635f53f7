import type { Platform } from './platform.ts';
import { stamp, toClient, toRecord } from './shapes.ts';
import type { Appointment, Client } from './state.ts';

export type Change = 'create' | 'update' | 'delete';

const FULL_VIEW = { phones: true } as const;

/**
 * Sends the events of a visit to the branch's webhooks.
 *
 * One change gives several nearly equal events, as in the vendor's own interface.
 */
export function emitRecord(platform: Platform, record: Appointment, change: Change): void {
  const { companyId, id } = record;
  const data = toRecord(platform, record, { ...FULL_VIEW, offsetBug: platform.state.datetimeOffsetBug });
  const later = { ...data, last_change_date: stamp(record.changedAt + 1000, timezoneOf(platform, companyId)) };
  const emitChange = (status: Change, shown: unknown) =>
    emit(platform, { companyId, resource: 'record', id, status, data: shown });
  if (change === 'delete') {
    emitChange('update', { ...data, deleted: false });
    emitChange('delete', data);
    return;
  }
  emitChange(change, data);
  emitChange('update', later);
}

export function emitClient(platform: Platform, client: Client, status: Change): void {
  const { companyId, id } = client;
  const data = toClient(client, timezoneOf(platform, companyId), { ...FULL_VIEW, offsetBug: false });
  emit(platform, { companyId, resource: 'client', id, status, data });
}

type Event = { companyId: number; resource: 'record' | 'client'; id: number; status: Change; data: unknown };

function emit({ sim, vendor, state }: Platform, { companyId, resource, id, status, data }: Event): void {
  const hooks = state.companies.find((one) => one.id === companyId)?.hooks;
  if (!hooks || hooks.active !== 1 || hooks[resource] !== 1 || !state.webhooksEnabled) return;
  const body = JSON.stringify({ company_id: companyId, resource, resource_id: id, status, data });
  for (const url of hooks.urls) sim.webhooks.send({ channel: vendor.name, tag: String(id), url, headers: {}, body });
}

const timezoneOf = ({ state }: Platform, companyId: number) =>
  state.companies.find((one) => one.id === companyId)?.timezone ?? 'UTC';
