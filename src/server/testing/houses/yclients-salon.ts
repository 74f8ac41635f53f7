import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createProviders } from '#server/app/providers.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import { createAltegio } from '#server/providers/yclients/altegio.ts';
import { createYclients } from '#server/providers/yclients/provider.ts';
import { type SignedUp, type TestServer, testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { platformsIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';

/** The fields that tests read of a record in the answers of the simulator's control API. */
export type SimulatedRecord = {
  id: number;
  companyId: number;
  staffId: number;
  attendance: number;
  client: { id: number };
};
export type SimulatedYclients = {
  records: SimulatedRecord[];
  clients: { id: number }[];
  hooks: unknown;
  platformSms?: unknown[];
};

export const SALON_LOGIN = { login: 'salon@example.test', password: 'salon-demo' };

/** The seeded salons of both vendors of the platform, and the calls that connect them. */
export const SALONS = {
  yclients: {
    vendor: 'yclients',
    login: { kind: 'yclients', ...SALON_LOGIN },
    owner: 'Наталья Ромашова',
    userToken: 'user-demo-token',
    headers: {
      accept: 'application/vnd.yclients.v2+json',
      authorization: 'Bearer partner-demo-token, User user-demo-token',
    },
    companyId: 4564,
    otherId: 4565,
    branches: [
      { externalId: '4564', title: 'Студия Ромашка, Покровка', city: 'Москва', address: 'ул. Покровка, 14' },
      { externalId: '4565', title: 'Студия Ромашка, Урал', city: 'Екатеринбург', address: 'ул. Малышева, 51' },
    ],
    details: [
      { timeZone: 'Europe/Moscow', currency: 'RUB', activeMastersCount: 5 },
      { timeZone: 'Asia/Yekaterinburg', currency: 'RUB', activeMastersCount: 3 },
    ],
  },
  altegio: {
    vendor: 'altegio',
    login: { kind: 'altegio', login: 'aurora@example.test', password: 'aurora-demo' },
    owner: 'Ana Dvali',
    userToken: 'user-aurora-token',
    headers: {
      accept: 'application/vnd.api.v2+json',
      authorization: 'Bearer altegio-partner-demo-token, User user-aurora-token',
    },
    companyId: 80_010,
    otherId: 80_011,
    branches: [
      { externalId: '80010', title: 'Aurora Beauty, Tbilisi', city: 'Tbilisi', address: 'Rustaveli Ave 24' },
      { externalId: '80011', title: 'Aurora Beauty, Larnaca', city: 'Larnaca', address: 'Finikoudes 7' },
    ],
    details: [
      { timeZone: 'Asia/Tbilisi', currency: 'GEL', activeMastersCount: 4 },
      { timeZone: 'Asia/Nicosia', currency: 'EUR', activeMastersCount: 3 },
    ],
  },
} as const;
export type Salon = (typeof SALONS)[keyof typeof SALONS];

export type ConnectedOwner = SignedUp & { connection: ReplyOf<typeof connectBranches> };

export type PlatformSalon = {
  server: TestServer;
  world: SimulatedWorld;
  sourceProviders: SourceProviders;
  /** Connects branches, to a new cabinet unless one is given; resolves after the first poll. */
  connectTo(salon: Salon, branchExternalIds?: string[], cabinet?: SignedUp): Promise<ConnectedOwner>;
  /** Resets both sides: the vendor's records are restored, nothing is connected, and both clocks show the same time. */
  reset(): Promise<void>;
  /** Waits for the vendor's webhooks and runs all jobs that follow. */
  settle(): Promise<void>;
};

/** A product and a YCLIENTS simulator; see `platformSalon`. */
export async function yclientsSalon() {
  const platform = await platformSalon();
  return {
    ...platform,
    connect: (branchExternalIds?: string[]) => platform.connectTo(SALONS.yclients, branchExternalIds),
  };
}

/**
 * A product and the simulators of both booking systems of the platform, which call each other over HTTP and start at the same time. Calls
 * are not rate limited, so that tests are fast; the limits have tests of their own.
 */
export async function platformSalon(): Promise<PlatformSalon> {
  const world = await simulateWorld();
  const address = await openPublicAddress();
  let sourceProviders: SourceProviders = new Map();
  const server = await testServer({
    env: {
      ...platformsIn(world),
      PUBLIC_URL: address.origin,
    },
    providers: (ctx) => {
      const rateLimiter = { take: async () => 0, pause: async () => {} };
      sourceProviders = new Map([
        ['yclients', createYclients({ http: ctx.http, rateLimiter, ...ctx.config.yclients })],
        ['altegio', createAltegio({ http: ctx.http, rateLimiter, ...ctx.config.altegio })],
      ]);
      return { ...createProviders(ctx), sourceProviders };
    },
  });
  address.leadTo(server.origin);

  const settle = async () => {
    await world.control('POST', '/settle', {});
    await server.clock.advance({ seconds: 1 });
    await server.runJobs();
  };
  const reset = async () => {
    await world.control('POST', '/seed', {});
    for (const channel of ['yclients', 'altegio'])
      await world.control('POST', '/behaviour', { channel, limits: 'off' });
    await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
    await server.owner.query('update connections set removed_at = now()');
  };
  return {
    server,
    world,
    sourceProviders,
    settle,
    reset,
    async connectTo(salon, branchExternalIds = [String(salon.companyId)], cabinet) {
      const owner = cabinet ?? (await server.signUp());
      const offer = await server.call(offerBranches, {
        token: owner.token,
        body: salon.login,
      });
      const body = { kind: salon.vendor, ticket: offer.body.ticket, branchExternalIds };
      const connected = await server.call(connectBranches, { token: owner.token, body });
      if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
      await server.runJobs();
      return { ...owner, connection: connected.body };
    },
  };
}
