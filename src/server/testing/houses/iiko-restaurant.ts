import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { createProviders } from '#server/app/providers.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import { createIiko } from '#server/providers/iiko/provider.ts';
import type { RateLimiter } from '#server/providers/iiko/rate-limiter.ts';
import { type SignedUp, type TestServer, testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';

/** A restaurant of the simulator with a login of its own. */
export type SimulatedRestaurant = { id: string; apiLogin: string; apiKey: string };
/** The fields that tests read of an order in the answers of the simulator's control API. */
export type SimulatedOrder = { id: string; number: number; status: string };

/** Rate limiting without waits, so that tests are fast; the limits have tests of their own. */
export const NO_RATE_LIMIT: RateLimiter = { take: async () => 0, takeToken: async () => 0, pause: async () => {} };

export type IikoRestaurant = {
  server: TestServer;
  world: SimulatedWorld;
  /** Creates a restaurant without orders that is not connected. */
  found(about?: { timeZone?: string; loyalty?: boolean }): Promise<SimulatedRestaurant>;
  /** Registers a cabinet and connects the restaurant; resolves after the first poll. */
  connect(
    restaurant: SimulatedRestaurant,
    wishes?: Pick<BodyOf<typeof connectBranches>, 'foreignWebhooks'>,
  ): Promise<SignedUp & { connection: ReplyOf<typeof connectBranches> }>;
  /** Resets both sides: no restaurant is connected, and both clocks show the same time. */
  reset(): Promise<void>;
  /** Waits for the vendor's webhooks and runs all jobs that follow. */
  settle(): Promise<void>;
  /** For jobs that a test runs itself. */
  sourceProviders: SourceProviders;
};

/** A product and an iiko simulator that call each other over HTTP and start at the same time. */
export async function iikoRestaurant(): Promise<IikoRestaurant> {
  const world = await simulateWorld();
  let founded = 0;
  let sourceProviders: SourceProviders = new Map();
  const address = await openPublicAddress();
  const server = await testServer({
    env: {
      IIKO_BASE_URL: `${world.url}/iiko`,
      IIKO_APP_ID: '62bce03f-3a96-4b5c-863f-763364170cab',
      IIKO_CLIENT_SECRET: 'iiko-demo-client-secret',
      PUBLIC_URL: address.origin,
    },
    providers: (ctx) => {
      sourceProviders = new Map([['iiko', createIiko({ ...ctx, rateLimiter: NO_RATE_LIMIT, ...ctx.config.iiko })]]);
      return { ...createProviders(ctx), sourceProviders };
    },
  });
  address.leadTo(server.origin);
  return {
    server,
    world,
    sourceProviders,
    found(about = {}) {
      const name = `Пиццерия ${++founded}`;
      const own = { name, network: name, apiLogin: `login-${founded}`, apiKey: `key-${founded}` };
      return world.control('POST', '/iiko/organizations', { ...own, empty: true, ...about });
    },
    async connect(restaurant, options = {}) {
      const owner = await server.signUp();
      const offer = await server.call(offerBranches, {
        token: owner.token,
        body: { kind: 'iiko', apiLogin: restaurant.apiLogin },
      });
      const body = { ticket: offer.body.ticket, branchExternalIds: [restaurant.id], ...options };
      const connected = await server.call(connectBranches, { token: owner.token, body: { kind: 'iiko', ...body } });
      if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
      await server.runJobs();
      return { ...owner, connection: connected.body };
    },
    async reset() {
      await world.control('POST', '/seed', {});
      await world.control('POST', '/behaviour', { channel: 'iiko', limits: 'off' });
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
      await server.owner.query('update connections set removed_at = now()');
    },
    async settle() {
      await world.control('POST', '/settle', {});
      await server.clock.advance({ seconds: 1 });
      await server.runJobs();
    },
  };
}
