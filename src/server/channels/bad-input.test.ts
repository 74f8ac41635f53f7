import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ConnectBody, connectChannel, listChannels, removeChannel } from '#contract/channels/calls.ts';
import { getPairing, startPairing } from '#contract/channels/pairing.ts';
import { enterSignInCode, sendSignInCode } from '#contract/channels/pairing-sign-in.ts';
import { DIALOG360 } from '#server/testing/conformance/bindings/dialog360.ts';
import { MAX_BOT } from '#server/testing/conformance/bindings/max-bot.ts';
import { SIGMA_SMS } from '#server/testing/conformance/bindings/sigma-sms.ts';
import { TELEGRAM_BOT } from '#server/testing/conformance/bindings/telegram-bot.ts';
import { TELEGRAM_USER } from '#server/testing/conformance/bindings/telegram-user.ts';
import { TWILIO_SMS } from '#server/testing/conformance/bindings/twilio-sms.ts';
import { TWILIO_WHATSAPP } from '#server/testing/conformance/bindings/twilio-whatsapp.ts';
import { WHATSAPP_QR } from '#server/testing/conformance/bindings/whatsapp-qr.ts';
import { WHATSAPP_QR_EVOLUTION } from '#server/testing/conformance/bindings/whatsapp-qr-evolution.ts';
import { LIMITED_KINDS } from '#contract/channels/kinds.ts';
import type { Binding, PersonConnects } from '#server/testing/conformance/binding.ts';
import { type TestServer, testServer } from '#server/testing/server/http.ts';
import { evolutionIn } from '#server/testing/world/linked-phone.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

/*
 * Wrong input while a channel is connected, and answers that its vendor does not document: each is
 * refused with a sentence in four languages that says what to do, and nothing stops for other channels.
 */

const world = await simulateWorld();
const usual = await testServer({ env: messengersIn(world) });
const byEvolution = await testServer({ env: { ...messengersIn(world), ...evolutionIn(world) } });
for (const { ctx, origin } of [usual, byEvolution]) ctx.config.publicUrl = origin;

const PASTED = [DIALOG360, TELEGRAM_BOT, MAX_BOT, TWILIO_SMS, TWILIO_WHATSAPP, SIGMA_SMS].map(
  ({ connect, service }) => ({
    name: connect.kind,
    service,
    body: connect as ConnectBody, // NOTE: those that are joined by a person are `PAIRED`
  }),
);
const paired = (name: string, { connect, service }: Binding, server: TestServer) => {
  const { kind, join } = connect as PersonConnects; // NOTE: those with fields are `PASTED`
  return { name, kind, join, service, server };
};
const PAIRED = [
  paired('telegram_user', TELEGRAM_USER, usual),
  paired('whatsapp_qr', WHATSAPP_QR, usual),
  paired('whatsapp_qr by Evolution', WHATSAPP_QR_EVOLUTION, byEvolution),
];

type Refused = { status: number; body: { code?: string; details?: { trouble?: string } } };
const TWILIO = `/twilio/accounts/AC${'1'.padStart(32, '0')}`;

/** @property trouble in the sentence beside the form */
type Wrong = { what: string; change?: Record<string, string>; control?: [string, object]; trouble: string };
const WRONG: Readonly<Record<string, Wrong[]>> = {
  dialog360: [
    { what: 'a wrong key', change: { apiKey: 'wrong' }, trouble: 'wrong_key' },
    { what: 'a key of the sandbox', change: { apiKey: '1234567_sandbox' }, trouble: 'test_credentials' },
    {
      what: 'a number that is switched off for debts',
      control: ['/d360/numbers/d360-demo-key', { disabled: 'Unpaid invoices' }],
      trouble: 'payment_needed',
    },
  ],
  telegram_bot: [
    { what: 'a token of no bot', change: { token: '700000001:wrong' }, trouble: 'wrong_token' },
    { what: 'what is no token', change: { token: 'https://t.me/bot' }, trouble: 'wrong_token' },
  ],
  max_bot: [
    { what: 'a token of no bot', change: { token: 'wrong' }, trouble: 'wrong_token' },
    {
      what: 'a token of a bot that is being checked',
      control: ['/max/bots/romashka_bot', { isModerated: false }],
      trouble: 'wrong_token',
    },
  ],
  sigma_sms: [
    { what: 'a wrong token', change: { password: 'wrong' }, trouble: 'wrong_credentials' },
    { what: 'a wrong password', change: { username: 'romashka@example.test' }, trouble: 'wrong_credentials' },
    { what: 'a sender name of another account', change: { sender: 'LAVANDA' }, trouble: 'not_permitted' },
    { what: 'a sender name in moderation', change: { sender: 'ROMASHKA-NE' }, trouble: 'not_permitted' },
  ],
};
const ofTwilio: Wrong[] = [
  { what: 'a wrong token', change: { authToken: 'wrong' }, trouble: 'wrong_auth_token' },
  { what: 'what is no account', change: { accountSid: '../Accounts' }, trouble: 'wrong_auth_token' },
  { what: 'a token of another region', control: [TWILIO, { region: 'ie1' }], trouble: 'wrong_auth_token' },
  { what: 'test credentials', control: [TWILIO, { isTest: true }], trouble: 'test_credentials' },
  { what: 'an account that is closed', control: [TWILIO, { status: 'closed' }], trouble: 'blocked' },
  { what: 'a number of another account', change: { sender: '+79990000110' }, trouble: 'not_permitted' },
];
const ROWS = PASTED.flatMap((row) => (WRONG[row.name] ?? ofTwilio).map((wrong) => ({ ...row, ...wrong })));

const LANGUAGES = ['en', 'ru', 'pt_br', 'uk'];
type Texts = { refusal?: Record<string, string>; trouble?: Record<string, { title: string; todo: string }> };
const LOCALES = new URL('../../web/locales/', import.meta.url);
const textsOf = (language: string, room: string): Texts =>
  JSON.parse(readFileSync(new URL(`${language}/${room}.json`, LOCALES), 'utf8'));
/** The refusals of all rooms. */
const refusalsOf = (language: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...readdirSync(new URL(language, LOCALES)).map((file) => textsOf(language, file.replace('.json', '')).refusal),
  );
const SHORTEST = 10;

/** The product says what to do, in every language. */
function expectSentences({ code, details }: Refused['body']): void {
  for (const language of LANGUAGES) {
    const refusal = refusalsOf(language)[(code ?? '').replaceAll('.', '_')] ?? '';
    expect(refusal.length, `${language}: ${code}`).toBeGreaterThan(SHORTEST);
    if (details?.trouble) expectTroubleSentence(details.trouble, language);
  }
}

function expectTroubleSentence(trouble: string, language: string): void {
  const sentence = textsOf(language, 'channels').trouble?.[trouble];
  expect(sentence?.title.length, `${language}: ${trouble}`).toBeGreaterThan(SHORTEST);
  expect(sentence?.todo.length, `${language}: ${trouble}`).toBeGreaterThan(SHORTEST);
}

async function attempt(body: ConnectBody, token?: string): Promise<Refused & { token: string }> {
  const owner = token ?? (await usual.signUp()).token;
  const answer = await usual.call(connectChannel, { token: owner, body });
  return { ...(answer as Refused), token: owner }; // NOTE: a channel has no code
}
const channelsOf = async (server: TestServer, token: string) =>
  (await server.call(listChannels, { token })).body.channels;

/** Many calls, each with several answers. */
const LONG_MS = 180_000;

beforeEach(() => world.control('POST', '/seed', {}));

test.each(ROWS)('$name: $what is refused, and the right one is taken after it', async ({ body, change, ...wrong }) => {
  if (wrong.control) await world.control('PATCH', ...wrong.control);
  const { status, token, ...refused } = await attempt({ ...body, ...change } as ConnectBody);
  expect(refused.body).toMatchObject({ code: 'channel.check_failed', details: { trouble: wrong.trouble } });
  expect(status).toBe(422);
  expectSentences(refused.body);
  expect(await channelsOf(usual, token)).toEqual([]);
  await world.control('POST', '/seed', {});
  expect((await attempt(body, token)).status).toBe(200);
});

describe.each(PASTED)('$name', ({ body, service }) => {
  test('an account of another cabinet, one that is here already, and one too many are refused', async () => {
    // NOTE: signing up releases what the cabinets before it have claimed.
    const [owner, other, full] = [await usual.signUp(), await usual.signUp(), await usual.signUp()];
    await usual.owner.query('update tenants set channel_limit = 0 where id = $1', [full.tenantId]);
    expect((await attempt(body, owner.token)).status).toBe(200);
    const again = await attempt(body, owner.token);
    const elsewhere = await attempt(body, other.token);
    const tooMany = await attempt(body, full.token);
    const codes = [again, elsewhere, tooMany].map((one) => [one.status, one.body.code]);
    expect(codes).toEqual([
      [409, 'channel.already_connected'],
      [409, 'channel.connected_elsewhere'],
      [409, LIMITED_KINDS.includes(body.kind) ? 'channel.limit_reached' : 'channel.connected_elsewhere'],
    ]);
    for (const one of [again, elsewhere, tooMany]) expectSentences(one.body);
    expect(await channelsOf(usual, owner.token)).toMatchObject([{ state: 'Authorized' }]);
  });

  const notDocumented = 'an answer that the vendor does not document, to any call of connecting, is refused or kept';
  test(notDocumented, { timeout: LONG_MS }, async () => {
    await world.control('DELETE', `/log?channel=${service}`);
    expect((await attempt(body)).status).toBe(200);
    for (const line of await callsTo(service)) await tryAnswers(body, service, line);
  });
});

/** One call of connecting gets strange answers, one after the other. */
async function tryAnswers(body: ConnectBody, service: string, line: string): Promise<void> {
  const { token } = await usual.signUp();
  for (const answer of STRANGE_ANSWERS) {
    await world.control('POST', '/seed', {});
    await world.control('POST', '/fault', { channel: service, match: line, times: 0, ...answer });
    const tried = await attempt(body, token);
    await world.control('DELETE', '/faults');
    expect([200, 422, 503], `${line} ${JSON.stringify(answer)}`).toContain(tried.status);
    if (tried.status !== 200) expectSentences(tried.body);
    const channels = await channelsOf(usual, token);
    expect(channels).toHaveLength(tried.status === 200 ? 1 : 0);
    for (const { id: channelId } of channels) await usual.call(removeChannel, { token, params: { channelId } });
  }
}

/** The calls that a service got, without what differs from one time to the next. */
async function callsTo(service: string): Promise<string[]> {
  const { requests } = await world.control<{ requests: { method: string; path: string }[] }>(
    'GET',
    `/log?channel=${service}`,
  );
  return [...new Set(requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`))];
}

const answering = (body: unknown, status = 200) => ({ action: 'http', status, body });
const STRANGE_ANSWERS = [
  ...[{}, [], 7, '<html>', [{}], { ok: true, result: [] }].map((one) => answering(one)),
  answering([], 400),
  answering('<html>', 502),
  answering({ error: [] }, 401),
  answering({ code: '20003', message: 7 }, 403),
];

describe.each(PAIRED)('$name', ({ kind, join, service, server }) => {
  const start = (token: string) => server.call(startPairing, { token, body: { kind } }) as Promise<Refused>; // NOTE: a pairing has no code

  test('a gateway that does not accept us, and one account too many, are refused before a code is asked for', async () => {
    const owner = await server.signUp();
    const refusal = { action: 'http', status: 401, body: { error: 'Unauthorized', message: 'Unauthorized' } };
    await world.control('POST', '/fault', { channel: service, ...refusal });
    const refused = await start(owner.token);
    expect(refused).toMatchObject({ status: 422, body: { details: { trouble: 'not_permitted' } } });
    expectSentences(refused.body);
    if (!LIMITED_KINDS.includes(kind)) return;
    await server.owner.query('update tenants set channel_limit = 0 where id = $1', [owner.tenantId]);
    const tooMany = await start(owner.token);
    expect(tooMany).toMatchObject({ status: 409, body: { code: 'channel.limit_reached' } });
    expectSentences(tooMany.body);
  });

  test('an account of another cabinet, and one that is here already, are refused', async () => {
    // NOTE: signing up releases what the cabinets before it have claimed.
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const first = await join({ server, world, token: owner.token });
    // NOTE: `join` waits for a second channel that works, and there is none.
    for (const { token } of [owner, other]) await join({ server, world, token }).catch(() => undefined);
    const { rows } = await server.owner.query<{ trouble: string }>(
      `select trouble from channels where tenant_id = any($1) and id <> $2 and trouble is not null`,
      [[owner.tenantId, other.tenantId], first.id],
    );
    expect(new Set(rows.map(({ trouble }) => trouble))).toEqual(new Set(['already_added', 'added_elsewhere']));
    for (const language of LANGUAGES) for (const { trouble } of rows) expectTroubleSentence(trouble, language);
    expect(await channelsOf(server, owner.token)).toContainEqual(
      expect.objectContaining({ id: first.id, state: 'Authorized' }),
    );
    expect(await channelsOf(server, other.token)).toEqual([]);
  });

  const notDocumented =
    'an answer of the gateway that is not documented ends a pairing with a sentence, or is waited for';
  test(notDocumented, { timeout: LONG_MS }, async () => {
    for (const answer of STRANGE_ANSWERS) {
      await world.control('POST', '/seed', {});
      const { token } = await server.signUp();
      await world.control('POST', '/fault', { channel: service, times: 0, ...answer });
      const opened = await start(token);
      expect([200, 422, 503], JSON.stringify(answer)).toContain(opened.status);
      if (opened.status !== 200) expectSentences(opened.body);
      await world.control('DELETE', '/faults');

      const { body, status } = await server.call(startPairing, { token, body: { kind } });
      expect(status).toBe(200);
      const params = { channelId: body.channelId };
      await world.control('POST', '/fault', { channel: service, times: 0, ...answer });
      const read = await server.call(getPairing, { token, params });
      expect(read.status, JSON.stringify(answer)).toBe(200);
      await server.runJobs();
      await world.control('DELETE', '/faults');
      const { trouble } = (await server.call(getPairing, { token, params })).body;
      for (const language of LANGUAGES) if (trouble) expectTroubleSentence(trouble, language);
    }
  });
});

test('a Telegram code that comes too late, one that is wrong and a fourth one on a day are refused', async () => {
  const { token } = await usual.signUp();
  const { channelId } = (await usual.call(startPairing, { token, body: { kind: 'telegram_user' } })).body;
  const params = { channelId };
  const send = () => usual.call(sendSignInCode, { token, params, body: { phone: '+79990000131' } }) as Promise<Refused>;
  const enter = (code: string) => usual.call(enterSignInCode, { token, params, body: { code } }) as Promise<Refused>;
  expect((await send()).status).toBe(200);
  const wrong = await enter('00000');
  await usual.clock.advance({ seconds: 31 });
  const late = await enter('12345');
  const sent: Refused[] = [];
  for (let n = 0; n < 3; n++) {
    await world.passTime(301_000);
    await usual.clock.advance({ seconds: 301 });
    sent.push(await send());
  }
  expect(sent.map(({ status }) => status)).toEqual([200, 200, expect.any(Number)]);
  const refused = [wrong, late, sent[2]!];
  expect(refused.map(({ body }) => body.code)).toEqual([
    'pairing.code_invalid',
    'pairing.code_expired',
    'pairing.too_many_codes',
  ]);
  for (const { body } of refused) expectSentences(body);
});
