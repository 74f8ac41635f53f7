import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readLink } from './marketplace-links.ts';

const config = readConfig({
  DATABASE_URL: 'postgres://nowhere',
  FRONTDESK_SECRET_KEY: 'a secret of the tests that nobody else knows',
  YCLIENTS_PARTNER_TOKEN: 'test_partner_token',
  YCLIENTS_APPLICATION_IDS: '7001,7002',
  YCLIENTS_SYSTEM_USER_TOKEN: 'system',
  ALTEGIO_PARTNER_TOKEN: 'altegio_partner_token',
  ALTEGIO_APPLICATION_IDS: '8001',
});

/** Example of the reference, section 9. */
const USER_DATA =
  'eyJ1c2VyX2lkIjoxMjMsIm5hbWUiOiJUZXN0IE93bmVyIiwiZW1haWwiOiJvd25lckBleGFtcGxlLmNvbSIsInBob25lIjoiNzk5OTAwMDk5MDAifQ==';
const USER_DATA_SIGN = 'bb681aaa9779da4b6435128bf1d8648ecfc3a6744ddc1c2477706c8199458801';
const SIGNED = `user_data=${encodeURIComponent(USER_DATA)}&user_data_sign=${USER_DATA_SIGN}`;

type RequestedInstall = { kind?: MarketplaceKind; applicationId?: string | null };
const read = (search: string, { kind = 'yclients', applicationId = '7001' }: RequestedInstall = {}) =>
  readLink(config, { kind, applicationId, search });
const refusalOf = (search: string, requested?: RequestedInstall) => {
  try {
    return read(search, requested);
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
};
const signed = (json: string) => {
  const data = encodeURIComponent(Buffer.from(json).toString('base64'));
  return `user_data=${data}&user_data_sign=${createHmac('sha256', 'test_partner_token').update(json).digest('hex')}`;
};

test('the person in the signed data gets a name, e-mail and phone', () => {
  expect(read(`?salon_id=123&${SIGNED}`)).toEqual({
    kind: 'yclients',
    applicationId: '7001',
    branchExternalIds: ['123'],
    person: { name: 'Test Owner', email: 'owner@example.com', phone: '+79990009900' },
  });
  const shouted = SIGNED.replace(USER_DATA_SIGN, USER_DATA_SIGN.toUpperCase());
  expect(read(`?salon_id=123&${shouted}`).person?.name).toBe('Test Owner');
});

test('a plus that was decoded as a space is restored', () => {
  const json = '{"name":"Ω>>>???~~~"}';
  const data = Buffer.from(json).toString('base64');
  expect(data).toContain('+');
  const sign = createHmac('sha256', 'test_partner_token').update(json).digest('hex');
  for (const plus of ['+', '%20', '%2B'])
    expect(read(`?salon_id=1&user_data=${data.replaceAll('+', plus)}&user_data_sign=${sign}`).person?.name).toBe(
      'Ω>>>???~~~',
    );
});

test.each([
  ['?salon_id=123', ['123']],
  ['?salon_ids[]=123&salon_ids[]=456', ['123', '456']],
  ['?salon_ids%5B%5D=123&salon_ids%5B%5D=456', ['123', '456']],
  ['?salon_ids[0]=123&salon_ids[1]=456', ['123', '456']],
  ['?salon_id=123&salon_ids[]=123&salon_ids[]=456', ['123', '456']],
  ['?salon_ids[]=123&salon_ids[]=abc&salon_ids[]=-1', ['123']],
])('%s names branches %j', (search, ids) => {
  expect(read(search).branchExternalIds).toEqual(ids);
});

test.each([
  ['without a signature', `?salon_id=1&user_data=${encodeURIComponent(USER_DATA)}`, 'marketplace.unsigned'],
  ['with an empty signature', `?salon_id=1&user_data=abc&user_data_sign=`, 'marketplace.unsigned'],
  ['with data changed', `?salon_id=1&${SIGNED.replace('eyJ1', 'eyJ2')}`, 'marketplace.wrong_signature'],
  [
    'with a signature of the text',
    `?salon_id=1&user_data=${USER_DATA}&user_data_sign=${createHmac('sha256', 'test_partner_token').update(USER_DATA).digest('hex')}`,
    'marketplace.wrong_signature',
  ],
  ['without a branch', `?${SIGNED}`, 'marketplace.no_branches'],
  ['with a branch that is no number', '?salon_id=x', 'marketplace.no_branches'],
])('an address %s is refused', (_, search, code) => {
  expect(refusalOf(search)).toBe(code);
});

test('data signed with another vendor’s token is refused', () => {
  const altegio = {
    ...config,
    marketplace: { ...config.marketplace, altegio: { ...config.marketplace.altegio, systemUserToken: 'system' } },
  };
  expect(() => readLink(altegio, { kind: 'altegio', applicationId: '8001', search: `?salon_id=1&${SIGNED}` })).toThrow(
    'marketplace.wrong_signature',
  );
});

test('only an application of ours that is configured is accepted; without one in the path the query names it, else it is the first', () => {
  expect(refusalOf('?salon_id=1', { applicationId: '9999' })).toBe('marketplace.unknown_application');
  expect(refusalOf('?salon_id=1', { kind: 'altegio', applicationId: '8001' })).toBe('marketplace.unknown_application');
  expect(read('?salon_id=1&application_id=7002', { applicationId: null }).applicationId).toBe('7002');
  expect(read('?salon_id=1', { applicationId: null }).applicationId).toBe('7001');
});

test('signed data in an undocumented shape is accepted without a person', () => {
  expect(read(`?salon_id=1&${signed('[1,2]')}`).person).toEqual({ name: null, email: null, phone: null });
  expect(read(`?salon_id=1&${signed('no json')}`).person).toEqual({ name: null, email: null, phone: null });
  expect(read(`?salon_id=1&${signed('{"id":7,"name":" Olga ","phone":79161234567,"email":5}')}`).person).toEqual({
    name: 'Olga',
    email: null,
    phone: '+79161234567',
  });
});
