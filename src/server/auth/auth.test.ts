import { expect, test } from 'vitest';
import * as contract from '#contract/auth.ts';
import { claimsOf, testServer } from '#server/testing/http.ts';

const server = await testServer();
const { call, signUp, owner } = server;

const A_REGISTRATION = {
  email: 'Anna@Salon.example',
  password: 'secret-1',
  confirmPassword: 'secret-1',
  phone: '8 916 123-45-67',
  utmTag: 'spring',
  countryId: 1,
  termsAccepted: true,
};

test('a registration makes a cabinet on trial, and signs its owner in', async () => {
  const registered = await call(contract.register, { body: A_REGISTRATION });
  expect(registered.status).toBe(200);
  const me = await call(contract.currentUser, { token: registered.body.token });
  expect(me.status).toBe(200);
  expect(me.body).toMatchObject({
    email: 'anna@salon.example',
    phoneNumber: '+79161234567',
    countryId: 1,
    language: 'ru',
    crms: [],
    memberRole: 'owner',
    role: 'user',
    isEmailConfirmed: false,
    availableNotificationsCount: 500,
    paidUntil: '2026-03-05T08:00:00Z',
  });
  const { rows } = await owner.query('select brand, utm_tag, is_trial, terms_accepted_at, test_phones from tenants');
  expect(rows).toEqual([
    {
      brand: 'main',
      utm_tag: 'spring',
      is_trial: true,
      terms_accepted_at: Temporal.Instant.from('2026-03-02T08:00:00Z'),
      test_phones: ['+79161234567'],
    },
  ]);
});

test('jobs run', async () => {
  await signUp();
  await server.runJobs();
  expect(claimsOf((await signUp()).token)).toMatchObject({ role: 'user' });
});
