import { emitClient, emitRecord } from './emit.ts';
import type { Platform } from './platform.ts';
import { aLine } from './seeding.ts';
import { type Appointment, type Client, type Service, instantOf } from './state.ts';

export type NewVisit = {
  companyId: number;
  staffId: number;
  services: Service[];
  client: Client | null;
  date: string;
  lengthSeconds?: number;
  comment?: string;
  attendance?: number;
  online?: boolean;
  apiId?: string;
};
export type VisitChange = Partial<
  Pick<Appointment, 'staffId' | 'date' | 'lengthSeconds' | 'attendance' | 'comment' | 'clientId'>
> & {
  services?: Service[];
};
/** `isSilent`: no webhooks. */
export type How = { isSilent?: boolean };

const HOUR_S = 3600;

export const lengthOf = (services: readonly Service[]) =>
  services.reduce((sum, service) => sum + service.lengthSeconds, 0) || HOUR_S;

export function bookVisit(platform: Platform, visit: NewVisit, { isSilent }: How = {}): Appointment {
  const { sim, state } = platform;
  const now = sim.clock.now();
  const record: Appointment = {
    id: ++state.lastRecordId,
    visitId: ++state.lastVisitId,
    companyId: visit.companyId,
    staffId: visit.staffId,
    lines: visit.services.map((service) => aLine(service, visit.client?.discount ?? 0)),
    clientId: visit.client?.id ?? null,
    date: visit.date,
    lengthSeconds: visit.lengthSeconds ?? lengthOf(visit.services),
    attendance: visit.attendance ?? 0,
    comment: visit.comment ?? '',
    online: visit.online ?? false,
    deleted: false,
    ...(visit.apiId !== undefined && { apiId: visit.apiId }),
    createdAt: now,
    changedAt: now,
  };
  state.records.push(record);
  if (!isSilent) emitRecord(platform, record, 'create');
  platform.changed();
  return record;
}

export function changeVisit(
  platform: Platform,
  record: Appointment,
  change: VisitChange,
  { isSilent }: How = {},
): Appointment {
  const { services, ...fields } = change;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const came = change.attendance === 1 && record.attendance !== 1;
  Object.assign(record, given);
  const client = platform.state.clients.find((one) => one.id === record.clientId);
  if (services) record.lines = services.map((service) => aLine(service, client?.discount ?? 0));
  if (came && client) {
    client.visits++;
    client.spent += record.lines.reduce((sum, line) => sum + line.cost * line.amount, 0);
  }
  touch(platform, record);
  if (!isSilent) emitRecord(platform, record, 'update');
  platform.changed();
  return record;
}

export function cancelVisit(platform: Platform, record: Appointment, { isSilent }: How = {}): void {
  record.deleted = true;
  touch(platform, record);
  if (!isSilent) emitRecord(platform, record, 'delete');
  platform.changed();
}

/** A change is never noted at the moment of the one before, or `changed_after` could miss it. */
function touch({ sim }: Platform, record: Appointment): void {
  record.changedAt = Math.max(sim.clock.now(), record.changedAt + 1000);
}

export type NewClient = Pick<Client, 'companyId' | 'name' | 'phone'> &
  Partial<Pick<Client, 'surname' | 'email' | 'comment' | 'birthDate' | 'sex' | 'smsNot' | 'spent' | 'tags'>>;

export function addClient(platform: Platform, client: NewClient): Client {
  const { sim, state } = platform;
  const added: Client = {
    id: ++state.lastClientId,
    companyId: client.companyId,
    name: client.name,
    surname: client.surname ?? '',
    patronymic: '',
    phone: client.phone,
    email: client.email ?? '',
    sex: client.sex ?? 0,
    importance: 0,
    discount: 0,
    birthDate: client.birthDate ?? '',
    comment: client.comment ?? '',
    visits: 0,
    spent: client.spent ?? 0,
    smsNot: client.smsNot ?? 0,
    tags: client.tags ?? [],
    changedAt: sim.clock.now(),
  };
  state.clients.push(added);
  if (added.phone !== '') sim.people.byPhone(added.phone, added.name);
  emitClient(platform, added, 'create');
  platform.changed();
  return added;
}

/** Where and when a visit is wanted. */
export type Place = Pick<Appointment, 'staffId' | 'date' | 'lengthSeconds' | 'companyId'>;

export type Refused = { code: 'time_passed' | 'time_taken'; message: string; reason: string };

/** Why a visit cannot be booked or moved there, in the vendor's words. */
export function whyNot(platform: Platform, wanted: Place, but?: number): Refused | undefined {
  if (startOf(platform, wanted) < platform.sim.clock.now())
    return { code: 'time_passed', message: 'Нельзя создать запись в прошлом', reason: 'время прошло' };
  if (overlapping(platform, wanted, but))
    return { code: 'time_taken', message: 'Выбранное время занято', reason: 'время занято' };
  return undefined;
}

const startOf = ({ state }: Platform, { date, companyId }: Place) =>
  instantOf(date, state.companies.find((one) => one.id === companyId)?.timezone ?? 'UTC');

/** Another visit of the master that stands in the way, if any. */
function overlapping({ state }: Platform, wanted: Place, but?: number): Appointment | undefined {
  const { records, companies } = state;
  const timezone = companies.find((one) => one.id === wanted.companyId)?.timezone ?? 'UTC';
  const start = instantOf(wanted.date, timezone);
  const end = start + wanted.lengthSeconds * 1000;
  return records.find((record) => {
    if (record.deleted || record.staffId !== wanted.staffId || record.id === but) return false;
    const otherStart = instantOf(record.date, timezone);
    return otherStart < end && start < otherStart + record.lengthSeconds * 1000;
  });
}
