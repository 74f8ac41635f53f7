import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { listMembers } from '#contract/auth/members.ts';
import * as factor from '#contract/auth/second-factor.ts';
import { uploadImage } from '#contract/flows/trials.ts';
import { stepAt, totpCode } from '#server/auth/second-factor/totp.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';

const mailbox = await aMailbox();
const { call, origin, owner, runJobs, signUp } = await testServer({ env: { SMTP_URL: mailbox.url } });
const { aMember } = builders(owner);

beforeEach(() => void (mailbox.mails.length = 0));

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A code of the app, `ahead` steps after the present one: no code is accepted twice. */
const codeAt = (secret: string, ahead = 1) => totpCode(bytesOf(secret), stepAt(Date.now()) + ahead);
const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];
const login = ({ email, password }: Pick<SignedUp, 'email' | 'password'>) =>
  call(contract.login, { body: { email, password } });
const ticketOf = (answer: { body: { details?: Record<string, unknown> } }) => String(answer.body.details?.['ticket']);
const pass = (ticket: string, typed: string) => call(factor.passSecondFactor, { body: { ticket, code: typed } });
const me = (token: string) => call(contract.currentUser, { token });

async function setUp({ token, password }: Pick<SignedUp, 'token' | 'password'>) {
  const { secret, uri } = (await call(factor.setUpSecondFactor, { token, body: { password } })).body;
  const confirmed = await call(factor.confirmSecondFactor, { token, body: { code: codeAt(secret, 0) } });
  return { secret, uri, confirmed, recoveryCodes: confirmed.body.recoveryCodes };
}

/** A second member with the owner's password, signed in. */
async function staffOf({ tenantId, email, password }: SignedUp) {
  const staff = await aMember({ tenantId, role: 'staff' });
  await owner.query(
    `update members set password_hash = (select password_hash from members where tenant_id = $1 and email = $2)
     where id = $3`,
    [tenantId, email, staff.id],
  );
  const { token } = (await login({ email: staff.email, password })).body;
  return { ...staff, password, token };
}

test('a code of the app turns it on, gives ten recovery codes, ends other sessions and is mailed', async () => {
  const anna = await signUp({ language: 'en' });
  const other = (await login(anna)).body;
  const { uri, confirmed, recoveryCodes } = await setUp(anna);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Frontdesk:.+&issuer=Frontdesk$/);
  expect([confirmed.status, new Set(recoveryCodes).size]).toEqual([200, 10]);
  expect([(await me(anna.token)).status, (await me(other.token)).status]).toEqual([200, 401]);
  expect((await call(factor.secondFactor, { token: anna.token })).body).toMatchObject({
    isOn: true,
    recoveryCodesLeft: 10,
    isRequired: false,
  });
  await runJobs();
  expect(mailbox.mails.map(({ subject }) => subject)).toContain('Two-step login is on — Frontdesk');
  const { rows } = await owner.query('select secret from member_second_factors where tenant_id = $1', [anna.tenantId]);
  expect(rows[0].secret.includes(bytesOf(new URL(uri).searchParams.get('secret') ?? ''))).toBe(false);
});

test('signing in needs the code after the password; each code is accepted once', async () => {
  const anna = await signUp();
  const { secret } = await setUp(anna);
  const refused = await login(anna);
  expect(code(refused)).toEqual([401, 'auth.second_factor_required']);
  expect(code(await pass(ticketOf(refused), '000000'))).toEqual([400, 'auth.second_factor_wrong']);
  const typed = codeAt(secret);
  const passed = await pass(ticketOf(refused), typed);
  expect((await me(passed.body.token)).status).toBe(200);
  expect(code(await pass(ticketOf(refused), typed))).toEqual([400, 'auth.second_factor_wrong']);
});

test('a mailed link does not go around it', async () => {
  const anna = await signUp();
  await setUp(anna);
  await owner.query('update members set email_confirmed_at = now() where tenant_id = $1', [anna.tenantId]);
  await call(contract.sendLoginLink, { body: { email: anna.email } });
  await runJobs();
  const links = mailbox.mails.map(({ text }) => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '');
  const link = new URL(links.find((one) => one.includes('login-link')) ?? '');
  const answer = await call(contract.loginByLink, { body: { code: link.searchParams.get('code') } });
  expect(code(answer)).toEqual([401, 'auth.second_factor_required']);
});

test('a recovery code replaces the app once', async () => {
  const anna = await signUp();
  const { recoveryCodes } = await setUp(anna);
  const ticket = ticketOf(await login(anna));
  const typed = String(recoveryCodes[0]).toLowerCase().replace('-', ' ');
  const passed = await pass(ticket, typed);
  expect(passed.status).toBe(200);
  expect(code(await pass(ticket, typed))).toEqual([400, 'auth.second_factor_wrong']);
  expect((await call(factor.secondFactor, { token: passed.body.token })).body.recoveryCodesLeft).toBe(9);
});

test('after five wrong codes none is compared, also not many at the same moment', async () => {
  const anna = await signUp();
  const { secret, recoveryCodes } = await setUp(anna);
  const ticket = ticketOf(await login(anna));
  const answers = await Promise.all(Array.from({ length: 12 }, () => pass(ticket, '000000')));
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
  const refused = await pass(ticket, codeAt(secret));
  expect(code(refused)).toEqual([429, 'auth.second_factor_often']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await pass(ticket, String(recoveryCodes[0]))).status).toBe(429);
});

test('a ticket is over with the password it was given for, and a changed one is none', async () => {
  const anna = await signUp();
  const { secret } = await setUp(anna);
  const ticket = ticketOf(await login(anna));
  const body = { currentPassword: anna.password, newPassword: 'new-secret', confirmPassword: 'new-secret' };
  await call(contract.changePassword, { token: anna.token, body });
  const over = [400, 'auth.second_factor_ticket_over'];
  expect(code(await pass(ticket, codeAt(secret)))).toEqual(over);
  expect(code(await pass(`${ticket}x`, codeAt(secret)))).toEqual(over);
  expect(code(await pass(anna.token, codeAt(secret)))).toEqual(over);
});

test('it is turned off with password and code, and then the password is enough', async () => {
  const anna = await signUp();
  const { secret } = await setUp(anna);
  const turnOff = (password: string, typed: string) =>
    call(factor.turnOffSecondFactor, { token: anna.token, body: { password, code: typed } });
  expect(code(await turnOff('wrong', codeAt(secret)))).toEqual([400, 'auth.password_wrong']);
  expect(code(await turnOff(anna.password, '000000'))).toEqual([400, 'auth.second_factor_wrong']);
  expect((await turnOff(anna.password, codeAt(secret))).status).toBe(200);
  expect((await login(anna)).status).toBe(200);
  expect(code(await turnOff(anna.password, codeAt(secret)))).toEqual([409, 'auth.second_factor_off']);
});

test('new recovery codes end the former ones; setting up twice is refused', async () => {
  const anna = await signUp();
  const { secret, recoveryCodes } = await setUp(anna);
  const body = { password: anna.password, code: codeAt(secret) };
  const renewed = await call(factor.renewRecoveryCodes, { token: anna.token, body });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  const ticket = ticketOf(await login(anna));
  expect((await pass(ticket, String(recoveryCodes[0]))).status).toBe(400);
  expect((await pass(ticket, String(renewed.body.recoveryCodes[0]))).status).toBe(200);
  const again = await call(factor.setUpSecondFactor, { token: anna.token, body: { password: anna.password } });
  expect(code(again)).toEqual([409, 'auth.second_factor_on']);
});

test('a secret that no code confirmed changes nothing', async () => {
  const anna = await signUp();
  await call(factor.setUpSecondFactor, { token: anna.token, body: { password: anna.password } });
  expect((await login(anna)).status).toBe(200);
  expect(code(await call(factor.setUpSecondFactor, { token: anna.token, body: { password: 'wrong' } }))).toEqual([
    400,
    'auth.password_wrong',
  ]);
});

test('an owner who has it may require it: members without are refused every call but those to set it up', async () => {
  const anna = await signUp();
  const olga = await staffOf(anna);
  const requireIt = (isRequired: boolean) =>
    call(factor.requireSecondFactor, { token: anna.token, body: { isRequired } });
  expect(code(await requireIt(true))).toEqual([409, 'auth.second_factor_first']);
  const { secret } = await setUp(anna);
  expect((await requireIt(true)).status).toBe(200);

  const missing = [403, 'auth.second_factor_missing'];
  expect((await me(olga.token)).body).toMatchObject({ isSecondFactorMissing: true });
  expect(code(await call(contract.changePhone, { token: olga.token, body: { phone: '+79990001122' } }))).toEqual(
    missing,
  );
  const authorization = `Bearer ${olga.token}`;
  for (const [method, path] of [
    ['GET', '/api/v1/events'],
    ['POST', uploadImage.path],
  ] as const)
    expect((await fetch(`${origin}${path}`, { method, headers: { authorization } })).status).toBe(403);

  await setUp(olga);
  expect((await me(olga.token)).body).toMatchObject({ isSecondFactorMissing: false });
  expect((await call(contract.nearestPaymentEndDate, { token: olga.token })).status).toBe(200);
  expect((await call(listMembers, { token: anna.token })).body).toMatchObject({
    requiresSecondFactor: true,
    members: [{ hasSecondFactor: true }, { hasSecondFactor: true }],
  });
  const body = { password: anna.password, code: codeAt(secret) };
  expect(code(await call(factor.turnOffSecondFactor, { token: anna.token, body }))).toEqual([
    409,
    'auth.second_factor_enforced',
  ]);
  expect((await requireIt(false)).status).toBe(200);
});

test('an owner takes the second factor of a member away who lost it, with the own password', async () => {
  const anna = await signUp();
  const olga = await staffOf(anna);
  await setUp(olga);
  const reset = (memberId: string, password: string) =>
    call(factor.resetMemberFactor, { token: anna.token, params: { memberId }, body: { password } });
  expect(code(await reset(olga.id, 'wrong'))).toEqual([400, 'auth.password_wrong']);
  expect((await reset(olga.id, anna.password)).status).toBe(200);
  expect((await me(olga.token)).status).toBe(401);
  expect((await login(olga)).status).toBe(200);
});
