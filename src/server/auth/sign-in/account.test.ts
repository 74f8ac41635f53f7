import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { claimsOf, testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp } = await testServer({ env: { FRONTDESK_DEMO: '1' } });
const { aTenant, aMember, aConnection } = builders(owner);

const login = (email: string, password: string) => call(contract.login, { body: { email, password } });
const me = async (token: string) => (await call(contract.currentUser, { token })).body;
const testPhones = async (tenantId: string) => {
  const { rows } = await owner.query('select test_phones from tenants where id = $1', [tenantId]);
  return rows[0].test_phones;
};

test('the booking systems that are connected are shown, each once', async () => {
  const { token, tenantId } = await signUp();
  await aConnection({ tenantId });
  await aConnection({ tenantId });
  await aConnection({ tenantId, kind: 'iiko', removedAt: '2026-03-01T08:00:00Z' });
  expect(await me(token)).toMatchObject({ crms: ['Yclients'] });
});

test('a cabinet without an end has no payment date', async () => {
  const { token, tenantId } = await signUp();
  await owner.query('update tenants set paid_until = null, is_trial = false where id = $1', [tenantId]);
  const { body } = await call(contract.nearestPaymentEndDate, { token });
  expect(body).toEqual({ nearestPaymentEndDateUnixTime: null, isTrial: false });
});

test('a changed phone is kept in E.164, and flows are tested with it', async () => {
  const { token, tenantId } = await signUp();
  expect((await call(contract.changePhone, { token, body: { phone: '8 (999) 000-11-22' } })).status).toBe(200);
  expect(await me(token)).toMatchObject({ phoneNumber: '+79990001122' });
  expect(await testPhones(tenantId)).toEqual(['+79990001122']);
});

test("test numbers chosen by the owner stay when the owner's phone changes", async () => {
  const { token, tenantId } = await signUp();
  await owner.query(`update tenants set test_phones = '{+79161110000}' where id = $1`, [tenantId]);
  await call(contract.changePhone, { token, body: { phone: '+79990001122' } });
  expect(await testPhones(tenantId)).toEqual(['+79161110000']);
});

test('a phone that is none is refused on its field', async () => {
  const { token } = await signUp();
  const answer = await call(contract.changePhone, { token, body: { phone: '123' } });
  expect(answer).toMatchObject({ status: 400, body: { details: { fields: { phone: ['phone'] } } } });
});

test('a new password needs the present one, ends other sessions, and leaves this one', async () => {
  const { email, password, token, refreshToken } = await signUp();
  const other = await login(email, password);
  const change = (currentPassword: string, rest = {}) =>
    call(contract.changePassword, {
      token,
      body: { currentPassword, newPassword: 'new-secret', confirmPassword: 'new-secret', refreshToken, ...rest },
    });
  expect(await change('wrong-one')).toMatchObject({ status: 400, body: { code: 'auth.password_wrong' } });
  expect(await change(password, { confirmPassword: 'x' })).toMatchObject({
    status: 400,
    body: { details: { fields: { confirmPassword: ['password_mismatch'] } } },
  });
  expect((await change(password)).status).toBe(200);
  expect((await call(contract.currentUser, { token })).status).toBe(200);
  expect((await call(contract.currentUser, { token: other.body.token })).status).toBe(401);
  expect((await login(email, password)).status).toBe(401);
  expect((await login(email, 'new-secret')).status).toBe(200);
});

test("another member's refresh token keeps no session alive", async () => {
  const { password, token } = await signUp();
  const { refreshToken } = await signUp();
  const body = { currentPassword: password, newPassword: 'new-secret', confirmPassword: 'new-secret', refreshToken };
  expect((await call(contract.changePassword, { token, body })).status).toBe(200);
  expect((await call(contract.currentUser, { token })).status).toBe(401);
});

test('guessing the present password of a stolen session is stopped too', async () => {
  const { token, password } = await signUp();
  const change = (currentPassword: string) =>
    call(contract.changeEmail, { token, body: { email: 'thief@salon.example', password: currentPassword } });
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await change(`guess-${attempt}`)).status).toBe(400);
  const stopped = await change(password);
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('an e-mail of another member cannot be taken, also under concurrency', async () => {
  const [one, two, taken] = [await signUp(), await signUp(), await signUp()];
  const change = ({ token, password }: typeof one, email: string) =>
    call(contract.changeEmail, { token, body: { email, password } });
  expect(await change(one, taken.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { code: 'auth.user_exists' },
  });
  const raced = await Promise.all([change(one, 'wanted@salon.example'), change(two, 'wanted@salon.example')]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await change(one, one.email)).status).toBe(200);
});

test('a wrong password changes no e-mail', async () => {
  const { token, email } = await signUp();
  const answer = await call(contract.changeEmail, { token, body: { email: 'x@salon.example', password: 'wrong-one' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'auth.password_wrong' } });
  expect(await me(token)).toMatchObject({ email });
});

test('settings change what is given and leave the rest', async () => {
  const { token } = await signUp();
  const before = await me(token);
  const changed = await call(contract.changeSettings, {
    token,
    body: { language: 'en', timeZone: 'Asia/Almaty', tenantName: ' Bliss ', notSendWeeklyYclientsReports: true },
  });
  const wanted = {
    language: 'en',
    timeZone: 'Asia/Almaty',
    tenantTimeZone: 'Asia/Almaty',
    tenantName: 'Bliss',
    notSendWeeklyYclientsReports: true,
  };
  expect(changed.body).toEqual({ ...before, ...wanted });
  expect((await call(contract.changeSettings, { token, body: {} })).body).toEqual({ ...before, ...wanted });
});

test.each([
  [{ timeZone: '+03:00' }, { timeZone: ['time_zone'] }],
  [{ tenantName: '  ' }, { tenantName: ['required'] }],
  [{ tenantName: 'x'.repeat(121) }, { tenantName: ['too_long'] }],
])('settings refuse %o on its field', async (body, fields) => {
  const { token } = await signUp();
  expect(await call(contract.changeSettings, { token, body })).toMatchObject({
    status: 400,
    body: { details: { fields } },
  });
});

test("staff change their own language, not the cabinet's name or zone", async () => {
  const { token, tenantId } = await signUp();
  await owner.query(`update members set role = 'staff' where tenant_id = $1`, [tenantId]);
  const rename = await call(contract.changeSettings, { token, body: { tenantName: 'Mine' } });
  expect(rename).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  await call(contract.changeSettings, { token, body: { language: 'en', timeZone: 'Asia/Almaty' } });
  expect(await me(token)).toMatchObject({ language: 'en', timeZone: 'Asia/Almaty' });
  const { rows } = await owner.query('select time_zone from tenants where id = $1', [tenantId]);
  expect(rows).toEqual([{ time_zone: 'Europe/Moscow' }]);
});

test('without a mail server the request to the operator is refused with its reason', async () => {
  const { token } = await signUp();
  expect(await call(contract.requestSetUp, { token, body: {} })).toMatchObject({
    status: 503,
    body: { code: 'server.unavailable' },
  });
});

/** Returns the member whom the demo signs in. */
async function visitor(body: { as?: string; language?: string }): Promise<unknown> {
  const reply = await call(contract.demoLogin, { body });
  return 'token' in reply.body ? claimsOf(reply.body.token)['sub'] : reply;
}

test('a demo signs in as each member of the demo cabinet, and of no other cabinet', async () => {
  await aMember();
  expect((await call(contract.demoLogin, { body: {} })).status).toBe(404);
  const tenantId = await aTenant({ isDemo: true });
  const people = {
    owner: await aMember({ tenantId }),
    staff: await aMember({ tenantId, role: 'staff' }),
    partner: await aMember({ tenantId, isPartner: true }),
    admin: await aMember({ tenantId, operatorRole: 'admin' }),
    super_admin: await aMember({ tenantId, operatorRole: 'super_admin' }),
  };
  for (const [as, { id }] of Object.entries(people)) expect([as, await visitor({ as })]).toEqual([as, id]);
  expect(await visitor({})).toBe(people.owner.id);
});

test('the first visitors of a demo in another language have it made, once, and then sign in to it', async () => {
  const visit = () => call(contract.demoLogin, { body: { language: 'pt_br' } });
  const visits = await Promise.all([visit(), visit(), visit()]);
  for (const { status, body } of visits)
    expect([status, body]).toEqual([200, { isPreparing: true, part: 'connections' }]);
  const { rows } = await owner.query(`select 1 from graphile_worker._private_jobs where key = 'demo:salon:pt_br'`);
  expect(rows).toHaveLength(1);

  const tenantId = await aTenant({ isDemo: true, customerLanguage: 'pt_br' });
  const { id } = await aMember({ tenantId });
  expect(await visitor({ language: 'pt_br' })).toBe(id);
});

test('the demo on the domain of clinics is a clinic, made for its first visitor', async () => {
  await aMember({ tenantId: await aTenant({ isDemo: true }) });
  const visit = () => call(contract.demoLogin, { body: {}, headers: { 'client-host': 'http://medflex.localhost' } });
  expect((await visit()).body).toEqual({ isPreparing: true, part: 'connections' });

  const tenantId = await aTenant({ isDemo: true, brand: 'medflex' });
  const { id } = await aMember({ tenantId });
  const { body } = await visit();
  expect('token' in body && claimsOf(body.token)['sub']).toBe(id);
});
