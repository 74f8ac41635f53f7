import { z } from 'zod';
import { readPhone } from './clients.ts';
import { PlatformError } from './errors.ts';
import { type Call, PAGE, type Result, type Serve, paged } from './serve.ts';
import { toRecord } from './shapes.ts';
import { type Appointment, type Client, type Service, instantOf, wallTime } from './state.ts';
import { addClient, bookVisit, cancelVisit, changeVisit, lengthOf, type Place, whyNot } from './visits.ts';

const whole = z.coerce.number().int();
const date = z.string().regex(/^\d{4}-\d\d-\d\d/, 'неверная дата');
const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'неверная дата');
const ListFilter = z.strictObject({
  ...PAGE,
  staff_id: whole.optional(),
  client_id: whole.optional(),
  client_phone: z.string().optional(),
  created_user_id: whole.optional(),
  start_date: date.optional(),
  end_date: date.optional(),
  c_start_date: date.optional(),
  c_end_date: date.optional(),
  changed_after: moment.optional(),
  changed_before: moment.optional(),
  include_consumables: whole.optional(),
  include_finance_transactions: whole.optional(),
  with_deleted: whole.optional(),
});
const attendance = z.coerce.number().int().min(-1).max(2);
const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]);
const Written = {
  staff_id: whole.optional(),
  services: z
    .array(
      z.strictObject({
        id: whole,
        title: z.string().optional(),
        first_cost: z.coerce.number().optional(),
        discount: z.coerce.number().optional(),
        cost: z.coerce.number().optional(),
        amount: z.coerce.number().optional(),
      }),
    )
    .optional(),
  client: z
    .strictObject({
      id: whole.optional(),
      phone: z.string().optional(),
      name: z.string().optional(),
      surname: z.string().optional(),
      patronymic: z.string().optional(),
      email: z.string().optional(),
    })
    .nullable()
    .optional(),
  datetime: moment.optional(),
  seance_length: whole.positive().optional(),
  comment: z.string().optional(),
  save_if_busy: flag.optional(),
  send_sms: flag.optional(),
  sms_remain_hours: whole.optional(),
  email_remain_hours: whole.optional(),
  attendance: attendance.optional(),
  activity_id: whole.optional(),
  api_id: z.union([z.string(), z.number()]).optional(),
  record_labels: z.unknown().optional(),
  custom_color: z.string().optional(),
  custom_fields: z.unknown().optional(),
};
const NewRecord = z.strictObject({ ...Written, staff_id: whole, datetime: moment });
const Change = z.strictObject(Written);
const VisitWritten = z.strictObject({
  attendance,
  comment: z.string(),
  new_transactions: z.unknown().optional(),
  services: z.unknown().optional(),
  deleted_transaction_ids: z.unknown().optional(),
  fast_payment: z.unknown().optional(),
});

/** Visits: list, read, book, change, cancel. */
export function serveRecords(serve: Serve): void {
  const see = { auth: 'user', right: 'record_form_access' } as const;
  serve('GET', '/records/:companyId', see, listRecords);
  serve('GET', '/record/:companyId/:id', see, (call) => ({ data: shape(call, recordOf(call, true)) }));
  serve('POST', '/records/:companyId', { auth: 'user', right: 'create_records_access' }, createRecord);
  serve('PUT', '/record/:companyId/:id', { auth: 'user', right: 'edit_records_access' }, editRecord);
  serve('DELETE', '/record/:companyId/:id', { auth: 'user', right: 'delete_records_access' }, (call) => {
    cancelVisit(call.platform, recordOf(call, false));
    return { status: 204 };
  });
  serve('PUT', '/visits/:visitId/:recordId', { auth: 'user' }, editVisit);
  serve('GET', '/visits/:visitId', { auth: 'user' }, (call) => {
    const records = call.state.records.filter((one) => one.visitId === call.param('visitId') && isOwn(call, one));
    const [first] = records;
    if (!first) throw new PlatformError(404, 'Визит не найден');
    return {
      data: {
        attendance: first.attendance,
        datetime: first.date,
        comment: first.comment,
        records: records.map((one) => shape(call, one)),
      },
    };
  });
}

const shape = ({ platform, view }: Call, record: Appointment) => toRecord(platform, record, view);
const isOwn = ({ user }: Call, record: Appointment) => user.companyIds.includes(record.companyId);

function listRecords(call: Call): Result {
  const filter = call.query(ListFilter);
  const { timezone } = call.company;
  const phoneIds = filter.client_phone === undefined ? undefined : clientsByPhone(call, filter.client_phone);
  const records = call.state.records.filter((one) => {
    const day = one.date.slice(0, 10);
    const created = wallTime(one.createdAt, timezone).slice(0, 10);
    return (
      one.companyId === call.company.id &&
      (!one.deleted || filter.with_deleted === 1) &&
      (filter.staff_id === undefined || one.staffId === filter.staff_id) &&
      (filter.client_id === undefined || one.clientId === filter.client_id) &&
      (phoneIds === undefined || (one.clientId !== null && phoneIds.includes(one.clientId))) &&
      (filter.start_date === undefined || day >= filter.start_date.slice(0, 10)) &&
      (filter.end_date === undefined || day <= filter.end_date.slice(0, 10)) &&
      (filter.c_start_date === undefined || created >= filter.c_start_date.slice(0, 10)) &&
      (filter.c_end_date === undefined || created <= filter.c_end_date.slice(0, 10)) &&
      (filter.changed_after === undefined || one.changedAt > Date.parse(filter.changed_after)) &&
      (filter.changed_before === undefined || one.changedAt < Date.parse(filter.changed_before))
    );
  });
  const sorted = records.toSorted((a, b) => a.date.localeCompare(b.date) || a.id - b.id);
  return paged(sorted, filter.page, filter.count, (one) => shape(call, one));
}

const clientsByPhone = ({ state, company }: Call, phone: string) =>
  state.clients
    .filter((one) => one.companyId === company.id && one.phone !== '' && one.phone === phone.replaceAll(/\D/g, ''))
    .map(({ id }) => id);

function recordOf(call: Call, withDeleted: boolean): Appointment {
  const id = call.param('id');
  const record = call.state.records.find((one) => one.id === id && one.companyId === call.company.id);
  if (!record || (record.deleted && !withDeleted)) throw new PlatformError(404, 'Запись не найдена');
  return record;
}

function createRecord(call: Call): Result {
  const written = call.body(NewRecord);
  const services = servicesOf(call, written.services ?? []);
  requireMaster(call, written.staff_id);
  const wanted = {
    companyId: call.company.id,
    staffId: written.staff_id,
    date: toWallTime(written.datetime, call.company.timezone),
    lengthSeconds: written.seance_length ?? lengthOf(services),
  };
  if (!written.save_if_busy) requireFree(call, wanted);
  const client = clientFor(call, written.client);
  const record = bookVisit(call.platform, {
    ...wanted,
    services,
    client,
    comment: written.comment,
    attendance: written.attendance,
    ...(written.api_id !== undefined && { apiId: String(written.api_id) }),
  });
  notePlatformSms(call, record, written.send_sms);
  return { status: 201, data: shape(call, record) };
}

function editRecord(call: Call): Result {
  const record = recordOf(call, false);
  const written = call.body(Change);
  const isOutcomeChanged = written.attendance !== undefined && written.attendance !== record.attendance;
  if (isOutcomeChanged) requireRight(call, record.companyId, 'edit_records_attendance_access');
  if (written.staff_id !== undefined) requireMaster(call, written.staff_id);
  const change = {
    staffId: written.staff_id ?? record.staffId,
    date: written.datetime === undefined ? record.date : toWallTime(written.datetime, call.company.timezone),
    lengthSeconds: written.seance_length ?? record.lengthSeconds,
  };
  const isMoved = change.date !== record.date || change.staffId !== record.staffId;
  if (isMoved && !written.save_if_busy) requireFree(call, { ...change, companyId: record.companyId }, record.id);
  changeVisit(call.platform, record, {
    ...change,
    attendance: written.attendance,
    comment: written.comment,
    ...(written.client !== undefined && { clientId: clientFor(call, written.client)?.id ?? null }),
    ...(written.services && { services: servicesOf(call, written.services) }),
  });
  notePlatformSms(call, record, written.send_sms);
  return { status: 201, data: shape(call, record) };
}

function editVisit(call: Call): Result {
  const record = call.state.records.find(
    (one) =>
      one.id === call.param('recordId') && one.visitId === call.param('visitId') && !one.deleted && isOwn(call, one),
  );
  if (!record) throw new PlatformError(404, 'Визит не найден');
  requireRight(call, record.companyId, 'edit_records_attendance_access');
  const written = call.body(VisitWritten);
  changeVisit(call.platform, record, { attendance: written.attendance, comment: written.comment });
  return { data: { attendance: record.attendance, comment: record.comment, records: [shape(call, record)] } };
}

function requireRight({ state }: Call, companyId: number, right: string): void {
  const company = state.companies.find((one) => one.id === companyId);
  if (company?.denied.some((denied) => denied === right || denied === '*'))
    throw new PlatformError(403, `Недостаточно прав: ${right}`);
}

function requireMaster({ state, company }: Call, staffId: number): void {
  if (state.staff.some((one) => one.id === staffId && one.companyId === company.id)) return;
  throw new PlatformError(422, 'Ошибка валидации', { staff_id: ['сотрудник не найден'] });
}

function requireFree(call: Call, wanted: Place, but?: number): void {
  const refused = whyNot(call.platform, wanted, but);
  if (refused) throw new PlatformError(422, refused.message, { datetime: [refused.reason] });
}

function servicesOf({ state, company }: Call, written: { id: number }[]): Service[] {
  return written.map(({ id }) => {
    const service = state.services.find((one) => one.id === id && one.companyId === company.id);
    if (!service) throw new PlatformError(422, 'Ошибка валидации', { services: [`услуга ${id} не найдена`] });
    return service;
  });
}

function clientFor(call: Call, written: z.infer<typeof Change>['client']): Client | null {
  if (!written) return null;
  const own = call.state.clients.filter((one) => one.companyId === call.company.id);
  const phone = written.phone ? readPhone(call, written.phone.replace(/^\+/, '')) : '';
  const known = own.find((one) => one.id === written.id) ?? own.find((one) => phone !== '' && one.phone === phone);
  if (known) return known;
  if (!written.name) throw new PlatformError(422, 'Ошибка валидации', { 'client.name': ['обязательное поле'] });
  return addClient(call.platform, {
    companyId: call.company.id,
    name: written.name,
    surname: written.surname,
    phone,
    email: written.email,
  });
}

/** Instants are turned into the branch's wall time; a time without an offset is one already. */
function toWallTime(datetime: string, timezone: string): string {
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/.test(datetime);
  if (hasOffset) return wallTime(Date.parse(datetime), timezone);
  return wallTime(instantOf(datetime, timezone), timezone);
}

/** Records the SMS the platform sends to the client by itself, unless the caller switched it off. */
function notePlatformSms({ sim, state }: Call, record: Appointment, sendSms: boolean | number | undefined): void {
  if (sendSms === false || sendSms === 0) return;
  state.platformSms.push({ recordId: record.id, at: sim.clock.iso() });
}
