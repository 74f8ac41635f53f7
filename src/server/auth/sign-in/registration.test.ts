import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { ABILITIES } from '#contract/billing/tariffs.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { claimsOf, testServer } from '#server/testing/server/http.ts';

const { call, origin, owner, signUp } = await testServer({
  rooms: ['tenants', 'auth', 'billing'],
  hasRealPasswords: true,
});
const { aMember } = builders(owner);

const A_REGISTRATION = {
  email: 'anna@salon.example',
  password: 'secret-1',
  confirmPassword: 'secret-1',
  phone: '8 916 123-45-67',
  utmTag: 'spring',
  countryId: 1,
  termsAccepted: true,
};
const register = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call(contract.register, { body: { ...A_REGISTRATION, ...change }, headers });

test('a registration makes a cabinet on trial, and signs its owner in', async () => {
  const registered = await register({ email: ' Anna@Salon.Example ' });
  expect(registered.status).toBe(200);
  expect(claimsOf(registered.body.token)).toMatchObject({ role: 'user', member_role: 'owner' });
  const { exp, iat } = claimsOf(registered.body.token);
  expect(Number(exp) - Number(iat)).toBe(600);

  const me = await call(contract.currentUser, { token: registered.body.token });
  expect(me.body).toEqual({
    id: expect.any(String),
    email: 'anna@salon.example',
    phoneNumber: '+79161234567',
    chatApiInstanceLimit: 10,
    isTestUser: false,
    crms: [],
    language: 'ru',
    countryId: 1,
    notSendWeeklyYclientsReports: false,
    notSendWeeklyIikoReports: false,
    availableNotificationsCount: 500,
    memberRole: 'owner',
    role: 'user',
    isPartner: false,
    isEmailConfirmed: false,
    timeZone: 'Europe/Moscow',
    tenantName: 'anna',
    tenantTimeZone: 'Europe/Moscow',
    abilities: [...ABILITIES],
    isTrial: true,
    isSecondFactorMissing: false,
    isPhoneConfirmed: false,
    canConfirmPhone: false,
    paidUntil: '2026-03-05T08:00:00Z',
  });
  const end = await call(contract.nearestPaymentEndDate, { token: registered.body.token });
  expect(end.body).toEqual({ nearestPaymentEndDateUnixTime: 1_772_697_600, isTrial: true });
  const { rows } = await owner.query(
    'select brand, utm_tag, terms_accepted_at, test_phones from tenants where id = $1',
    [claimsOf(registered.body.token)['tenant']],
  );
  expect(rows).toEqual([
    {
      brand: 'main',
      utm_tag: 'spring',
      terms_accepted_at: Temporal.Instant.from('2026-03-02T08:00:00Z'),
      test_phones: ['+79161234567'],
    },
  ]);
});

test('a registration keeps its language, time zone, country and brand', async () => {
  const registered = await register(
    {
      email: 'joao@salon.example',
      phone: '11 91234-5678',
      countryId: 55,
      language: 'pt_br',
      timeZone: 'America/Sao_Paulo',
    },
    { 'x-client-host': 'https://quality.frontdesk.example' },
  );
  const me = await call(contract.currentUser, { token: registered.body.token });
  expect(me.body).toMatchObject({
    language: 'pt_br',
    timeZone: 'America/Sao_Paulo',
    countryId: 55,
    phoneNumber: '+5511912345678',
  });
  const { rows } = await owner.query('select brand, currency, customer_language from tenants where id = $1', [
    claimsOf(registered.body.token)['tenant'],
  ]);
  expect(rows).toEqual([{ brand: 'quality', currency: 'BRL', customer_language: 'pt_br' }]);
});

test("a caller that asks its people itself registers with the specification's payload", async () => {
  const registered = await register({
    email: 'plain@salon.example',
    termsAccepted: undefined,
    clientHost: 'http://app.localhost',
  });
  expect(registered.status).toBe(200);
  const bare = { email: 'bare@salon.example', utmTag: null, countryId: null, clientHost: null };
  expect((await register(bare)).status).toBe(200);
  const { rows } = await owner.query('select terms_accepted_at from tenants where id = $1', [
    claimsOf(registered.body.token)['tenant'],
  ]);
  expect(rows).toEqual([{ terms_accepted_at: null }]);
});

test('an e-mail in use is refused, in any case', async () => {
  const { email } = await aMember();
  expect(await register({ email: email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'auth.user_exists' },
  });
});

test('concurrent registrations of one e-mail create one cabinet', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => register({ email: 'race@salon.example' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  const { rows } = await owner.query(
    `select count(*)::int as members, (select count(*)::int from tenants where name = 'race') as tenants
     from members where email = 'race@salon.example'`,
  );
  expect(rows).toEqual([{ members: 1, tenants: 1 }]);
});

test.each([
  [{ email: '' }, { email: ['required'] }],
  [{ email: 'anna' }, { email: ['email'] }],
  [{ email: `${'a'.repeat(250)}@x.ru` }, { email: ['too_long'] }],
  [{ password: '12345', confirmPassword: '12345' }, { password: ['password_short'] }],
  [{ password: 'п4роль-длинный', confirmPassword: 'п4роль-длинный' }, { password: ['password_cyrillic'] }],
  [{ password: 'pass\u0501word', confirmPassword: 'pass\u0501word' }, { password: ['password_cyrillic'] }],
  [{ password: 'with space', confirmPassword: 'with space' }, { password: ['password_spaces'] }],
  [{ password: 'x'.repeat(50), confirmPassword: 'x'.repeat(50) }, { password: ['password_long'] }],
  [{ confirmPassword: 'other-one' }, { confirmPassword: ['password_mismatch'] }],
  [{ phone: '' }, { phone: ['required'] }],
  [{ phone: '12345' }, { phone: ['phone'] }],
  [{ termsAccepted: false }, { termsAccepted: ['terms'] }],
  [{ timeZone: '+3' }, { timeZone: ['time_zone'] }],
  [{ countryId: 99_999 }, { countryId: ['unknown'] }],
])('%o is refused on its field', async (change, fields) => {
  expect(await register({ email: 'wrong@salon.example', ...change })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', details: { fields } },
  });
});

test('a password of 6 and one of 49 characters are taken', async () => {
  for (const length of [6, 49]) {
    const password = 'x'.repeat(length);
    const answer = await register({ email: `p${length}@salon.example`, password, confirmPassword: password });
    expect(answer.status).toBe(200);
  }
});

test('paths are matched without regard to case, and a body that is no JSON is 400', async () => {
  const { token } = await signUp();
  const lower = await fetch(`${origin}/api/v1/account/currentuser`, { headers: { authorization: `Bearer ${token}` } });
  expect(lower.status).toBe(200);
  const broken = await fetch(`${origin}/API/V1/ACCOUNT/REGISTER`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":',
  });
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ code: 'request.invalid' });
});

test('the password is stored as Argon2id', async () => {
  const { tenantId } = await signUp();
  const { rows } = await owner.query('select password_hash from members where tenant_id = $1', [tenantId]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/);
});
