import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { confirmPhone, sendPhoneCode } from '#contract/auth/phone.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const account = { SYSTEM_SMS_TOKEN: 'sigma-frontdesk-token', SYSTEM_SMS_SENDER: 'FRONTDESK' };
const { call, clock, signUp } = await testServer({ env: { ...messengersIn(world), ...account } });

type Sending = { recipient: string; text: string; sender: string };
const texts = async () => (await world.control<{ sendings: Sending[] }>('GET', '/sigma')).sendings;
const codeIn = async () => /\d{6}/.exec((await texts()).at(-1)?.text ?? '')?.[0] ?? '';
const send = (token: string) => call(sendPhoneCode, { token });
const confirm = (token: string, typed: string) => call(confirmPhone, { token, body: { code: typed } });
const me = async (token: string) => (await call(contract.currentUser, { token })).body;
const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];
const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

let phones = 0;
const aPhone = () => `+7999000${String(1002 + (phones += 10))}`;
const anOwner = () => signUp({ phone: aPhone(), language: 'en' });

test('a texted code confirms the phone, until it is changed', async () => {
  const { token } = await anOwner();
  expect(await me(token)).toMatchObject({ isPhoneConfirmed: false, canConfirmPhone: true });
  expect((await send(token)).body).toEqual({ secondsLeft: 30, codesLeft: 2 });
  expect((await texts()).at(-1)).toMatchObject({
    recipient: (await me(token)).phoneNumber,
    sender: 'FRONTDESK',
    text: expect.stringMatching(/^\d{6} is your Frontdesk code/),
  });
  const typed = await codeIn();
  expect((await confirm(token, `${typed.slice(0, 3)} ${typed.slice(3)}`)).status).toBe(200);
  expect(await me(token)).toMatchObject({ isPhoneConfirmed: true });
  expect(code(await send(token))).toEqual([409, 'phone.confirmed']);
  expect(code(await confirm(token, typed))).toEqual([400, 'phone.code_over']);

  await call(contract.changePhone, { token, body: { phone: aPhone() } });
  expect(await me(token)).toMatchObject({ isPhoneConfirmed: false });
});

test('a code is over after 30 seconds, after 3 wrong ones, and with the phone it was sent to', async () => {
  const over = [400, 'phone.code_over'];
  const { token } = await anOwner();
  await send(token);
  await clock.advance({ seconds: 30 });
  expect(code(await confirm(token, await codeIn()))).toEqual(over);

  await send(token);
  const right = await codeIn();
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(code(await confirm(token, wrong(right)))).toEqual([400, 'phone.code_wrong']);
  expect(code(await confirm(token, right))).toEqual(over);

  await send(token);
  await call(contract.changePhone, { token, body: { phone: aPhone() } });
  expect(code(await confirm(token, await codeIn()))).toEqual(over);
});

test('a member gets 3 codes a day, also when they are asked for at the same moment, and more the next day', async () => {
  const { token, email, password } = await anOwner();
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(code(await send(token))).toEqual([429, 'phone.codes_spent']);
  await clock.advance({ hours: 24 });
  const again = (await call(contract.login, { body: { email, password } })).body.token;
  await call(contract.changePhone, { token: again, body: { phone: aPhone() } });
  expect((await send(again)).status).toBe(200);
});

test('a text that is not sent is said so, and does not count', async () => {
  const { token } = await anOwner();
  await world.control('PATCH', '/sigma/accounts/frontdesk@example.test', { isBlocked: true });
  for (let attempt = 0; attempt < 2; attempt += 1) expect(code(await send(token))).toEqual([503, 'phone.code_unsent']);
  await world.control('PATCH', '/sigma/accounts/frontdesk@example.test', { isBlocked: false });
  expect((await send(token)).body).toMatchObject({ codesLeft: 2 });
});

test('without a phone, or in a deployment that sends no texts, no code is sent', async () => {
  const other = await testServer();
  const { token } = await other.signUp();
  expect(code(await other.call(sendPhoneCode, { token }))).toEqual([503, 'server.unavailable']);
  expect((await other.call(contract.currentUser, { token })).body).toMatchObject({ canConfirmPhone: false });
});
