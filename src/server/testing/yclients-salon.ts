import { connectYclients, offerYclientsBranches } from '#contract/connections.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createProviders } from '#server/app/providers.ts';
import type { Bookings } from '#server/connections/port.ts';
import { createYclients } from '#server/providers/yclients/provider.ts';
import { type SignedUp, type TestServer, testServer } from './http.ts';
import { openDoor } from './public-door.ts';
import { simulateWorld, type SimulatedWorld } from './simulated-world.ts';

/** A record, as the simulator's control API answers and lists it, as far as tests look. */
export type SimulatedRecord = { id: number; companyId: number; attendance: number; client: { id: number } };
export type SimulatedYclients = {
  records: SimulatedRecord[];
  clients: { id: number }[];
  hooks: unknown;
  platformSms?: unknown[];
};

export const SALON_LOGIN = { login: 'salon@example.test', password: 'salon-demo' };

export type YclientsSalon = {
  server: TestServer;
  world: SimulatedWorld;
  bookings: Bookings;
  /** Registers a cabinet and connects branches, all of which are read before it returns. */
  connect(branchExternalIds?: string[]): Promise<SignedUp & { connection: ReplyOf<typeof connectYclients> }>;
  /** Both sides as they were at first: the vendor's records, nobody connected, one time for both. */
  reset(): Promise<void>;
  /** Lets what the vendor posts arrive, and everything that follows from it be done. */
  settle(): Promise<void>;
};

/**
 * A product and a YCLIENTS that reach each other over HTTP, with clocks that begin together. Calls wait for no turns,
 * so that tests are quick; the limits are tested where they are kept.
 */
export async function yclientsSalon(): Promise<YclientsSalon> {
  const world = await simulateWorld();
  const door = await openDoor();
  let bookings: Bookings = new Map();
  const server = await testServer({
    env: {
      YCLIENTS_BASE_URL: `${world.url}/yclients/api/v1`,
      YCLIENTS_PARTNER_TOKEN: 'partner-demo-token',
      PUBLIC_URL: door.origin,
    },
    providers: (ctx) => {
      const turns = { take: async () => 0, pause: async () => {} };
      bookings = new Map([['yclients', createYclients({ outgoing: ctx.outgoing, turns, ...ctx.config.yclients })]]);
      return { ...createProviders(ctx), bookings };
    },
  });
  door.leadTo(server.origin);

  const settle = async () => {
    await world.control('POST', '/settle', {});
    await server.clock.advance({ seconds: 1 });
    await server.runJobs();
  };
  const reset = async () => {
    await world.control('POST', '/seed', {});
    await world.control('POST', '/behaviour', { channel: 'yclients', limits: 'off' });
    await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
    await server.owner.query('update connections set removed_at = now()');
  };
  return {
    server,
    world,
    bookings,
    settle,
    reset,
    async connect(branchExternalIds = ['4564']) {
      const owner = await server.signUp();
      const offer = await server.call(offerYclientsBranches, { token: owner.token, body: SALON_LOGIN });
      const body = { ticket: offer.body.ticket, branchExternalIds };
      const connected = await server.call(connectYclients, { token: owner.token, body });
      if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
      await server.runJobs();
      return { ...owner, connection: connected.body };
    },
  };
}
