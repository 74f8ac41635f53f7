import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const NEEDED = { DATABASE_URL: 'postgres://localhost/frontdesk', FRONTDESK_SECRET_KEY: 'k'.repeat(64) };
const hostsWith = (env: Record<string, string>) => readConfig({ ...NEEDED, ...env }).brandHosts;

test('a deployment chooses the brand of its address by a setting', () => {
  expect(hostsWith({ PUBLIC_URL: 'https://clinic.example', BRAND: 'medflex' })).toEqual({
    'clinic.example': 'medflex',
  });
  expect(hostsWith({ PUBLIC_URL: 'https://app.frontdesk.example', BRAND: 'quality' })).toEqual({
    'app.frontdesk.example': 'quality',
  });
  expect(hostsWith({ BRAND: 'dashboard' })).toEqual({ localhost: 'dashboard' });
});

test('without the setting its address is the main brand, or the one the table names', () => {
  expect(hostsWith({ PUBLIC_URL: 'https://salon.example' })).toEqual({ 'salon.example': 'main' });
  expect(hostsWith({ PUBLIC_URL: 'https://medflex.frontdesk.example' })).toEqual({});
});

test('hosts of brands go before the chosen brand, and an unknown brand is named', () => {
  expect(
    hostsWith({ PUBLIC_URL: 'https://salon.example', BRAND: 'quality', BRAND_HOSTS: 'region=salon.example' }),
  ).toEqual({ 'salon.example': 'region' });
  expect(() => hostsWith({ BRAND: 'salon' })).toThrow(/BRAND/);
});
