import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../values/control-error.ts';
import { emitClient } from './emit.ts';
import { type Platform, phoneDigits } from './platform.ts';
import { toRecord } from './shapes.ts';
import { type Appointment, type Client, type Company, type Service, instantOf, wallTime } from './state.ts';
import { addClient, bookVisit, cancelVisit, changeVisit, lengthOf, type Place, whyNot } from './visits.ts';

const when = {
  date: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/)
    .optional(),
  at: z.union([z.string(), z.number()]).optional(),
};
const shared = {
  ...when,
  staffId: z.int().optional(),
  serviceIds: z.array(z.int()).optional(),
  lengthSeconds: z.int().positive().optional(),
  comment: z.string().optional(),
  attendance: z.int().min(-1).max(2).optional(),
  webhook: z.boolean().default(true),
  /** Refuses a time that the vendor's interface refuses; tests book where they like. */
  refuses: z.boolean().default(false),
};
const person = {
  name: z.string().min(1),
  surname: z.string().optional(),
  phone: z.string().default(''),
  email: z.string().optional(),
  birthDate: z.string().optional(),
  comment: z.string().optional(),
  smsNot: z.union([z.literal(0), z.literal(1)]).optional(),
  /** In the currency's own unit, of all that the salon knows of. */
  spent: z.number().nonnegative().optional(),
  tags: z.array(z.strictObject({ id: z.int(), title: z.string(), color: z.string() })).optional(),
};
const NewRecord = z.strictObject({
  ...shared,
  companyId: z.int().optional(),
  clientId: z.int().optional(),
  client: z.strictObject(person).optional(),
  online: z.boolean().optional(),
  isBreak: z.boolean().default(false),
});
const NewClient = z.strictObject({ ...person, companyId: z.int().optional() });
/** Actions of the salon's own staff on visits and clients in the vendor's interface. */
export function controlVisits(app: FastifyInstance, platform: Platform): void {
  controlRecords(app, platform);
  controlClients(app, platform);
}

function controlRecords(app: FastifyInstance, platform: Platform): void {
  const { sim } = platform;
  const path = `/_sim/${platform.vendor.name}`;
  const recordOf = (id: string) =>
    found(
      platform.state.records.find((one) => one.id === Number(id) && !one.deleted),
      'record',
    );
  const shape = (record: Appointment) => toRecord(platform, record, { phones: true, offsetBug: false });

  app.post(`${path}/records`, async (request, reply) => {
    const order = readOrder(NewRecord, request.body);
    const company = companyNamed(platform, order.companyId);
    const services = order.isBreak ? [] : servicesOf(platform, company, order.serviceIds);
    const place = {
      companyId: company.id,
      staffId: order.staffId ?? masterFor(platform, company, services),
      date: dateOf(company, order) ?? wallTime(sim.clock.now() + 86_400_000, company.timezone),
      lengthSeconds: order.lengthSeconds ?? lengthOf(services),
    };
    if (order.refuses) refuse(platform, place);
    const record = bookVisit(
      platform,
      {
        ...place,
        services,
        client: order.isBreak ? null : clientOf(platform, company, order),
        ...pick(order, ['comment', 'attendance', 'online']),
      },
      { isSilent: !order.webhook },
    );
    return reply.code(201).send(shape(record));
  });
  app.put<{ Params: { id: string } }>(`${path}/records/:id`, async (request) => {
    const record = recordOf(request.params.id);
    const order = readOrder(z.strictObject(shared), request.body);
    const company = companyNamed(platform, record.companyId);
    const services = order.serviceIds && servicesOf(platform, company, order.serviceIds);
    const change = {
      ...pick(order, ['staffId', 'lengthSeconds', 'comment', 'attendance']),
      date: dateOf(company, order),
      services,
    };
    if (order.refuses) refuse(platform, { ...record, ...change, date: change.date ?? record.date }, record.id);
    return shape(changeVisit(platform, record, change, { isSilent: !order.webhook }));
  });
  app.delete<{ Params: { id: string }; Querystring: { webhook?: string } }>(
    `${path}/records/:id`,
    async (request, reply) => {
      cancelVisit(platform, recordOf(request.params.id), { isSilent: request.query.webhook === 'false' });
      return reply.code(204).send();
    },
  );
}

function controlClients(app: FastifyInstance, platform: Platform): void {
  const { sim } = platform;
  const path = `/_sim/${platform.vendor.name}`;
  app.post(`${path}/clients`, async (request, reply) => {
    const { companyId, phone, ...rest } = readOrder(NewClient, request.body);
    return reply.code(201).send(
      addClient(platform, {
        ...rest,
        phone: phoneDigits(platform, phone),
        companyId: companyNamed(platform, companyId).id,
      }),
    );
  });
  app.put<{ Params: { id: string } }>(`${path}/clients/:id`, async (request) => {
    const client = found(
      platform.state.clients.find((one) => one.id === Number(request.params.id)),
      'client',
    );
    const { phone, ...rest } = readOrder(
      z.strictObject({ ...person, name: person.name.optional(), phone: z.string().optional() }),
      request.body,
    );
    Object.assign(client, rest, phone !== undefined && { phone: phoneDigits(platform, phone) });
    client.changedAt = Math.max(sim.clock.now(), client.changedAt + 1000);
    emitClient(platform, client, 'update');
    platform.changed();
    return client;
  });
}

function refuse(platform: Platform, place: Place, but?: number): void {
  const refused = whyNot(platform, place, but);
  if (refused) throw new ControlError(422, refused.message, { code: refused.code });
}

export function companyNamed(platform: Platform, id: number | undefined): Company {
  const { companies } = platform.state;
  return found(id === undefined ? companies[0] : companies.find((one) => one.id === id), 'company');
}

function servicesOf(platform: Platform, company: Company, ids: number[] | undefined): Service[] {
  const own = platform.state.services.filter((one) => one.companyId === company.id);
  if (ids === undefined) return own.slice(0, 1);
  return ids.map((id) =>
    found(
      own.find((one) => one.id === id),
      'service',
    ),
  );
}

function masterFor(platform: Platform, company: Company, [service]: Service[]): number {
  const [first] = platform.state.staff.filter((one) => one.companyId === company.id);
  return service?.staffIds[0] ?? found(first, 'staff').id;
}

function clientOf(platform: Platform, company: Company, { clientId, client }: z.infer<typeof NewRecord>): Client {
  const own = platform.state.clients.filter((one) => one.companyId === company.id);
  if (!client) return found(clientId === undefined ? own[0] : own.find((one) => one.id === clientId), 'client');
  const phone = phoneDigits(platform, client.phone);
  const known = own.find((one) => phone !== '' && one.phone === phone);
  return known ?? addClient(platform, { ...client, phone, companyId: company.id });
}

function dateOf(
  { timezone }: Company,
  { date, at }: { date?: string | undefined; at?: string | number | undefined },
): string | undefined {
  if (at !== undefined) return wallTime(new Date(at).getTime(), timezone);
  return date === undefined ? undefined : wallTime(instantOf(date, timezone), timezone);
}

function pick<T extends object, K extends keyof T>(from: T, keys: K[]): Partial<Pick<T, K>> {
  // The keys come from the type itself; Object.fromEntries forgets them.
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Partial<
    Pick<T, K>
  >;
}
