import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import type { ChannelProvider, Credentials, SendOrder } from '#server/channels/port.ts';
import { type Call, createHttpClient, type HttpClient } from '#server/platform/http/http-client.ts';
import { createDialog360 } from '#server/providers/dialog360/provider.ts';
import { createEvolution } from '#server/providers/evolution/provider.ts';
import { createGreenApiWhatsApp } from '#server/providers/green-api/provider.ts';
import { createGreenApiTelegram } from '#server/providers/green-api/telegram-provider.ts';
import { createSigma } from '#server/providers/sigma/provider.ts';
import { createTelegram } from '#server/providers/telegram/provider.ts';
import { createTwilioSms, createTwilioWhatsapp } from '#server/providers/twilio/provider.ts';
import { freePorts } from '../scripts/free-ports.ts';

const CONCURRENT = 64;
/** Bodies that are sent again and again, each another one. */
const BODIES = 2_000;
const PERSON = '79160000001';
const WEBHOOK = { url: 'http://localhost:9/hooks/bench', headerSecret: 'bench' };

type World = {
  url: string;
  control<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  stop(): void;
};

/** The simulators in a process of their own; they limit nothing, report nothing and keep no log. */
async function startSimulators(): Promise<World> {
  const [port, smtp] = await freePorts(2);
  const env = { ...process.env, WORLD_PORT: String(port), WORLD_SMTP_PORT: String(smtp) };
  const file = fileURLToPath(new URL('../src/world/main.ts', import.meta.url));
  const child = spawn(process.execPath, [file], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const control: World['control'] = async (method, path, body) => {
    const json =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_sim${path}`, { method, ...json });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return JSON.parse((await answer.text()) || 'null');
  };
  const isThere = () => control('GET', '/clock').then(Boolean, () => false);
  for (let tries = 0; tries < 300 && !(await isThere()); tries++) await sleep(100);
  for (const channel of ['d360', 'tg', 'greenapi', 'evolution', 'greentg', 'twilio', 'sigma'])
    await control('POST', '/behaviour', { channel, limits: 'off', statuses: 'off', log: 'off' });
  return { url, control, stop: () => void child.kill() };
}

/** One adapter: how it is made with a client of ours, its secrets, and how it names the person. */
type Adapter = {
  name: string;
  create(http: HttpClient): ChannelProvider;
  credentials(world: World, provider: ChannelProvider): Promise<Credentials>;
  channelUserId?: (world: World) => Promise<string>;
};

const known = (credentials: Credentials) => async () => credentials;

function adaptersIn({ url }: World): Adapter[] {
  const ofTwilio = { baseUrl: `${url}/twilio`, messagingUrl: `${url}/twilio`, contentUrl: `${url}/twilio` };
  const twilio = { accountSid: `AC${'1'.padStart(32, '0')}`, authToken: 'twilio-demo-token', sender: '+79990000101' };
  const hub = { baseUrl: `${url}/d360`, graphUrl: `${url}/graph`, webhookSecret: undefined };
  const green = { baseUrl: `${url}/greenapi`, partnerToken: 'green-demo-partner-token' };
  const greenTelegram = { baseUrl: `${url}/greentg`, partnerToken: 'greentg-demo-partner-token' };
  const evolution = { baseUrl: `${url}/evolution`, apiKey: 'evolution-demo-key' };
  return [
    {
      name: 'dialog360',
      create: (http) => createDialog360({ http, ...hub }),
      credentials: known({ apiKey: 'd360-demo-key', phone: '+79990000001' }),
    },
    {
      name: 'telegram_bot',
      create: (http) => createTelegram({ http, baseUrl: `${url}/tg` }),
      credentials: known({ token: '700000001:DEMO-bot-token' }),
      async channelUserId(world) {
        await world.control('POST', '/tg/inbound', { from: PERSON, text: 'Hello' });
        return chatIdIn(world);
      },
    },
    {
      name: 'telegram_user',
      create: (http) => createGreenApiTelegram({ http, ...greenTelegram }),
      credentials: signIn,
      channelUserId: chatIdIn,
    },
    {
      name: 'twilio_sms',
      create: (http) => createTwilioSms({ http, ...ofTwilio }),
      credentials: known(twilio),
    },
    {
      name: 'twilio_whatsapp',
      create: (http) => createTwilioWhatsapp({ http, ...ofTwilio }),
      credentials: known(twilio),
    },
    {
      name: 'sigma_sms',
      create: (http) => createSigma({ http, baseUrl: `${url}/sigma/api` }),
      async credentials(world) {
        await world.control('PATCH', '/sigma/accounts/romashka@example.test', { balance: 1e9 });
        return { password: 'sigma-romashka-token', sender: 'ROMASHKA' };
      },
    },
    {
      name: 'whatsapp_qr by Green-API',
      create: (http) => createGreenApiWhatsApp({ http, ...green }),
      credentials: (world, provider) => scan(world, provider, '79990000201'),
      channelUserId: async () => PERSON,
    },
    {
      name: 'whatsapp_qr by Evolution',
      create: (http) => createEvolution({ http, ...evolution }),
      credentials: (world, provider) => scan(world, provider, '79990000210'),
      channelUserId: async () => PERSON,
    },
  ];
}

async function chatIdIn(world: World): Promise<string> {
  type Person = { phone: string | null; chatId: number };
  const { people } = await world.control<{ people: Person[] }>('GET', '/people');
  return String(people.find(({ phone }) => phone === PERSON)?.chatId);
}

async function open({ pairing }: ChannelProvider): Promise<Credentials> {
  const opened = await pairing?.open(WEBHOOK);
  if (!opened?.isOk) throw new Error('The gateway opened no session.');
  return opened.value;
}

async function joined(world: World, provider: ChannelProvider, credentials: Credentials): Promise<Credentials> {
  await world.control('POST', '/clock', { advanceMs: 5_000 });
  const checked = await provider.check(credentials);
  if (!checked.isOk) throw new Error(`The session was not joined: ${checked.trouble}.`);
  return { ...credentials, ...checked.value.read };
}

async function scan(world: World, provider: ChannelProvider, number: string): Promise<Credentials> {
  const credentials = await open(provider);
  await provider.pairing?.read(credentials);
  await world.control('POST', '/whatsapp/scan', { number });
  return joined(world, provider, credentials);
}

async function signIn(world: World, provider: ChannelProvider): Promise<Credentials> {
  const credentials = await open(provider);
  await provider.pairing?.sendCode?.(credentials, '+79990000131');
  type Message = { by: string; text: string };
  const { messages } = await world.control<{ messages: Message[] }>('GET', '/greentg');
  const code = /\d{5}/.exec(messages.findLast(({ by }) => by === 'telegram')?.text ?? '')?.[0] ?? '';
  await provider.pairing?.enterCode?.(credentials, code);
  return joined(world, provider, credentials);
}

export type SendRates = { name: string; ours: number; bare: number };

/**
 * Sends by each adapter, and the same calls by undici alone, one after the other.
 *
 * @param rounds after one that does not count
 */
export async function sendByAdapters({ seconds, rounds, note }: Measuring): Promise<SendRates[]> {
  const world = await startSimulators();
  const http = createHttpClient();
  const agent = new Agent({ connections: CONCURRENT, pipelining: 1 });
  const found: SendRates[] = [];
  try {
    for (const adapter of adaptersIn(world))
      found.push(...(await compare({ world, http: http.send, agent }, adapter, { seconds, rounds, note })));
  } finally {
    await Promise.all([agent.close(), http.close()]);
    world.stop();
  }
  return found;
}

type Measuring = { seconds: number; rounds: number; note(rates: SendRates, round: number): void };

async function compare(
  { world, http, agent }: { world: World; http: HttpClient; agent: Agent },
  adapter: Adapter,
  { seconds, rounds, note }: Measuring,
): Promise<SendRates[]> {
  const provider = adapter.create(http);
  const credentials = await adapter.credentials(world, provider);
  const channelUserId = (await adapter.channelUserId?.(world)) ?? null;
  const orders = Array.from({ length: BODIES }, (_, n) => orderOf(n, credentials, channelUserId));
  const calls = await callsOf(adapter, orders);
  const found: SendRates[] = [];
  for (let round = 0; round <= rounds; round++) {
    const ours = await rateOf(seconds, async (n) => {
      const outcome = await provider.send(orders[n % BODIES]!);
      if (outcome.kind !== 'accepted') throw new Error(`${adapter.name}: ${JSON.stringify(outcome)}`);
    });
    const bare = await rateOf(seconds, async (n) => sendBare(agent, calls[n % BODIES]!));
    found.push({ name: adapter.name, ours, bare });
    note(found.at(-1)!, round);
  }
  return found.slice(1);
}

function orderOf(n: number, credentials: Credentials, channelUserId: string | null): SendOrder {
  return {
    credentials,
    webhook: WEBHOOK,
    signal: new AbortController().signal,
    message: {
      reference: randomUUID(),
      to: { phone: `+${PERSON}`, channelUserId },
      text: `Anna, we are waiting for you tomorrow at 12:00. Message ${n} of the salon.`,
      image: null,
      buttons: [],
      template: null,
    },
  };
}

/** The call that an adapter makes for each order. */
async function callsOf({ create }: Adapter, orders: readonly SendOrder[]): Promise<Call[]> {
  const calls: Call[] = [];
  const provider = create(async (call) => {
    calls.push(call);
    return { kind: 'unreached', reason: 'Written down' };
  });
  for (const order of orders) await provider.send(order);
  if (calls.length !== orders.length) throw new Error(`${calls.length} calls for ${orders.length} messages`);
  return calls;
}

/** The same body by undici alone, with a parsed answer. */
async function sendBare(agent: Agent, { method, url, headers, basicAuth, json, form }: Call): Promise<void> {
  const authorization =
    basicAuth && `Basic ${Buffer.from(`${basicAuth.user}:${basicAuth.password}`).toString('base64')}`;
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers: {
      ...headers,
      ...(authorization && { authorization }),
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: form ? new URLSearchParams(form as Record<string, string>).toString() : JSON.stringify(json), // NOTE: a send repeats no name
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text}`);
  JSON.parse(text);
}

/** @returns how often a second it was done, by 64 at once */
async function rateOf(seconds: number, work: (n: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (performance.now() - startedAt < seconds * 1_000) await work(count++);
    }),
  );
  return (count / (performance.now() - startedAt)) * 1_000;
}
