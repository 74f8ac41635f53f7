import { expect } from 'vitest';
import {
  type Connection,
  connectBranches,
  listConnections,
  offerBranches,
  removeConnection,
} from '#contract/connections/calls.ts';
import { ConsentKind, finishConsent, startConsent } from '#contract/connections/consent.ts';
import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { createProviders } from '#server/app/providers.ts';
import type { SourceProvider } from '#server/connections/port.ts';
import { createTokenStore } from '#server/connections/tokens/tokens.ts';
import { createAmo } from '#server/providers/amo/provider.ts';
import { createIiko } from '#server/providers/iiko/provider.ts';
import { createAltegio } from '#server/providers/yclients/altegio.ts';
import { createMedflexSource } from '#server/providers/medflex/source.ts';
import { createYclients } from '#server/providers/yclients/provider.ts';
import { NO_RATE_LIMIT } from '#server/testing/houses/iiko-restaurant.ts';
import { type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { crmIn, platformsIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';
import type { ConnectionBinding, ProviderPlace, RecordOrder, VendorAccount } from './binding.ts';

/** A record of ours, as the scenarios compare it. */
export type StoredRecord = { id: string; status: string };

/** One cabinet with one connection of the kind. */
export type ConnectionPlace = {
  binding: ConnectionBinding;
  world: SimulatedWorld;
  server: TestServer;
  owner: SignedUp;
  account: VendorAccount;
  create(order?: RecordOrder): Promise<string>;
  change(id: string): Promise<unknown>;
  /** Connects an account to the cabinet. */
  connect(account: VendorAccount): Promise<Connection>;
  disconnect(connectionId: Connection['id']): Promise<void>;
  /** A cabinet with another account of the vendor. */
  openOther(): Promise<ConnectionPlace>;
  /** All connections of the cabinet. */
  readAll(): Promise<Connection[]>;
  /** The only connection, or the first. */
  read(): Promise<Connection>;
  records(): Promise<StoredRecord[]>;
  /** Kinds of events about records, in order. */
  events(): Promise<string[]>;
  /** The phones of the cabinet's contacts. */
  phones(): Promise<(string | null)[]>;
  /** Lets the vendor's webhooks arrive, and runs the jobs that follow. */
  settle(): Promise<void>;
  /** Looks for changes, as it is done every few minutes. */
  poll(): Promise<void>;
  /** Lets time pass on both sides. */
  pass(minutes: number): Promise<void>;
  /** The next calls get this answer, until `calm`. */
  disturb(fault: { action: 'http' | 'reset' | 'slow' } & Record<string, unknown>): Promise<void>;
  calm(): Promise<void>;
  /** The provider, opened with the account's own credentials. */
  openProvider(): Promise<ProviderPlace>;
  countCalls(path: string): Promise<number>;
};

/** The stage of a deal, or that it is deleted. */
const STATUS_OF_DEAL = `case when is_deleted then 'deleted' else (select s.title from deal_stages s
  where s.tenant_id = deals.tenant_id and s.id = deals.stage_id) end as status`;

const TABLES: Readonly<
  Record<NonNullable<ConnectionKindDeclaration['reads']>, { table: string; events: string; status?: string }>
> = {
  visits: { table: 'visits', events: 'visit.%' },
  orders: { table: 'orders', events: 'order.%' },
  deals: { table: 'deals', events: 'deal.%', status: STATUS_OF_DEAL },
  talks: { table: 'desk_talks', events: 'message.%', status: 'state as status' },
  shop: { table: 'orders', events: 'order.%' },
};

export type Places = {
  /** @param isRead false: the jobs that read the account have not run */
  open(binding: ConnectionBinding, options?: { isRead?: boolean }): Promise<ConnectionPlace>;
};

/** One product and one world for every scenario of every kind. */
export async function openConnectionPlaces(
  environment: (world: SimulatedWorld) => Record<string, string> = () => ({}),
): Promise<Places> {
  const world = await simulateWorld();
  const address = await openPublicAddress();
  let providers: ReadonlyMap<string, SourceProvider> = new Map();
  const server = await testServer({
    env: {
      ...platformsIn(world),
      ...crmIn(world),
      IIKO_BASE_URL: `${world.url}/iiko`,
      IIKO_APP_ID: '62bce03f-3a96-4b5c-863f-763364170cab',
      IIKO_CLIENT_SECRET: 'iiko-demo-client-secret',
      PUBLIC_URL: address.origin,
      ...environment(world),
    },
    // NOTE: calls are not limited, so that tests are fast; the limits have tests of their own.
    providers: (ctx) => {
      const { http, config } = ctx;
      const rateLimiter = { take: async () => 0, pause: async () => {} };
      const created = createProviders(ctx);
      const unlimited = [
        createYclients({ http, rateLimiter, ...config.yclients }),
        createAltegio({ http, rateLimiter, ...config.altegio }),
        createAmo({
          http,
          rateLimiter,
          tokens: createTokenStore(ctx),
          redirectUri: `${config.publicUrl}/accounts/amo/connect`,
          ...config.amo,
        }),
        createIiko({ ...ctx, rateLimiter: NO_RATE_LIMIT, ...config.iiko }),
        createMedflexSource({ ...ctx, rateLimiter, ...config.medflex }),
      ];
      const sourceProviders = new Map([
        ...created.sourceProviders,
        ...unlimited.map((one) => [one.kind, one] as const),
      ]);
      providers = sourceProviders;
      return { ...created, sourceProviders };
    },
  });
  address.leadTo(server.origin);

  async function placeOf(
    binding: ConnectionBinding,
    owner: SignedUp,
    account: VendorAccount,
  ): Promise<ConnectionPlace> {
    const { kind, service } = binding;
    const { reads, pollMinutes } = connectionKind(kind);
    const { table, events, status = 'status' } = TABLES[reads ?? 'visits'];
    const { token, tenantId } = owner;
    const query = async (text: string, values: unknown[] = []) =>
      (await server.owner.query(text, [tenantId, ...values])).rows;
    const readAll = async () => (await server.call(listConnections, { token, query: { kind } })).body.connections;
    async function connectByConsent(allowed: { code: string; referer: string }): Promise<Connection> {
      const consent = { kind: ConsentKind.parse(kind) };
      const { url } = (await server.call(startConsent, { token, body: consent })).body;
      const state = new URL(url).searchParams.get('state') ?? '';
      const search = `?${new URLSearchParams({ ...allowed, state }).toString()}`;
      const connected = await server.call(finishConsent, { token, body: { ...consent, search } });
      expect(connected.status, JSON.stringify(connected.body)).toBe(200);
      return connected.body;
    }
    const place: ConnectionPlace = {
      binding,
      world,
      server,
      owner,
      account,
      create: (order = {}) => binding.create(world, account, order),
      change: (id) => binding.change(world, id),
      async connect(given) {
        if (binding.allow) return connectByConsent(await binding.allow(world, given));
        const { login, branchId } = given;
        const offer = await server.call(offerBranches, { token, body: login });
        expect(offer.status, JSON.stringify(offer.body)).toBe(200);
        const body = { kind, ticket: offer.body.ticket, branchExternalIds: [branchId] };
        const connected = await server.call(connectBranches, { token, body });
        expect(connected.status, JSON.stringify(connected.body)).toBe(200);
        await binding.prepare?.(place, connected.body);
        return connected.body;
      },
      async disconnect(connectionId) {
        expect((await server.call(removeConnection, { token, params: { connectionId } })).status).toBe(200);
      },
      openOther: () => open(binding, { keeps: true }),
      readAll,
      async read() {
        const [connection] = await readAll();
        if (!connection) throw new Error('Nothing is connected');
        return connection;
      },
      records: () =>
        query(`select external_id as id, ${status} from ${table} where tenant_id = $1 order by external_id`),
      async events() {
        const rows = await query(
          'select kind from events where tenant_id = $1 and kind like $2 order by recorded_at, id',
          [events],
        );
        return rows.map((row) => row.kind);
      },
      async phones() {
        const rows = await query('select phone from contacts where tenant_id = $1');
        return rows.map((row) => row.phone);
      },
      async settle() {
        await world.control('POST', '/settle', {});
        await server.clock.advance({ seconds: 3 });
        await server.runJobs();
      },
      async poll() {
        await server.runRepeated(`connections.poll-every-${pollMinutes}-minutes`);
        await place.pass(1);
        await server.runJobs();
      },
      async pass(minutes) {
        await world.passTime(minutes * 60_000);
        await server.clock.advance({ minutes });
      },
      async disturb(fault) {
        await world.control('POST', '/fault', { channel: service, times: 0, ...fault });
      },
      async calm() {
        await world.control('DELETE', '/faults');
      },
      async openProvider() {
        const provider = providers.get(kind);
        if (!provider) throw new Error(`No provider for ${kind}`);
        const requester = { tenantId, isUrgent: true };
        const { kind: _kind, ...login } = account.login;
        const allowed = await binding.allow?.(world, account);
        const given = allowed ? { code: allowed.code, host: allowed.referer } : login;
        const signedIn = await provider.signIn(requester, given);
        if (!signedIn.isOk) throw new Error(signedIn.trouble);
        return {
          provider,
          caller: { ...requester, credentials: signedIn.value.credentials },
          branchId: account.branchId,
        };
      },
      async countCalls(path) {
        const at = `/log?channel=${service}&path=${encodeURIComponent(path)}`;
        return (await world.control<{ requests: unknown[] }>('GET', at)).requests.length;
      },
    };
    return place;
  }

  async function open(
    binding: ConnectionBinding,
    { isRead = true, keeps = false }: { isRead?: boolean; keeps?: boolean } = {},
  ): Promise<ConnectionPlace> {
    if (!keeps) {
      await world.control('POST', '/seed', {});
      await world.control('POST', '/behaviour', { channel: binding.service, limits: 'off' });
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
      await server.owner.query('update connections set removed_at = now()');
      // NOTE: the accounts of the seed belong to the next cabinet; what the last one left is not done any more.
      await server.owner.query('delete from graphile_worker._private_jobs');
    }
    const place = await placeOf(binding, await server.signUp(), await binding.found(world));
    await place.connect(place.account);
    if (isRead) await server.runJobs();
    return place;
  }
  return { open };
}
