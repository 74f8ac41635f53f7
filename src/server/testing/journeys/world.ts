import { withSystem } from '#server/platform/database/db.ts';
import { type Channel, connectChannel } from '#contract/channels/calls.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import type { SourceProvider } from '#server/connections/port.ts';
import { queuePolls } from '#server/connections/storage/sync-queueing-actions.ts';
import { createTokenStore } from '#server/connections/tokens/tokens.ts';
import { createAmo } from '#server/providers/amo/provider.ts';
import { createIiko } from '#server/providers/iiko/provider.ts';
import { createAltegio } from '#server/providers/yclients/altegio.ts';
import { createMedflexSource } from '#server/providers/medflex/source.ts';
import { createYclients } from '#server/providers/yclients/provider.ts';
import { type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';
import { NO_RATE_LIMIT } from '#server/testing/houses/iiko-restaurant.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { withRenewedToken } from '#server/testing/server/renewed-token.ts';
import {
  crmIn,
  messengersIn,
  platformsIn,
  simulateWorld,
  type SimulatedWorld,
} from '#server/testing/world/simulated-world.ts';
import type { Person, Place } from './place.ts';
import { PLACES } from './places.ts';

type PassedTime = { hours?: number; minutes?: number; seconds?: number };

export type JourneyWorld = {
  source: ConnectionKind;
  server: TestServer;
  world: SimulatedWorld;
  /** The owner, whose phone is the cabinet's test number. */
  owner: SignedUp;
  whatsApp: Channel;
  /** A bot to which nobody has written. */
  telegram: Channel;
  place: Place;
  ownersPhone: string;
  /** A person who is not a contact yet. */
  aPerson(): Person;
  /** Writes as the person, which opens the WhatsApp window for a day. */
  writes(phone: string): Promise<void>;
  /** Messages received on a phone, oldest first. */
  shows(phone: string): Promise<string[]>;
  now(): Temporal.Instant;
  /** Advances to ten o'clock in the morning of the place's zone. */
  untilMorning(): Promise<void>;
  /** Advances both sides, waits for webhooks and runs all jobs that follow. */
  pass(time: PassedTime): Promise<void>;
  /** Advances the world while the product is down. */
  away(time: PassedTime): Promise<void>;
};

/** A webhook of the simulated services leaves within this time. */
const LONGEST_WEBHOOK_MS = 4_000;

const OWNERS_PHONE = '+79161234567';
type Chat = { phone: string; messages: { direction: string; text: string }[] };

/**
 * A cabinet with one source and a WhatsApp number of the simulated world, reached over HTTP.
 *
 * @param env variables beside the usual ones
 */
export async function journeyWorld(
  source: ConnectionKind,
  env: Readonly<Record<string, string>> = {},
): Promise<JourneyWorld> {
  const world = await simulateWorld();
  for (const channel of ['yclients', 'altegio', 'iiko', 'd360'])
    await world.control('POST', '/behaviour', { channel, limits: 'off' });
  const started = await aServer(world, env);
  const owner = await started.signUp({ phone: OWNERS_PHONE });
  const server = { ...started, call: withRenewedToken(started.call, owner) };

  // Webhooks queue jobs, jobs make calls, and calls lead to webhooks, until a round has run no job.
  const settle = async () => {
    for (let [isBusy, milliseconds] = [true, LONGEST_WEBHOOK_MS]; isBusy; milliseconds = 1_000) {
      await world.passTime(milliseconds);
      // NOTE: the pause between two messages to one person uses the machine's time, which does not pass here.
      await server.owner.query('delete from person_pauses');
      // NOTE: the world's clock advances by itself meanwhile, and people must not write in the product's future.
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
      isBusy = await server.runJobs();
    }
  };
  await payForYears(server, owner);
  const number = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  const whatsApp = (await server.call(connectChannel, { token: owner.token, body: number })).body;
  const bot = { kind: 'telegram_bot' as const, token: '700000001:DEMO-bot-token' };
  const telegram = (await server.call(connectChannel, { token: owner.token, body: bot })).body;
  const openPlace = PLACES[source];
  if (!openPlace) throw new Error(`There are no journeys from ${source}`);
  const place = await openPlace({ server, world, owner });
  await settle();

  let people = 0;
  const away: JourneyWorld['away'] = async (time) => {
    const milliseconds = Temporal.Duration.from(time).total('milliseconds');
    await server.clock.advance({ milliseconds });
    await goOn(milliseconds);
  };
  const pass: JourneyWorld['pass'] = async (time) => {
    const milliseconds = Temporal.Duration.from(time).total('milliseconds');
    await server.clock.advance({ milliseconds });
    // NOTE: branches count as polled all the while, as they are every ten minutes; new records also came by webhook.
    const read = 'update branches set changed_until = $1 where changed_until is not null';
    await server.owner.query(read, [String(server.clock.now())]);
    await goOn(milliseconds);
  };
  const goOn = async (milliseconds: number) => {
    await server.runJobs();
    await world.control('POST', '/clock', { advanceMs: milliseconds });
    await withSystem(server.ctx, queuePolls);
    await settle();
  };
  return {
    source,
    server,
    world,
    owner,
    whatsApp,
    telegram,
    place,
    ownersPhone: OWNERS_PHONE,
    now: () => server.clock.now(),
    async untilMorning() {
      const wall = server.clock.now().toZonedDateTimeISO(place.timeZone);
      const morning = wall.with({ hour: 10, minute: 0, second: 0, millisecond: 0 });
      const next = Temporal.ZonedDateTime.compare(morning, wall) > 0 ? morning : morning.add({ days: 1 });
      await pass({ seconds: Math.round(wall.until(next).total('seconds')) });
    },
    aPerson() {
      people += 1;
      // NOTE: the simulated WhatsApp delivers nothing to numbers with certain endings; none of them ends with 2.
      return { name: nameOf(people), phone: `+791670${String(people).padStart(4, '0')}2` };
    },
    async writes(phone) {
      await world.control('POST', '/d360/inbound', { from: phone.slice(1), text: 'Здравствуйте' });
    },
    async shows(phone) {
      const { chats } = await world.control<{ chats: Chat[] }>('GET', '/d360');
      const chat = chats.find((one) => one.phone === phone.slice(1));
      return (chat?.messages ?? []).filter(({ direction }) => direction === 'out').map(({ text }) => text);
    },
    pass,
    away,
  };
}

async function payForYears({ owner: db }: TestServer, { tenantId }: SignedUp): Promise<void> {
  await db.query('update message_balances set available = 100000 where tenant_id = $1', [tenantId]);
  await db.query(`update tenants set paid_until = '2036-01-01' where id = $1`, [tenantId]);
}

async function aServer(world: SimulatedWorld, env: Readonly<Record<string, string>>): Promise<TestServer> {
  const address = await openPublicAddress();
  const server = await testServer({
    env: {
      ...platformsIn(world),
      ...crmIn(world),
      IIKO_BASE_URL: `${world.url}/iiko`,
      IIKO_APP_ID: '62bce03f-3a96-4b5c-863f-763364170cab',
      IIKO_CLIENT_SECRET: 'iiko-demo-client-secret',
      ...messengersIn(world),
      PUBLIC_URL: address.origin,
      ...env,
    },
    providers: (ctx) => {
      const rateLimiter = { take: async () => 0, pause: async () => {} };
      const { http, config } = ctx;
      return {
        ...createProviders(ctx),
        sourceProviders: new Map<ConnectionKind, SourceProvider>([
          ['yclients', createYclients({ http, rateLimiter, ...config.yclients })],
          ['altegio', createAltegio({ http, rateLimiter, ...config.altegio })],
          ['medflex', createMedflexSource({ ...ctx, rateLimiter, ...config.medflex })],
          [
            'amo',
            createAmo({
              http,
              rateLimiter,
              tokens: createTokenStore(ctx),
              redirectUri: `${config.publicUrl}/accounts/amo/connect`,
              ...config.amo,
            }),
          ],
          ['iiko', createIiko({ ...ctx, rateLimiter: NO_RATE_LIMIT, ...config.iiko })],
        ]),
      };
    },
  });
  address.leadTo(server.origin);
  return server;
}

const LETTERS = 'абвгдезиклмнопрстуфх';

/** A first name that no other person of a journey has, and that no other begins with. */
function nameOf(nth: number): string {
  const letter = (at: number) => LETTERS[at % LETTERS.length] ?? '';
  return `Анна${letter(Math.floor(nth / LETTERS.length))}${letter(nth)}`;
}
