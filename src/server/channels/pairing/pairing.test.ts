import { beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/channels/calls.ts';
import { cancelPairing, findPairing, linkPairing, requestPhoneCode } from '#contract/channels/pairing.ts';
import { testServer } from '#server/testing/server/http.ts';
import { evolutionIn, LAVANDA, linkedPhones, ROMASHKA } from '#server/testing/world/linked-phone.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const dialects = [
  ['Green-API', 'greenapi', await testServer({ env: messengersIn(world) })],
  ['Evolution', 'evolution', await testServer({ env: { ...messengersIn(world), ...evolutionIn(world) } })],
] as const;

type Whatsapp = { phones: { number: string; devices: unknown[] }[]; screens: { code: string }[] };
const whatsapp = () => world.control<Whatsapp>('GET', '/whatsapp');
const devicesOf = async (number: string) =>
  (await whatsapp()).phones.find((phone) => phone.number === number)?.devices.length;

describe.each(dialects)('through a gateway in the dialect of %s', (_name, service, server) => {
  server.ctx.config.publicUrl = server.origin;
  const { call, clock, owner } = server;
  const { start, read, settle, scan, link } = linkedPhones(server, world);
  let token: string;
  let tenantId: string;
  beforeEach(async () => {
    await world.control('POST', '/seed', {});
    // Only the sessions of the test's own cabinet are followed.
    await owner.query('update channels set removed_at = now()');
    ({ token, tenantId } = await server.signUp());
  });
  const requestCode = (channelId: string, phone: string, as = token) =>
    call(requestPhoneCode, { token: as, params: { channelId }, body: { phone } });
  const channels = async (as = token) => (await call(contract.listChannels, { token: as })).body.channels;
  const notices = async () =>
    (
      await owner.query('select params ->> $2 as trouble, resolved_at from notices where tenant_id = $1 order by id', [
        tenantId,
        'trouble',
      ])
    ).rows;

  test('a phone that scans the code is connected once a message to itself has come back', async () => {
    await world.control('POST', '/behaviour', { channel: service, statusDelayMs: 40_000 });
    const started = (await start(token)).body;
    expect(started).toMatchObject({ state: 'GotQrCode', address: '', secondsLeft: 1_800 });
    expect(started.code?.text ?? started.code?.image).toMatch(/^(2@|data:image\/png;base64,)/);
    expect(await channels()).toEqual([]);

    await world.control('POST', '/whatsapp/scan', { number: ROMASHKA });
    await settle(1);
    // Linked at the gateway, and its message to itself is on its way.
    expect((await read(token, started.channelId)).body).toMatchObject({ state: 'loading', address: '+79990000201' });
    await settle(40);
    expect((await read(token, started.channelId)).body).toMatchObject({ state: 'Authorized', expiresAt: null });
    const [channel] = await channels();
    expect(channel).toMatchObject({ kind: 'whatsapp_qr', address: '+79990000201', state: 'Authorized', trouble: null });
    await settle(1);
    expect(await devicesOf(ROMASHKA)).toBe(1);
    // The message to itself was deleted again.
    const { chats } = await world.control<{ chats: unknown[] }>('GET', '/whatsapp');
    expect(chats).toEqual([]);
    expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
  });

  test('a phone is connected by a code that is requested for its number and entered on it', async () => {
    const { channelId } = (await start(token)).body;
    expect((await read(token, channelId)).body.phoneCode).toBeNull();
    const requested = await requestCode(channelId, '8 999 000-02-01');
    expect(requested.body).toMatchObject({
      state: 'GotQrCode',
      phoneCode: { phone: '+79990000201', secondsLeft: 150 },
    });
    const { phoneCode } = (await read(token, channelId)).body;
    expect(phoneCode!.code).toMatch(/^[\dA-Z]{8}$/);
    // The phone that opened the link of another person shows it too.
    const { url } = (await call(linkPairing, { token, params: { channelId } })).body;
    const opened = await fetch(`${server.origin}${new URL(url).pathname}`, { method: 'POST', redirect: 'manual' });
    const page = await fetch(`${server.origin}/pair/${opened.headers.get('location')}`);
    expect(await page.text()).toContain(`${phoneCode!.code.slice(0, 4)}-${phoneCode!.code.slice(4)}`);

    await world.control('POST', '/whatsapp/enter-code', { number: ROMASHKA, code: phoneCode!.code });
    await settle(1);
    await read(token, channelId);
    await settle(5);
    expect((await read(token, channelId)).body).toMatchObject({ state: 'Authorized', phoneCode: null });
    expect(await channels()).toMatchObject([{ address: '+79990000201', state: 'Authorized' }]);
    expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
  });

  test('a code is entered on the phone it was requested for, while it is valid; another may be requested', async () => {
    const { channelId } = (await start(token)).body;
    const first = (await requestCode(channelId, ROMASHKA)).body.phoneCode!.code;
    const enter = (number: string, code: string) => world.control('POST', '/whatsapp/enter-code', { number, code });
    await expect(enter(LAVANDA, first)).rejects.toThrow();
    await settle(160);
    await expect(enter(ROMASHKA, first)).rejects.toThrow();
    const second = (await requestCode(channelId, LAVANDA)).body.phoneCode!;
    expect(second).toMatchObject({ phone: '+79990000210' });
    expect(second.code).not.toBe(first);
    await enter(LAVANDA, second.code);
    await settle(1);
    await read(token, channelId);
    await settle(5);
    expect((await read(token, channelId)).body).toMatchObject({ state: 'Authorized' });
  });

  test('a code is refused for what is no phone, after the pairing, and to another cabinet', async () => {
    const { channelId } = (await start(token)).body;
    expect((await requestCode(channelId, '12')).body).toMatchObject({ code: 'request.invalid' });
    const other = await server.signUp();
    expect((await requestCode(channelId, ROMASHKA, other.token)).status).toBe(404);
    await clock.advance({ minutes: 31 });
    expect((await requestCode(channelId, ROMASHKA)).body).toMatchObject({ code: 'pairing.over' });
  });

  test('the code changes by itself, and a link that nobody scans within 30 minutes has expired', async () => {
    const { channelId, code } = (await start(token)).body;
    await settle(25);
    expect((await read(token, channelId)).body.code).not.toEqual(code);
    await settle(29 * 60);
    expect((await read(token, channelId)).body).toMatchObject({ state: 'GotQrCode', secondsLeft: 35 });
    await clock.advance({ minutes: 1 });
    await server.runRepeated('channels.follow-sessions');
    await server.runJobs();
    const over = { state: 'NotAuthorized', trouble: 'link_expired', expiresAt: null, code: null };
    expect((await read(token, channelId)).body).toMatchObject(over);
    // "New code" continues the same channel.
    expect((await start(token)).body).toMatchObject({ channelId, state: 'GotQrCode', trouble: null });
  });

  test('a code that does not come within two minutes is an error', async () => {
    const starting =
      service === 'greenapi'
        ? { match: '/qr/', body: { type: 'error', message: 'instance in starting process try later' } }
        : { match: '/instance/connect/', body: { code: null, base64: null, count: 0 } };
    await world.control('POST', '/fault', { channel: service, action: 'http', status: 200, times: 0, ...starting });
    const { channelId } = (await start(token)).body;
    await settle(60);
    expect((await read(token, channelId)).body.state).toBe('loading');
    await settle(60);
    expect((await read(token, channelId)).body).toMatchObject({ state: 'error', trouble: 'code_failed' });
  });

  test('a gateway that does not answer is an error of the button, and leaves no channel behind', async () => {
    await world.control('POST', '/fault', { channel: service, action: 'http', status: 503, times: 0 });
    expect(await start(token)).toMatchObject({ status: 503, body: { code: 'provider.unreachable' } });
    expect((await call(findPairing, { token, query: { kind: 'whatsapp_qr' } })).body).toEqual({ pairing: null });
  });

  test('the cabinet’s limit of channels is checked before a code is shown', async () => {
    await owner.query('update tenants set channel_limit = 1 where id = $1', [tenantId]);
    await link(token);
    expect(await start(token)).toMatchObject({ status: 409, body: { code: 'channel.limit_reached' } });
  });

  test('another person scans by a link that works once and on one device', async () => {
    const { channelId } = (await start(token)).body;
    const { url } = (await call(linkPairing, { token, params: { channelId } })).body;
    const at = new URL(url).pathname;
    const get = (path: string) => fetch(`${server.origin}${path}`, { redirect: 'manual' });
    expect(await (await get(at)).text()).toContain('Show the QR code');
    expect((await read(token, channelId)).body.link).toEqual({ isOpened: false });
    const opened = await fetch(`${server.origin}${at}`, { method: 'POST', redirect: 'manual' });
    expect(opened.status).toBe(303);
    const page = `/pair/${opened.headers.get('location')}`;
    expect(await (await get(page)).text()).toMatch(/<svg|data:image\/png/);
    expect((await read(token, channelId)).body.link).toEqual({ isOpened: true });

    const again = await get(at);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('The link has expired')]);
    const reopened = await fetch(`${server.origin}${at}`, { method: 'POST', redirect: 'manual' });
    expect((await get(`/pair/${reopened.headers.get('location')}`)).status).toBe(410);

    await clock.advance({ minutes: 31 });
    expect(await (await get(page)).text()).toContain('The link has expired');
  });

  test('a number is in one cabinet at a time, and in it once', async () => {
    await link(token);
    const { channelId } = (await start(token)).body;
    const twice = await scan(token, { channelId, number: ROMASHKA });
    expect(twice).toMatchObject({ state: 'NotAuthorized', trouble: 'already_added', troubleText: '+79990000201' });
    const claims = (await owner.query('select * from external_id_claims where tenant_id = $1', [tenantId])).rows;
    const other = await server.signUp();
    for (const { kind, name, source_id } of claims)
      await owner.query('insert into external_id_claims values ($1, $2, $3, $4)', [kind, name, tenantId, source_id]);
    const foreign = (await start(other.token)).body;
    expect(await scan(other.token, { channelId: foreign.channelId, number: ROMASHKA })).toMatchObject({
      state: 'NotAuthorized',
      trouble: 'added_elsewhere',
    });
    expect(await channels(other.token)).toEqual([]);
    // Only the first session is still linked.
    expect(await devicesOf(ROMASHKA)).toBe(1);
  });

  test('a phone that unlinks us is told, and linked again as the same channel', async () => {
    const { id } = await link(token);
    await world.control('POST', '/whatsapp/unlink', { number: ROMASHKA });
    await settle(1);
    expect(await channels()).toMatchObject([{ id, state: 'NotAuthorized', trouble: 'signed_out' }]);
    expect(await notices()).toEqual([{ trouble: 'signed_out', resolved_at: null }]);

    expect((await start(token, { channelId: id })).body).toMatchObject({ channelId: id, state: 'GotQrCode' });
    expect(await scan(token, { channelId: id, number: LAVANDA })).toMatchObject({
      state: 'NotAuthorized',
      trouble: 'other_number',
    });
    expect(await devicesOf(LAVANDA)).toBe(0);
    await start(token, { channelId: id });
    expect(await scan(token, { channelId: id, number: ROMASHKA })).toMatchObject({ state: 'Authorized' });
    expect(await channels()).toMatchObject([{ id, state: 'Authorized', trouble: null }]);
    expect((await notices()).every(({ resolved_at }) => resolved_at !== null)).toBe(true);
  });

  test('a number that is connected and deaf is found within five minutes, told, restarted, and works again', async () => {
    const { id } = await link(token);
    await world.control('POST', '/whatsapp/deaf', { number: ROMASHKA, on: true });
    const deafAt = clock.now();
    const minute = async () => {
      await settle(60);
      await server.runRepeated('channels.follow-sessions');
      await server.runJobs();
    };
    for (let passed = 0; passed < 5; passed++) await minute();
    expect(deafAt.until(clock.now()).total('minutes')).toBe(5);
    expect(await channels()).toMatchObject([{ id, state: 'error', trouble: 'deaf' }]);
    expect(await notices()).toEqual([{ trouble: 'deaf', resolved_at: null }]);
    await minute();
    await settle(5);
    expect(await channels()).toMatchObject([{ id, state: 'Authorized', trouble: null }]);
    expect(await notices()).toEqual([{ trouble: 'deaf', resolved_at: expect.any(Object) }]);
  });

  test('a number that hears its contacts sends itself nothing', async () => {
    await link(token);
    const sends = async () =>
      (await world.control<{ requests: { path: string }[] }>('GET', `/log?channel=${service}`)).requests.filter(
        ({ path }) => /send(Message|Text)/.test(path),
      ).length;
    const before = await sends();
    for (let passed = 0; passed < 4; passed++) {
      await world.control('POST', '/whatsapp/inbound', { from: '+79161230001', text: 'Здравствуйте' });
      await settle(100);
      await server.runRepeated('channels.follow-sessions');
      await server.runJobs();
    }
    expect(await sends()).toBe(before);
  });

  test('a disconnected number is unlinked, and linked again with its conversations', async () => {
    const { id } = await link(token);
    await call(contract.removeChannel, { token, params: { channelId: id } });
    expect(await devicesOf(ROMASHKA)).toBe(0);
    expect(await channels()).toEqual([]);
    expect(await link(token)).toMatchObject({ id, state: 'Authorized' });
  });

  test('a cancelled pairing leaves neither a channel nor a session', async () => {
    const { channelId } = (await start(token)).body;
    expect((await call(cancelPairing, { token, params: { channelId } })).status).toBe(200);
    expect((await read(token, channelId)).status).toBe(404);
    await world.passTime(20_000);
    expect((await whatsapp()).screens).toEqual([]);
  });
});
