import { z } from 'zod';
import { emitClient } from './emit.ts';
import { LICENCE_TEXT, PlatformError } from './errors.ts';
import { phoneDigits } from './platform.ts';
import { type Call, PAGE, type Result, type Serve, paged } from './serve.ts';
import { displayName, toClient } from './shapes.ts';
import { type Client, instantOf } from './state.ts';
import { addClient } from './visits.ts';

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'неверная дата');
const ListFilter = z.strictObject({
  ...PAGE,
  phone: z.string().optional(),
  fullname: z.string().optional(),
  email: z.string().optional(),
  id: z.coerce.number().optional(),
  changed_after: moment.optional(),
  changed_before: moment.optional(),
});
const Written = {
  name: z.string().min(1),
  surname: z.string().optional(),
  patronymic: z.string().optional(),
  phone: z.string(),
  email: z.string().optional(),
  sex_id: z.coerce.number().int().min(0).max(2).optional(),
  importance_id: z.coerce.number().optional(),
  discount: z.coerce.number().optional(),
  card: z.string().optional(),
  birth_date: z.string().optional(),
  comment: z.string().optional(),
  spent: z.coerce.number().optional(),
  balance: z.coerce.number().optional(),
  sms_check: z.coerce.number().optional(),
  sms_not: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(1)]))
    .optional(),
  labels: z.unknown().optional(),
  categories: z.unknown().optional(),
  custom_fields: z.unknown().optional(),
};
const Search = z.strictObject({
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(200).default(25),
  fields: z.array(z.string()).default(['id']),
  order_by: z.string().optional(),
  order_by_direction: z.enum(['ASC', 'DESC', 'asc', 'desc']).default('ASC'),
  operation: z.enum(['AND', 'OR']).default('AND'),
  filters: z
    .array(
      z.looseObject({ type: z.string(), state: z.record(z.string(), z.unknown()), invert: z.boolean().optional() }),
    )
    .default([]),
});
type Filter = z.infer<typeof Search>['filters'][number];
const VisitSearch = z.strictObject({
  client_id: z.int().nullable().optional(),
  client_phone: z.string().nullable().optional(),
  from: z.string().nullable().optional(),
  to: z.string().nullable().optional(),
  payment_statuses: z.array(z.string()).optional(),
  attendance: z.int().nullable().optional(),
});

/** The client base. */
export function serveClients(serve: Serve): void {
  const right = { auth: 'user', right: 'clients_access' } as const;
  serve('GET', '/clients/:companyId', right, (call) => {
    requireLicence(call);
    const { page, count, phone, fullname, email, id, changed_after, changed_before } = call.query(ListFilter);
    const found = clientsOf(call).filter(
      (client) =>
        (phone === undefined || client.phone.includes(phoneDigits(call.platform, phone))) &&
        (fullname === undefined || displayName(client).toLowerCase().includes(fullname.toLowerCase())) &&
        (email === undefined || client.email === email) &&
        (id === undefined || client.id === id) &&
        (changed_after === undefined || client.changedAt > Date.parse(changed_after)) &&
        (changed_before === undefined || client.changedAt < Date.parse(changed_before)),
    );
    return paged(found, page, count, (client) => toClient(client, call.company.timezone, call.view));
  });
  serve('POST', '/clients/:companyId', right, (call) => {
    const written = call.body(z.strictObject(Written));
    const phone = readPhone(call, written.phone);
    if (clientsOf(call).some((client) => client.phone === phone)) {
      throw new PlatformError(422, 'Клиент с таким телефоном уже есть', { phone: ['уже существует'] });
    }
    const client = addClient(call.platform, { companyId: call.company.id, name: written.name, phone });
    Object.assign(client, toChange(written));
    return { status: 201, data: toClient(client, call.company.timezone, call.view) };
  });
  serve('GET', '/client/:companyId/:id', right, (call) => ({
    data: toClient(clientOf(call), call.company.timezone, call.view),
  }));
  serve('PUT', '/client/:companyId/:id', right, (call) => {
    const client = clientOf(call);
    const written = call.body(z.strictObject(Written).partial());
    Object.assign(client, toChange(written), written.phone !== undefined && { phone: readPhone(call, written.phone) });
    client.changedAt = Math.max(call.sim.clock.now(), client.changedAt + 1000);
    emitClient(call.platform, client, 'update');
    call.platform.changed();
    return { data: toClient(client, call.company.timezone, call.view) };
  });
  serve('POST', '/company/:companyId/clients/search', right, search);
  serve('POST', '/company/:companyId/clients/visits/search', right, visitHistory);
}

const clientsOf = ({ state, company }: Call) => state.clients.filter((client) => client.companyId === company.id);

function clientOf(call: Call): Client {
  const client = clientsOf(call).find((one) => one.id === call.param('id'));
  if (!client) throw new PlatformError(404, 'Клиент не найден');
  return client;
}

function requireLicence({ company }: Call): void {
  if (!company.licenceActive) throw new PlatformError(402, LICENCE_TEXT);
}

/** Phones are written as digits with the country code. */
export function readPhone({ platform }: Call, phone: string): string {
  if (phone !== '' && !/^\d{10,15}$/.test(phone)) {
    throw new PlatformError(422, 'Ошибка валидации', { phone: ['только цифры с кодом страны'] });
  }
  return phoneDigits(platform, phone);
}

function toChange(written: Partial<z.infer<z.ZodObject<typeof Written>>>): Partial<Client> {
  const change: Partial<Client> = {
    name: written.name,
    surname: written.surname,
    email: written.email,
    sex: written.sex_id,
    birthDate: written.birth_date,
    comment: written.comment,
    smsNot: written.sms_not,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function search(call: Call): Result {
  requireLicence(call);
  const order = call.body(Search);
  const all = clientsOf(call).filter((client) => {
    const fits = order.filters.map((filter) => matches(call, client, filter) !== (filter.invert ?? false));
    return order.operation === 'OR' && fits.length > 0 ? fits.some(Boolean) : fits.every(Boolean);
  });
  const rows = all.map((client) => ({
    ...toClient(client, call.company.timezone, call.view),
    ...totals(call, client),
  }));
  const key = order.order_by ?? 'id';
  const direction = order.order_by_direction.toUpperCase() === 'DESC' ? -1 : 1;
  const value = (row: Record<string, unknown>) => row[key] as string | number;
  const sorted = rows.toSorted((a, b) => (value(a) < value(b) ? -direction : Number(value(a) > value(b)) * direction));
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(['id', ...order.fields].map((field) => [field, row[field] ?? null]));
  const shown = sorted.slice((order.page - 1) * order.page_size, order.page * order.page_size);
  return { data: shown.map(pick), meta: { total_count: sorted.length } };
}

function totals({ state }: Call, client: Client): Record<string, unknown> {
  const came = state.records.filter((one) => one.clientId === client.id && one.attendance === 1 && !one.deleted);
  const dates = came.map((one) => one.date).toSorted();
  return {
    first_visit_date: dates[0] ?? null,
    last_visit_date: dates.at(-1) ?? null,
    sold_amount: client.spent,
    visits_count: client.visits,
  };
}

/** The search has its own enum of outcomes: 1 did not come, 2 waiting, 3 came, 4 confirmed. */
const SEARCH_STATUS: Record<number, number> = { 1: -1, 2: 0, 3: 1, 4: 2 };

function matches({ state }: Call, client: Client, { type, state: wanted }: Filter): boolean {
  const values = Array.isArray(wanted['value']) ? wanted['value'].map(Number) : [];
  const within = (value: number | string) => {
    const { from, to } = wanted as { from?: number | string | null; to?: number | string | null };
    return (from == null || value >= from) && (to == null || value <= to);
  };
  if (type === 'id') return values.includes(client.id);
  if (type === 'gender') return values.includes(client.sex);
  if (type === 'importance') return values.includes(client.importance);
  if (type === 'category') return client.tags.some((tag) => values.includes(tag.id));
  if (type === 'birthday') return client.birthDate !== '' && within(client.birthDate);
  if (type === 'sold_amount') return within(client.spent);
  if (type === 'quick_search') {
    const text = String(wanted['value'] ?? '').toLowerCase();
    const phone = text.replaceAll(/\D/g, '');
    return displayName(client).toLowerCase().includes(text) || (phone !== '' && client.phone.includes(phone));
  }
  if (type === 'record') {
    const status = wanted['status'] as { value?: number[] } | undefined;
    const outcomes = status?.value?.map((value) => SEARCH_STATUS[value]);
    return state.records.some(
      (one) => one.clientId === client.id && !one.deleted && (!outcomes || outcomes.includes(one.attendance)),
    );
  }
  throw new PlatformError(422, 'Ошибка валидации', { filters: [`неизвестный тип ${type}`] });
}

const HISTORY_PAGE = 25;

function visitHistory(call: Call): Result {
  const { client_id, client_phone, from, to, attendance } = call.body(VisitSearch);
  const ids = clientsOf(call)
    .filter(
      (client) =>
        client.id === client_id || (client_phone != null && client.phone === phoneDigits(call.platform, client_phone)),
    )
    .map(({ id }) => id);
  const { state, company } = call;
  const visits = state.records
    .filter((one) => one.clientId !== null && ids.includes(one.clientId) && !one.deleted)
    .filter((one) => (from == null || one.date.slice(0, 10) >= from) && (to == null || one.date.slice(0, 10) <= to))
    .filter((one) => attendance == null || one.attendance === attendance)
    .toSorted((a, b) => instantOf(b.date, company.timezone) - instantOf(a.date, company.timezone));
  const shown = visits.slice(0, HISTORY_PAGE);
  const next = visits[HISTORY_PAGE];
  const records = shown.map((one) => ({
    id: one.id,
    date: one.date,
    visit_id: one.visitId,
    attendance: one.attendance,
    services: one.lines.map((line) => ({
      id: line.id,
      title: line.title,
      first_cost: line.firstCost,
      discount_percent: line.discount,
      cost_to_pay: line.cost,
      paid_sum: one.attendance === 1 ? line.cost : 0,
      payment_status: one.attendance === 1 ? 'paid_full' : 'not_paid',
    })),
    staff: { id: one.staffId, name: state.staff.find((member) => member.id === one.staffId)?.name ?? '' },
    company: { id: company.id, title: company.title },
    tips: { has_tips: false, sum: 0 },
  }));
  const cursor = (date: string | undefined) =>
    date === undefined ? null : { from: from ?? null, to: date.slice(0, 10), count: HISTORY_PAGE };
  return {
    data: { records, goods_transactions: [] },
    meta: { dateCursor: { previous: null, current: cursor(shown[0]?.date), next: cursor(next?.date) } },
  };
}
