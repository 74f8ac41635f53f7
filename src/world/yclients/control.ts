import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CAST } from '../cast.ts';
import { ControlError, Switch, found, readOrder } from '../control-error.ts';
import { digits } from '../people.ts';
import type { Sim } from '../sim.ts';
import { emitClient } from './emit.ts';
import { addCompany } from './fixtures.ts';
import { ALL_RIGHTS } from './rights.ts';
import { toRecord } from './shapes.ts';
import { type Appointment, type Client, type Company, type Service, instantOf, wallTime } from './state.ts';
import { addClient, bookVisit, cancelVisit, changeVisit } from './visits.ts';

const NewCompany = z.strictObject({
  id: z.int().optional(),
  title: z.string().optional(),
  timezone: z.string().optional(),
  city: z.string().optional(),
  partnerToken: z.string().optional(),
  login: z.string().optional(),
  password: z.string().optional(),
  userToken: z.string().optional(),
  empty: z.boolean().default(false),
});
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
};
const person = {
  name: z.string().min(1),
  surname: z.string().optional(),
  phone: z.string().default(''),
  email: z.string().optional(),
  birthDate: z.string().optional(),
  comment: z.string().optional(),
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
const Permissions = z.strictObject({
  companyId: z.int().optional(),
  deny: z.array(z.enum(['*', ...ALL_RIGHTS])).default([]),
  grant: z.array(z.string()).default([]),
});

/** What the salon's own staff does in the vendor's interface, and the switches of the service. */
export function controlYclients(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/yclients', async () => snapshot(sim));
  app.post('/_sim/yclients/companies', async (request, reply) =>
    reply.code(201).send(openCompany(sim, readOrder(NewCompany, request.body))),
  );
  controlRecords(app, sim);
  controlClients(app, sim);
  controlSwitches(app, sim);
}

function controlRecords(app: FastifyInstance, sim: Sim): void {
  const recordOf = (id: string) =>
    found(
      sim.state.yclients.records.find((one) => one.id === Number(id) && !one.deleted),
      'record',
    );
  const shape = (record: Appointment) => toRecord(sim.state.yclients, record, { phones: true, offsetBug: false });

  app.post('/_sim/yclients/records', async (request, reply) => {
    const order = readOrder(NewRecord, request.body);
    const company = companyNamed(sim, order.companyId);
    const services = order.isBreak ? [] : servicesOf(sim, company, order.serviceIds);
    const record = bookVisit(
      sim,
      {
        companyId: company.id,
        staffId: order.staffId ?? masterFor(sim, company, services),
        services,
        client: order.isBreak ? null : clientOf(sim, company, order),
        date: dateOf(company, order) ?? wallTime(sim.clock.now() + 86_400_000, company.timezone),
        ...pick(order, ['lengthSeconds', 'comment', 'attendance', 'online']),
      },
      { isSilent: !order.webhook },
    );
    return reply.code(201).send(shape(record));
  });
  app.put<{ Params: { id: string } }>('/_sim/yclients/records/:id', async (request) => {
    const record = recordOf(request.params.id);
    const order = readOrder(z.strictObject(shared), request.body);
    const company = companyNamed(sim, record.companyId);
    const services = order.serviceIds && servicesOf(sim, company, order.serviceIds);
    const change = {
      ...pick(order, ['staffId', 'lengthSeconds', 'comment', 'attendance']),
      date: dateOf(company, order),
      services,
    };
    return shape(changeVisit(sim, record, change, { isSilent: !order.webhook }));
  });
  app.delete<{ Params: { id: string }; Querystring: { webhook?: string } }>(
    '/_sim/yclients/records/:id',
    async (request, reply) => {
      cancelVisit(sim, recordOf(request.params.id), { isSilent: request.query.webhook === 'false' });
      return reply.code(204).send();
    },
  );
}

function controlClients(app: FastifyInstance, sim: Sim): void {
  app.post('/_sim/yclients/clients', async (request, reply) => {
    const { companyId, phone, ...rest } = readOrder(NewClient, request.body);
    return reply
      .code(201)
      .send(addClient(sim, { ...rest, phone: digits(phone), companyId: companyNamed(sim, companyId).id }));
  });
  app.put<{ Params: { id: string } }>('/_sim/yclients/clients/:id', async (request) => {
    const client = found(
      sim.state.yclients.clients.find((one) => one.id === Number(request.params.id)),
      'client',
    );
    const { phone, ...rest } = readOrder(
      z.strictObject({ ...person, name: person.name.optional(), phone: z.string().optional() }),
      request.body,
    );
    Object.assign(client, rest, phone !== undefined && { phone: digits(phone) });
    client.changedAt = Math.max(sim.clock.now(), client.changedAt + 1000);
    emitClient(sim, client, 'update');
    sim.changed('yclients');
    return client;
  });
}

function controlSwitches(app: FastifyInstance, sim: Sim): void {
  const state = () => sim.state.yclients;
  app.post('/_sim/yclients/permissions', async (request) => {
    const { companyId, deny, grant } = readOrder(Permissions, request.body);
    const company = companyNamed(sim, companyId);
    company.denied = [...new Set([...company.denied, ...deny])].filter(
      (right) => !grant.includes(right) && !grant.includes('*'),
    );
    sim.changed('engineer');
    return { companyId: company.id, denied: company.denied };
  });
  app.post('/_sim/yclients/webhooks', async (request) => {
    state().webhooksEnabled = readOrder(z.strictObject({ enabled: z.boolean() }), request.body).enabled;
    sim.changed('engineer');
    return { enabled: state().webhooksEnabled };
  });
  app.post('/_sim/yclients/datetime-offset-bug', async (request) => {
    state().datetimeOffsetBug = readOrder(Switch, request.body).on;
    sim.changed('engineer');
    return { on: state().datetimeOffsetBug };
  });
  app.post('/_sim/yclients/hooks-settings', async (request) => {
    state().hooksSettingsSupported = readOrder(z.strictObject({ supported: z.boolean() }), request.body).supported;
    sim.changed('engineer');
    return { supported: state().hooksSettingsSupported };
  });
  app.post('/_sim/yclients/licence', async (request) => {
    const { companyId, active } = readOrder(
      z.strictObject({ companyId: z.int().optional(), active: z.boolean() }),
      request.body,
    );
    companyNamed(sim, companyId).licenceActive = active;
    sim.changed('engineer');
    return { active };
  });
  app.post('/_sim/yclients/password', async (request) => {
    const { userToken } = readOrder(z.strictObject({ userToken: z.string().optional() }), request.body);
    const user = found(
      state().users.find((one) => userToken === undefined || one.token === userToken),
      'user',
    );
    user.token = `user-${sim.ids.hex('yclients.token', 24)}`;
    return { userToken: user.token };
  });
}

function openCompany(sim: Sim, order: z.infer<typeof NewCompany>): unknown {
  const state = sim.state.yclients;
  const id = order.id ?? Math.max(...state.companies.map((one) => one.id)) + 1;
  if (state.companies.some((one) => one.id === id)) throw new ControlError(409, 'this company exists');
  const city = order.city ?? 'Москва';
  const company = addCompany(state, sim.clock.now(), {
    id,
    title: order.title ?? `Салон ${id}`,
    timezone: order.timezone ?? 'Europe/Moscow',
    city,
    address: 'Главная улица, 1',
    masters: 5,
    guests: CAST,
    isEmpty: order.empty,
  });
  const partnerToken = order.partnerToken ?? 'partner-demo-token';
  if (!state.partnerTokens.includes(partnerToken)) state.partnerTokens.push(partnerToken);
  const userToken = order.userToken ?? 'user-demo-token';
  const login = order.login ?? (order.userToken === undefined ? 'salon@example.test' : `${userToken}@example.test`);
  const user = state.users.find((one) => one.token === userToken || one.login === login);
  if (user) user.companyIds.push(id);
  else {
    const password = order.password ?? 'salon-demo';
    state.users.push({
      id: 123_456 + state.users.length,
      login,
      password,
      token: userToken,
      name: 'Владелец',
      companyIds: [id],
    });
  }
  sim.changed('yclients');
  const ofCompany = <T extends { companyId: number }>(things: T[]) => things.filter((one) => one.companyId === id);
  return {
    id,
    partnerToken,
    userToken: user?.token ?? userToken,
    timezone: company.timezone,
    staff: ofCompany(state.staff),
    services: ofCompany(state.services),
    clients: ofCompany(state.clients),
  };
}

function companyNamed(sim: Sim, id: number | undefined): Company {
  const { companies } = sim.state.yclients;
  return found(id === undefined ? companies[0] : companies.find((one) => one.id === id), 'company');
}

function servicesOf(sim: Sim, company: Company, ids: number[] | undefined): Service[] {
  const mine = sim.state.yclients.services.filter((one) => one.companyId === company.id);
  if (ids === undefined) return mine.slice(0, 1);
  return ids.map((id) =>
    found(
      mine.find((one) => one.id === id),
      'service',
    ),
  );
}

function masterFor(sim: Sim, company: Company, [service]: Service[]): number {
  const [first] = sim.state.yclients.staff.filter((one) => one.companyId === company.id);
  return service?.staffIds[0] ?? found(first, 'staff').id;
}

function clientOf(sim: Sim, company: Company, { clientId, client }: z.infer<typeof NewRecord>): Client {
  const mine = sim.state.yclients.clients.filter((one) => one.companyId === company.id);
  if (!client) return found(clientId === undefined ? mine[0] : mine.find((one) => one.id === clientId), 'client');
  const phone = digits(client.phone);
  const known = mine.find((one) => phone !== '' && one.phone === phone);
  return known ?? addClient(sim, { ...client, phone, companyId: company.id });
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

function snapshot(sim: Sim): unknown {
  const { partnerTokens: _tokens, users: _users, ...state } = sim.state.yclients;
  const zoneById = new Map(state.companies.map((one) => [one.id, one.timezone]));
  const iso = (at: number) => new Date(at).toISOString();
  return {
    ...state,
    switches: {
      webhooksEnabled: state.webhooksEnabled,
      hooksSettingsSupported: state.hooksSettingsSupported,
      datetimeOffsetBug: state.datetimeOffsetBug,
    },
    hooks: Object.fromEntries(state.companies.map((one) => [one.id, one.hooks])),
    records: state.records.map((record) => ({
      ...record,
      startsAt: iso(instantOf(record.date, zoneById.get(record.companyId) ?? 'UTC')),
      createdAt: iso(record.createdAt),
      changedAt: iso(record.changedAt),
    })),
  };
}
