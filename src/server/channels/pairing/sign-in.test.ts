import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/channels/calls.ts';
import { cancelPairing, getPairing, startPairing } from '#contract/channels/pairing.ts';
import { enterSignInCode, enterSignInPassword, getSignIn, sendSignInCode } from '#contract/channels/pairing-sign-in.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: messengersIn(world) });
server.ctx.config.publicUrl = server.origin;
const { call, clock } = server;

const ROMASHKA = '8 999 000-01-31';
const LAVANDA = '+79990001222';

let token: string;
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  ({ token } = await server.signUp());
});

type Gateway = { instances: unknown[]; messages: { by: string; text: string }[] };
const gateway = () => world.control<Gateway>('GET', '/greentg');
const codes = async () =>
  (await gateway()).messages.flatMap(({ by, text }) => (by === 'telegram' ? [/\d{5}/.exec(text)![0]] : []));
const begin = async () => (await call(startPairing, { token, body: { kind: 'telegram_user' } })).body.channelId;
const send = (channelId: string, phone = ROMASHKA) =>
  call(sendSignInCode, { token, params: { channelId }, body: { phone } });
const enter = (channelId: string, code: string) =>
  call(enterSignInCode, { token, params: { channelId }, body: { code } });
const read = async (channelId: string) => (await call(getPairing, { token, params: { channelId } })).body;
const settle = async (seconds: number) => {
  await clock.advance({ seconds });
  await world.passTime(seconds * 1_000);
  await server.runJobs();
};
const channels = async () => (await call(contract.listChannels, { token })).body.channels;

test('an account is connected by its phone and the code of its app, and leaves nothing at the gateway when it is removed', async () => {
  const channelId = await begin();
  expect(await read(channelId)).toMatchObject({ state: 'NotAuthorized', expects: 'phone', code: null });
  expect((await send(channelId)).body).toEqual({
    phone: '+79990000131',
    isCodeSent: true,
    secondsLeft: 30,
    codesLeft: 2,
  });
  const [code = ''] = await codes();
  expect((await enter(channelId, `${code.slice(0, 2)} ${code.slice(2)}`)).body).toMatchObject({ isCodeSent: false });
  await settle(1);
  await read(channelId);
  await settle(5);
  expect(await read(channelId)).toMatchObject({ state: 'Authorized', address: '+79990000131' });
  expect(await channels()).toMatchObject([
    {
      kind: 'telegram_user',
      state: 'Authorized',
      warmUp: { day: 1, health: 'good', newContacts: 0, mostNewContacts: 20 },
    },
  ]);
  await call(contract.removeChannel, { token, params: { channelId } });
  expect(await channels()).toEqual([]);
});

test('a code is valid for 30 seconds; the gateway sends no other within minutes, and the last one can be entered again', async () => {
  const channelId = await begin();
  await send(channelId);
  const [code = ''] = await codes();
  await clock.advance({ seconds: 31 });
  expect((await enter(channelId, code)).body).toMatchObject({ code: 'pairing.code_expired' });
  expect((await call(getSignIn, { token, params: { channelId } })).body).toMatchObject({
    isCodeSent: true,
    secondsLeft: 0,
  });
  expect((await send(channelId)).body).toMatchObject({ secondsLeft: 30, codesLeft: 1 });
  expect(await codes()).toEqual([code]);
  expect((await enter(channelId, '00000')).body).toMatchObject({ code: 'pairing.code_invalid' });
  expect((await enter(channelId, code)).status).toBe(200);
});

test('a phone gets three codes a day, also when its connection was cancelled and begun again', async () => {
  const first = await begin();
  await send(first);
  await send(first);
  await call(cancelPairing, { token, params: { channelId: first } });
  const channelId = await begin();
  expect((await send(channelId)).body).toMatchObject({ codesLeft: 0 });
  const fourth = await send(channelId);
  expect(fourth).toMatchObject({ status: 429, body: { code: 'pairing.too_many_codes', details: { limit: 3 } } });
  expect((await send(channelId, LAVANDA)).body).toMatchObject({ codesLeft: 2 });
  await call(cancelPairing, { token, params: { channelId } });
  await clock.advance({ hours: 24 });
  expect((await send(await begin())).body).toMatchObject({ codesLeft: 2 });
});

test('two requests at once do not share the last code', async () => {
  const channelId = await begin();
  await send(channelId);
  await send(channelId);
  const both = await Promise.all([send(channelId), send(channelId)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
});

test('an account with a password asks for it after the code', async () => {
  const channelId = await begin();
  await send(channelId, LAVANDA);
  const [code = ''] = await codes();
  await enter(channelId, code);
  expect(await read(channelId)).toMatchObject({ state: 'NotAuthorized', expects: 'password' });
  const password = (typed: string) =>
    call(enterSignInPassword, { token, params: { channelId }, body: { password: typed } });
  expect((await password('wrong')).body).toMatchObject({ code: 'pairing.password_wrong' });
  expect((await password('лаванда-2fa')).status).toBe(200);
  await settle(1);
  await read(channelId);
  await settle(5);
  expect(await read(channelId)).toMatchObject({ state: 'Authorized' });
});

test('a code that Telegram does not send is told with its reason; a pause it asks for costs no attempt', async () => {
  const channelId = await begin();
  await world.control('POST', '/greentg/flood', { seconds: 120 });
  expect((await send(channelId)).body).toMatchObject({
    code: 'pairing.code_not_sent',
    details: { trouble: 'too_often', text: 'FLOOD_WAIT_120', retryAfterSeconds: 120 },
  });
  expect((await send(channelId)).body).toMatchObject({ codesLeft: 2 });
  expect((await send(channelId, '+79990000000')).body).toMatchObject({
    code: 'pairing.code_not_sent',
    details: { trouble: 'phone_refused' },
  });
  expect((await send(channelId, 'not a phone')).body).toMatchObject({ code: 'request.invalid' });
});

test('nobody of another cabinet sees or enters anything of a sign-in', async () => {
  const channelId = await begin();
  await send(channelId);
  const [code = ''] = await codes();
  const { token: stranger } = await server.signUp();
  const refused = [
    await call(getSignIn, { token: stranger, params: { channelId } }),
    await call(sendSignInCode, { token: stranger, params: { channelId }, body: { phone: ROMASHKA } }),
    await call(enterSignInCode, { token: stranger, params: { channelId }, body: { code } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  await call(cancelPairing, { token, params: { channelId } });
  expect((await enter(channelId, code)).status).toBe(404);
  expect((await gateway()).instances).toEqual([]);
});
