import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { createFlow, type Flow, switchFlowMode } from '#contract/flows/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { newSecrets } from '#server/channels/storage/secrets.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceProvider, VisitFacts } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { createShopify } from '#server/providers/shopify/provider.ts';
import { createWebChat } from '#server/providers/web-chat/provider.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { aFakeChannel, type FakeChannel } from '#server/testing/world/fake-channel.ts';
import { type SignedUp, testServer, type TestServer, type TestServerOptions } from '#server/testing/server/http.ts';

/** Noon in Moscow, where the salon is. */
export const SALON_NOON = '2026-03-02T09:00:00Z';

/** A booking as a booking system reports it; fields left out are invented. */
export type Booked = Partial<VisitFacts> & { phone?: string | null; clientName?: string };

export type SalonMessage = {
  id: string;
  status: string;
  reason: string | null;
  dueAt: string;
  occurrence: number;
  testPhone: string | null;
  channelId: string;
  body: string;
};

type Trouble = { current: { isTemporary: boolean } | null };

export type Salon = {
  owner: SignedUp;
  branchId: BranchId;
  channelId: ChannelId;
  whatsApp: FakeChannel;
  telegram: FakeChannel;
  bookings: Map<string, VisitFacts>;
  /** The error that the booking system answers to calls. */
  trouble: Trouble;
  /** Adds a channel beside WhatsApp. */
  addChannel(kind: 'telegram_bot' | 'dialog360', title: string): Promise<ChannelId>;
  /** Creates a flow over HTTP; live by default. */
  aFlow(request: BodyOf<typeof createFlow>, mode?: 'test' | 'combat'): Promise<Flow>;
  /** Creates, moves or changes the booking with this external id, and runs all jobs. */
  book(booked: Booked): Promise<{ visitId: VisitId; externalId: string }>;
  messages(flowId?: string): Promise<SalonMessage[]>;
  verdicts(flowId?: string): Promise<{ outcome: string; rule: string; compared: Record<string, unknown> }[]>;
};

/**
 * A salon with a WhatsApp number whose window never closes, and a branch in Moscow whose bookings the test invents.
 * @returns a function that opens a new salon for each test
 */
export async function bookedSalons(
  options: Pick<TestServerOptions, 'observe' | 'uploads' | 'env'> = {},
): Promise<{ server: TestServer; open(): Promise<Salon> }> {
  let whatsApp = aFakeChannel();
  let telegram = aTelegram();
  let bookings = new Map<string, VisitFacts>();
  const trouble: Trouble = { current: null };
  const server = await testServer({
    ...options,
    now: SALON_NOON,
    providers: () => ({
      channels: new Map([
        ['dialog360', throughTo(() => whatsApp)],
        ['telegram_bot', throughTo(() => telegram)],
        ['web_chat', createWebChat()],
      ]),
      sourceProviders: new Map([
        ['yclients', aBookingSystem(() => bookings, trouble)],
        ['shopify', createShopify()],
      ]),
      marketplaces: new Map(),
      payments: null,
    }),
  });
  beforeEach(async () => {
    // Planned messages of earlier tests would be sent in this one.
    await server.owner.query(`update messages set status = 'cancelled' where status = 'planned'`);
    await server.owner.query('delete from graphile_worker._private_jobs');
    await server.clock.set(SALON_NOON);
  });
  const rows = builders(server.owner);

  async function open(): Promise<Salon> {
    [whatsApp, telegram, bookings] = [aFakeChannel(), aTelegram(), new Map()];
    trouble.current = null;
    const owner = await server.signUp();
    const { tenantId } = owner;
    const addChannel = async (kind: 'telegram_bot' | 'dialog360', title: string, position = 2) => {
      const credentials = server.ctx.vault.seal(tenantId, newSecrets(tenantId, { token: 'token' }));
      return ChannelId.parse((await rows.aChannel({ tenantId, kind, title, credentials, position })).id);
    };
    const credentials = server.ctx.vault.seal(tenantId, {
      userToken: 'token',
      userName: 'Salon',
      webhookSecret: 'secret',
    });
    const connection = await rows.aConnection({ tenantId, credentials });
    const branch = await rows.aBranch({
      tenantId,
      connectionId: connection.id,
      title: 'Локон',
      address: 'Лесная, 5',
      syncedAt: SALON_NOON,
      readingSince: '2026-01-01T00:00:00Z',
    });
    const channelId = await addChannel('dialog360', 'WhatsApp', 1);
    // NOTE: decisions read the traits of the channel's kind, not of the fake, so the window of each customer is opened too.
    const openWindow = () =>
      server.owner.query(
        `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
         select tenant_id, gen_random_uuid(), id, $2, substr(phone, 2), phone, '2030-01-01', now() from contacts
         where tenant_id = $1 and phone is not null on conflict do nothing`,
        [tenantId, channelId],
      );
    return {
      owner,
      branchId: branch.id,
      channelId,
      whatsApp,
      telegram,
      bookings,
      trouble,
      addChannel,
      async aFlow(request, mode = 'combat') {
        const { body: flow } = await server.call(createFlow, { token: owner.token, body: request });
        if (mode === 'test') return flow;
        const params = { flowId: flow.id };
        return (await server.call(switchFlowMode, { token: owner.token, params, body: { mode } })).body;
      },
      async book(booked) {
        const facts = toFacts(booked, bookings, server);
        bookings.set(facts.externalId, facts);
        const ids = await withTenant(server.ctx, tenantId, async (scope) =>
          recordVisits(scope, await getBranch(scope, branch.id), {
            facts: [facts],
            readAt: server.clock.now(),
          }),
        );
        await openWindow();
        await server.runJobs();
        return { visitId: VisitId.parse(ids.get(facts.externalId)), externalId: facts.externalId };
      },
      async messages(flowId) {
        const found = await server.owner.query<SalonMessage>(
          `select id, status, reason, due_at::text as "dueAt", occurrence, nullif(test_phone, '') as "testPhone",
             channel_id as "channelId", body
           from messages where tenant_id = $1 and ($2::uuid is null or sender_id = $2) order by planned_at, due_at, test_phone`,
          [tenantId, flowId ?? null],
        );
        return found.rows;
      },
      async verdicts(flowId) {
        const found = await server.owner.query(
          `select outcome, rule, compared from verdicts
           where tenant_id = $1 and ($2::uuid is null or sender_id = $2) order by decided_at, outcome`,
          [tenantId, flowId ?? null],
        );
        return found.rows;
      },
    };
  }
  return { server, open };
}

const ANNA = { name: 'Анна', phone: '+79161112233', email: null, isNew: false, visitsCount: 3 };

function toFacts(booked: Booked, bookings: ReadonlyMap<string, VisitFacts>, { clock }: TestServer): VisitFacts {
  const { phone, clientName, ...given } = booked;
  const before = given.externalId === undefined ? undefined : bookings.get(given.externalId);
  const now = clock.now();
  const known = before?.client ?? { ...ANNA, externalId: phone === undefined ? 'anna' : `client ${phone}` };
  const client = {
    ...known,
    ...(phone !== undefined && { phone }),
    ...(clientName !== undefined && { name: clientName }),
  };
  return {
    externalId: randomUUID(),
    externalVisitId: null,
    masterExternalId: '7',
    masterName: 'Ольга',
    services: [{ externalId: '9', title: 'Стрижка' }],
    startsAt: now.add({ hours: 48 }),
    durationMinutes: 60,
    status: 'waiting',
    totalMinor: 150_000,
    comment: '',
    manageUrl: null,
    isOnline: false,
    createdAt: now,
    ...before,
    client,
    ...given,
    changedAt: now,
  };
}

/** A fake channel with the buttons of Telegram and no limits. */
function aTelegram(): FakeChannel {
  const { buttons } = traitsOf('telegram_bot');
  return aFakeChannel({ kind: 'telegram_bot', traits: { buttons, reachesPhones: false } });
}

/** Forwards to the fake of the present test. */
function throughTo(current: () => FakeChannel): FakeChannel {
  return new Proxy(current(), { get: (_, key) => Reflect.get(current(), key) });
}

/** A booking system that stores the bookings of tests; confirming and cancelling change them. */
function aBookingSystem(current: () => Map<string, VisitFacts>, trouble: Trouble): SourceProvider {
  const unasked = (): never => {
    throw new Error('Nothing asks this of the booking system here');
  };
  const refuse = async () => unasked();
  return {
    kind: 'yclients',
    signIn: refuse,
    listBranches: refuse,
    getBranch: refuse,
    missingRights: refuse,
    subscribe: refuse,
    unsubscribe: refuse,
    bookings: {
      listMasters: refuse,
      listServices: refuse,
      listVisits: refuse,
      getClient: async () => ({ isOk: true, value: null }),
      listClients: refuse,
      readPayload: unasked,
      isTimed: unasked,
      getVisit: async (_caller, _branch, id) => ({ isOk: true, value: current().get(id) ?? null }),
      async setStatus(_caller, _branch, id, { status, isWanted }) {
        if (trouble.current) return { ...NOT_TODAY, ...trouble.current };
        const visit = current().get(id);
        if (!visit || !isWanted(visit)) return { isOk: true, value: { visit: visit ?? null, isWritten: false } };
        current().set(id, { ...visit, status });
        return { isOk: true, value: { visit: { ...visit, status }, isWritten: true } };
      },
      async cancelVisit(_caller, _branchId, id) {
        if (trouble.current) return { ...NOT_TODAY, ...trouble.current };
        const visit = current().get(id);
        if (visit) current().set(id, { ...visit, status: 'cancelled' });
        return { isOk: true, value: null };
      },
      async listFreeTimes(_caller, _branch, { day }) {
        return { isOk: true, value: [day.toZonedDateTime('Europe/Moscow').with({ hour: 19 }).toInstant()] };
      },
      async createVisit(_caller, _branch, { key, client, masterExternalId, startsAt, durationMinutes }) {
        if (trouble.current) return { ...NOT_TODAY, ...trouble.current };
        const visits = [...current().values()];
        const isThere = (one: VisitFacts) => one.startsAt.equals(startsAt) && one.status !== 'cancelled';
        const known = current().get(key);
        if (known) return { isOk: true, value: known };
        if (visits.some(isThere)) return { isOk: true, value: 'taken' };
        const freed = visits.find((one) => one.startsAt.equals(startsAt));
        if (!freed) return unasked();
        const booked: VisitFacts = {
          ...freed,
          externalId: key,
          client: { ...client, externalId: `client ${client.phone}`, email: null, isNew: false, visitsCount: null },
          masterExternalId,
          durationMinutes,
          status: 'waiting',
        };
        current().set(key, booked);
        return { isOk: true, value: booked };
      },
    },
  };
}

const NOT_TODAY = { isOk: false, trouble: 'unreachable', text: 'Not today', retryAfterMs: null } as const;
