import { type Channel, connectChannel } from '#contract/channels/calls.ts';
import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { createYclients } from '#server/providers/yclients/provider.ts';
import { type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { messengersIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';

export type WholeSalon = {
  server: TestServer;
  world: SimulatedWorld;
  owner: SignedUp;
  whatsApp: Channel;
  telegram: Channel;
  /** Advances both sides, waits for webhooks and runs all jobs that follow. */
  pass(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void>;
};

/** A salon of YCLIENTS with a WhatsApp number and a Telegram bot of the simulated world, reached over HTTP. */
export async function wholeSalon(): Promise<WholeSalon> {
  const world = await simulateWorld();
  for (const channel of ['yclients', 'd360', 'tg']) {
    await world.control('POST', '/behaviour', { channel, limits: 'off' });
  }
  const address = await openPublicAddress();
  const server = await testServer({
    env: {
      YCLIENTS_BASE_URL: `${world.url}/yclients/api/v1`,
      YCLIENTS_PARTNER_TOKEN: 'partner-demo-token',
      ...messengersIn(world),
      PUBLIC_URL: address.origin,
    },
    providers: (ctx) => {
      const rateLimiter = { take: async () => 0, pause: async () => {} };
      const yclients = createYclients({ http: ctx.http, rateLimiter, ...ctx.config.yclients });
      return { ...createProviders(ctx), sourceProviders: new Map([['yclients', yclients]]) };
    },
  });
  address.leadTo(server.origin);

  // Webhooks queue jobs, jobs make calls, and calls lead to webhooks: four rounds complete every test.
  const settle = async () => {
    for (let round = 0; round < 4; round++) {
      await world.passTime(1000);
      // NOTE: the pause between two messages to one person uses the machine's time, which does not pass here.
      await server.owner.query('delete from person_pauses');
      await server.clock.advance({ seconds: 1 });
      await server.runJobs();
    }
  };
  const owner = await server.signUp();
  const { token } = owner;
  const login = { login: 'salon@example.test', password: 'salon-demo' };
  const offer = await server.call(offerBranches, { token, body: { kind: 'yclients', ...login } });
  await server.call(connectBranches, {
    token,
    body: { kind: 'yclients', ticket: offer.body.ticket, branchExternalIds: ['4564'] },
  });
  const number = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  const whatsApp = (await server.call(connectChannel, { token, body: number })).body;
  const bot = { kind: 'telegram_bot' as const, token: '700000001:DEMO-bot-token' };
  const telegram = (await server.call(connectChannel, { token, body: bot })).body;
  await settle();
  return {
    server,
    world,
    owner,
    whatsApp,
    telegram,
    async pass({ hours = 0, minutes = 0, seconds = 0 }) {
      const milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1000;
      await server.clock.advance({ milliseconds });
      await server.runJobs();
      await world.control('POST', '/clock', { advanceMs: milliseconds });
      await settle();
    },
  };
}
