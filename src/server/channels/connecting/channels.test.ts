import { beforeEach, expect, test } from 'vitest';
import { login } from '#contract/auth/calls.ts';
import * as contract from '#contract/channels/calls.ts';
import * as partners from '#contract/channels/partners.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({
  env: {
    ...messengersIn(world),
    DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret',
    DIALOG360_PARTNER_ID: 'PARTNER1',
    DIALOG360_PARTNER_KEY: 'partner-demo-key',
    DIALOG360_HUB_BASE_URL: `${world.url}/d360/api/v2`,
    DIALOG360_HUB_PAGE_URL: `${world.url}/d360/hub`,
  },
});
server.ctx.config.publicUrl = server.origin;
const { call, clock, owner } = server;

const KEY = 'd360-demo-key';
const BOT = '700000001:DEMO-bot-token';
const whatsApp = { kind: 'dialog360' as const, title: 'Студия', apiKey: KEY, phone: '8 999 000-00-01' };

let token: string;
let [tenantId, email, password] = ['', '', ''];
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  ({ token, tenantId, email, password } = await server.signUp());
});

const connectWhatsApp = (change = {}) => call(contract.connectChannel, { token, body: { ...whatsApp, ...change } });
const connectBot = (body: { token: string; title?: string } = { token: BOT }) =>
  call(contract.connectChannel, { token, body: { kind: 'telegram_bot', ...body } });
const get = (channelId: string, as = token) => call(contract.getChannel, { token: as, params: { channelId } });

test('a WhatsApp number is connected by its key: checked, with its webhook and its templates', async () => {
  const { status, body } = await connectWhatsApp();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'dialog360',
    title: 'Студия',
    address: '+79990000001',
    state: 'Authorized',
    trouble: null,
    startUrl: null,
    unreadableCount: 0,
    waitingCount: 0,
  });
  expect(JSON.stringify(body)).not.toContain(KEY);

  const { numbers } = await world.control<{ numbers: { webhook: { url: string } }[] }>('GET', '/d360');
  expect(numbers[0]!.webhook.url).toMatch(new RegExp(`^${server.origin}/hooks/dialog360/[\\w-]{50,}$`));

  await server.runJobs();
  const { templates, lastCheckedAt } = (await get(body.id)).body;
  expect(lastCheckedAt).toBe(clock.now().toString());
  expect(templates).toContainEqual(
    expect.objectContaining({ name: 'visit_reminder', language: 'ru', status: 'approved', parameterCount: 4 }),
  );
});

test('the number and name of a key are read from 360dialog, or requested where it does not report them', async () => {
  const body = { kind: 'dialog360' as const, apiKey: KEY };
  const fault = { channel: 'd360', match: 'phone_number', action: 'http', status: 404 };
  await world.control('POST', '/fault', fault);
  expect(await call(contract.connectChannel, { token, body })).toMatchObject({
    status: 422,
    body: { code: 'channel.check_failed', details: { trouble: 'number_unknown' } },
  });
  const connected = await call(contract.connectChannel, { token, body });
  expect(connected.body).toMatchObject({ address: '+79990000001', state: 'Authorized' });
  expect(connected.body.title).not.toBe('');
});

test('the secrets of a channel and of its webhook URL are in no table as plain text', async () => {
  await connectWhatsApp();
  await connectBot();
  const { numbers } = await world.control<{ numbers: { webhook: { url: string } }[] }>('GET', '/d360');
  const { bots } = await world.control<{ bots: { webhook: { url: string } }[] }>('GET', '/tg');
  const addresses = [numbers[0]!.webhook.url, bots[0]!.webhook.url];
  const secrets = [KEY, BOT, ...addresses.map((url) => url.split('/').at(-1) ?? '')];
  await server.runJobs();

  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await owner.query(
      `select 1 from ${name} t where exists (select from unnest($1::text[]) secret where position(secret in t::text) > 0)`,
      [secrets],
    );
    if (rowCount) found.push(name);
  }
  expect(rows.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

test('a Telegram bot is connected by its token and titled with its own name', async () => {
  const { status, body } = await connectBot();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'telegram_bot',
    address: '@romashka_salon_bot',
    state: 'Authorized',
    startUrl: 'https://t.me/romashka_salon_bot',
  });
  expect(body.title).not.toBe('');
  expect((await connectBot({ token: BOT, title: 'Ещё раз' })).body).toMatchObject({
    code: 'channel.already_connected',
  });
});

test.each([
  ['a wrong key', () => connectWhatsApp({ apiKey: 'wrong' }), 'wrong_key', 'Invalid api_key'],
  ['a wrong token', () => connectBot({ token: '700000001:wrong' }), 'wrong_token', 'Unauthorized'],
  ['no token at all', () => connectBot({ token: 'hello' }), 'wrong_token', 'Unauthorized'],
])('%s is refused in words', async (_what, connect, trouble, text) => {
  const { status, body } = await connect();
  expect([status, body.code]).toEqual([422, 'channel.check_failed']);
  expect(body.details).toMatchObject({ trouble });
  expect(String(body.details?.['text'])).toContain(text);
  expect((await call(contract.listChannels, { token })).body.channels).toEqual([]);
});

test('a number that is switched off for debts is refused with the provider’s text', async () => {
  await world.control('PATCH', '/d360/numbers/106540352242922', { disabled: 'You have unpaid invoices' });
  expect((await connectWhatsApp()).body).toMatchObject({
    code: 'channel.check_failed',
    details: { trouble: 'payment_needed', text: 'You have unpaid invoices' },
  });
});

test('a refused webhook leaves no channel behind', async () => {
  server.ctx.config.publicUrl = 'http://salon.example:8080';
  for (const connect of [connectWhatsApp, connectBot]) {
    const { status, body } = await connect();
    expect([status, body.code]).toEqual([422, 'channel.check_failed']);
    expect(body.details).toMatchObject({ trouble: 'hook_refused' });
  }
  server.ctx.config.publicUrl = server.origin;
  expect((await call(contract.listChannels, { token })).body.channels).toEqual([]);
  expect((await connectWhatsApp()).status).toBe(200);
});

test('an unreachable provider is 503, and nothing is lost', async () => {
  await world.control('POST', '/fault', { channel: 'tg', action: 'http', status: 500 });
  expect(await connectBot()).toMatchObject({ status: 503, body: { code: 'provider.unreachable' } });
  await world.control('POST', '/fault', { channel: 'd360', action: 'reset' });
  expect(await connectWhatsApp()).toMatchObject({ status: 503, body: { code: 'provider.unreachable' } });
});

test('missing and invalid fields of the form are each reported', async () => {
  const empty = await connectWhatsApp({ apiKey: ' ', title: '', phone: '' });
  expect(empty).toMatchObject({
    status: 400,
    body: { details: { fields: { apiKey: ['required'], phone: ['required'] } } },
  });
  const wrong = await connectWhatsApp({ phone: '123' });
  expect(wrong).toMatchObject({ status: 400, body: { details: { fields: { phone: ['phone'] } } } });
  for (const apiKey of ['ключ', 'two words', 'a\r\nX-Header: b']) {
    const typed = await connectWhatsApp({ apiKey });
    expect(typed).toMatchObject({ status: 400, body: { details: { fields: { apiKey: ['secret'] } } } });
  }
});

test('the same number twice is a conflict', async () => {
  const first = await connectWhatsApp();
  const second = await connectWhatsApp({ title: 'Вторая' });
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'channel.already_connected', details: { channelId: first.body.id, title: 'Студия' } },
  });
});

test('a cabinet has a limit of WhatsApp numbers; bots and SMS senders do not count', async () => {
  await owner.query('update tenants set channel_limit = 1 where id = $1', [tenantId]);
  expect((await connectBot()).status).toBe(200);
  const first = await connectWhatsApp();
  expect(first.status).toBe(200);
  await call(contract.removeChannel, { token, params: { channelId: first.body.id } });
  await owner.query('update tenants set channel_limit = 0 where id = $1', [tenantId]);
  const restored = await call(contract.restoreChannel, { token, params: { channelId: first.body.id } });
  expect(restored).toMatchObject({ status: 409, body: { code: 'channel.limit_reached', details: { limit: 0 } } });
});

test('concurrent connections do not exceed the limit', async () => {
  await owner.query('update tenants set channel_limit = 1 where id = $1', [tenantId]);
  const numbers = [
    { apiKey: KEY, phone: '+79990000001' },
    { apiKey: 'd360-lavanda-key', phone: '+79990000010' },
    { apiKey: 'd360-aurora-key', phone: '+995590000020' },
    { apiKey: 'd360-shafran-key', phone: '+79990000030' },
  ];
  const answers = await Promise.all(numbers.map((each) => connectWhatsApp(each)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await call(contract.listChannels, { token })).body.channels).toHaveLength(1);
});

test('channels are listed in the usual order of the country, and by kind', async () => {
  await connectWhatsApp();
  await connectBot();
  const list = async (query = {}) =>
    (await call(contract.listChannels, { token, query })).body.channels.map(({ kind }) => kind);
  expect(await list()).toEqual(['telegram_bot', 'dialog360']);
  expect(await list({ kind: 'telegram_bot' })).toEqual(['telegram_bot']);
});

test('a channel is renamed', async () => {
  const { id } = (await connectWhatsApp()).body;
  const renamed = await call(contract.renameChannel, { token, params: { channelId: id }, body: { title: ' Новая ' } });
  expect(renamed.body.title).toBe('Новая');
  const empty = await call(contract.renameChannel, { token, params: { channelId: id }, body: { title: ' ' } });
  expect(empty).toMatchObject({ status: 400, body: { details: { fields: { title: ['required'] } } } });
});

test('a removed channel is removed at the provider too, and is restored by Undo', async () => {
  const { id } = (await connectBot()).body;
  expect((await call(contract.removeChannel, { token, params: { channelId: id } })).status).toBe(200);
  expect((await get(id)).body.code).toBe('channel.not_found');
  const webhooks = async () => (await world.control<{ bots: { webhook: unknown }[] }>('GET', '/tg')).bots[0]!.webhook;
  expect(await webhooks()).toBeNull();

  const restored = await call(contract.restoreChannel, { token, params: { channelId: id } });
  expect(restored.body).toMatchObject({ id, state: 'Authorized' });
  expect(await webhooks()).not.toBeNull();
  expect((await call(contract.restoreChannel, { token, params: { channelId: id } })).status).toBe(200);
});

test('a channel that was connected again cannot be restored beside itself; a removed one is restored whole', async () => {
  const { id } = (await connectBot()).body;
  await call(contract.removeChannel, { token, params: { channelId: id } });
  const again = await connectBot();
  expect(again.body).toMatchObject({ id, state: 'Authorized' });
  expect((await call(contract.removeChannel, { token, params: { channelId: id } })).status).toBe(200);
  expect((await call(contract.removeChannel, { token, params: { channelId: id } })).status).toBe(404);
});

test('an Undo that the provider refuses leaves the channel removed', async () => {
  const { id } = (await connectBot()).body;
  await call(contract.removeChannel, { token, params: { channelId: id } });
  await world.control('DELETE', `/tg/bots/${BOT}`);
  const restored = await call(contract.restoreChannel, { token, params: { channelId: id } });
  expect(restored.body).toMatchObject({ code: 'channel.check_failed', details: { trouble: 'wrong_token' } });
  expect((await get(id)).status).toBe(404);
});

test('staff view channels, owners connect', async () => {
  const { id } = (await connectWhatsApp()).body;
  await owner.query(`update members set role = 'staff' where tenant_id = $1`, [tenantId]);
  token = (await call(login, { body: { email, password } })).body.token;
  expect((await get(id)).status).toBe(200);
  expect(await connectBot()).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  expect((await call(contract.removeChannel, { token, params: { channelId: id } })).status).toBe(403);
});

test("another cabinet's channel does not exist", async () => {
  const { id: channelId } = (await connectWhatsApp()).body;
  const stranger = (await server.signUp()).token;
  const request = { token: stranger, params: { channelId } };
  const answers = [
    await call(contract.getChannel, request),
    await call(contract.renameChannel, { ...request, body: { title: 'x' } }),
    await call(contract.reconnectChannel, { ...request, body: {} }),
    await call(contract.removeChannel, request),
    await call(contract.restoreChannel, request),
    await call(contract.syncChannelTemplates, request),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(Array<string>(6).fill('channel.not_found'));
});

/** Opens 360dialog's page as an owner does, and follows the number they choose back to us. */
async function permitted(as = token): Promise<{ token: string; clientId: string; channelIds: string[] }> {
  const { url } = (await call(partners.startPartnerConnect, { token: as, body: { kind: 'dialog360' } })).body;
  const page = await (await fetch(url)).text();
  const back = (/href="([^"]+CLIENT_WABA_PARTNER[^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
  const { pathname, searchParams } = new URL(back);
  expect(pathname).toMatch(new RegExp(`^/[\\w-]{80}${tenantId}$`));
  const led = await fetch(`${server.origin}${pathname}${new URL(back).search}`, { redirect: 'manual' });
  const to = new URL(led.headers.get('location') ?? '', server.origin);
  expect([led.status, to.pathname]).toEqual([302, '/accounts/connected']);
  const channelIds = (searchParams.get('channels') ?? '').replaceAll(/[[\]]/g, '').split(',');
  return { token: to.searchParams.get('token') ?? '', clientId: searchParams.get('client') ?? '', channelIds };
}
const finish = (body: Awaited<ReturnType<typeof permitted>>, as = token) =>
  call(partners.finishPartnerConnect, { token: as, body });

test("numbers that an owner permits on 360dialog's page are connected by keys of their own", async () => {
  expect((await call(partners.listChannelPartners, { token })).body.kinds).toEqual(['dialog360']);
  const number = { key: 'd360-hub-key', phone: '79990000777', wabaId: 'WABA_PARTNER', name: 'Студия' };
  await world.control('POST', '/d360/numbers', number);
  const chosen = await permitted();
  const both = { ...chosen, channelIds: [...chosen.channelIds, 'CHANNEL_OF_OTHERS'] };
  const { numbers } = (await finish(both)).body;
  expect(numbers).toMatchObject([
    { title: 'Студия', problem: null },
    { channelId: null, problem: 'channel.check_failed', details: { trouble: 'not_permitted' } },
  ]);
  expect((await get(numbers[0]?.channelId ?? '')).body).toMatchObject({
    kind: 'dialog360',
    address: '+79990000777',
    state: 'Authorized',
  });
  // Again: the number gets a new key, and stays the channel it is.
  expect((await finish(await permitted())).body.numbers).toMatchObject([{ channelId: numbers[0]?.channelId }]);

  const other = await server.signUp();
  expect((await finish(chosen, other.token)).body.code).toBe('channel.partner_link_expired');
  ({ tenantId } = other);
  expect((await finish(await permitted(other.token), other.token)).body.numbers).toMatchObject([
    { channelId: null, problem: 'channel.connected_elsewhere' },
  ]);
  await clock.advance({ hours: 2 });
  expect((await finish(chosen)).body.code).toBe('channel.partner_link_expired');
});
