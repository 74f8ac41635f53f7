import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CAST } from '../cast/cast.ts';
import { ControlError, Switch, found, readOrder } from '../values/control-error.ts';
import { controlMarketplace } from '../marketplace/control.ts';
import { companyNamed, controlVisits } from './control-visits.ts';
import type { Platform } from './platform.ts';
import { ALL_RIGHTS } from './rights.ts';
import { RUSSIA, addCompany } from './seeding.ts';
import { instantOf } from './state.ts';
import { BEAUTY } from './trades.ts';

const NewCompany = z.strictObject({
  id: z.int().optional(),
  title: z.string().optional(),
  timezone: z.string().optional(),
  city: z.string().optional(),
  country: z.strictObject({ id: z.int(), title: z.string(), currency: z.string() }).optional(),
  partnerToken: z.string().optional(),
  login: z.string().optional(),
  password: z.string().optional(),
  userToken: z.string().optional(),
  empty: z.boolean().default(false),
});
const Permissions = z.strictObject({
  companyId: z.int().optional(),
  deny: z.array(z.enum(['*', ...ALL_RIGHTS])).default([]),
  grant: z.array(z.string()).default([]),
});

/** Actions of the salon's own staff in the vendor's interface, and the switches of the service. */
export function controlPlatform(app: FastifyInstance, platform: Platform): void {
  const path = `/_sim/${platform.vendor.name}`;
  app.get(`${path}`, async () => snapshot(platform));
  app.post(`${path}/companies`, async (request, reply) =>
    reply.code(201).send(openCompany(platform, readOrder(NewCompany, request.body))),
  );
  controlVisits(app, platform);
  controlMarketplace(app, platform);
  controlSwitches(app, platform);
}

function controlSwitches(app: FastifyInstance, platform: Platform): void {
  const { sim } = platform;
  const path = `/_sim/${platform.vendor.name}`;
  const state = () => platform.state;
  app.post(`${path}/permissions`, async (request) => {
    const { companyId, deny, grant } = readOrder(Permissions, request.body);
    const company = companyNamed(platform, companyId);
    company.denied = [...new Set([...company.denied, ...deny])].filter(
      (right) => !grant.includes(right) && !grant.includes('*'),
    );
    sim.changed('engineer');
    return { companyId: company.id, denied: company.denied };
  });
  app.post(`${path}/webhooks`, async (request) => {
    state().webhooksEnabled = readOrder(z.strictObject({ enabled: z.boolean() }), request.body).enabled;
    sim.changed('engineer');
    return { enabled: state().webhooksEnabled };
  });
  app.post(`${path}/datetime-offset-bug`, async (request) => {
    state().datetimeOffsetBug = readOrder(Switch, request.body).on;
    sim.changed('engineer');
    return { on: state().datetimeOffsetBug };
  });
  app.post(`${path}/hooks-settings`, async (request) => {
    state().hooksSettingsSupported = readOrder(z.strictObject({ supported: z.boolean() }), request.body).supported;
    sim.changed('engineer');
    return { supported: state().hooksSettingsSupported };
  });
  app.post(`${path}/licence`, async (request) => {
    const { companyId, active } = readOrder(
      z.strictObject({ companyId: z.int().optional(), active: z.boolean() }),
      request.body,
    );
    companyNamed(platform, companyId).licenceActive = active;
    sim.changed('engineer');
    return { active };
  });
  app.post(`${path}/password`, async (request) => {
    const { userToken } = readOrder(z.strictObject({ userToken: z.string().optional() }), request.body);
    const user = found(
      state().users.find((one) => userToken === undefined || one.token === userToken),
      'user',
    );
    user.token = `user-${sim.ids.hex('yclients.token', 24)}`;
    return { userToken: user.token };
  });
}

function openCompany({ sim, vendor, state, changed }: Platform, order: z.infer<typeof NewCompany>): unknown {
  const id = order.id ?? Math.max(...state.companies.map((one) => one.id)) + 1;
  if (state.companies.some((one) => one.id === id)) throw new ControlError(409, 'this company exists');
  const [like] = state.companies;
  const company = addCompany(state, sim.clock.now(), {
    id,
    title: order.title ?? `Салон ${id}`,
    timezone: order.timezone ?? like?.timezone ?? 'Europe/Moscow',
    city: order.city ?? like?.city ?? 'Москва',
    address: 'Главная улица, 1',
    phone: '74950000000',
    country: order.country ?? like?.country ?? RUSSIA,
    trade: BEAUTY,
    masters: 5,
    guests: CAST,
    isEmpty: order.empty,
  });
  const partnerToken = order.partnerToken ?? vendor.partnerToken;
  if (!state.partnerTokens.includes(partnerToken)) state.partnerTokens.push(partnerToken);
  const [first] = state.users;
  const userToken = order.userToken ?? first?.token ?? '';
  const login = order.login ?? (order.userToken === undefined ? (first?.login ?? '') : `${userToken}@example.test`);
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
  changed();
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

function snapshot(platform: Platform): unknown {
  const { partnerTokens: _tokens, users: _users, ...state } = platform.state;
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
