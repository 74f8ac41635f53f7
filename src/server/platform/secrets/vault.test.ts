import { expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import { newTenantToken, tenantOfToken } from './tenant-token.ts';
import { openVault } from './vault.ts';

const [own, foreign] = [TenantId.parse(crypto.randomUUID()), TenantId.parse(crypto.randomUUID())];
const vault = openVault('0'.repeat(64));

test('a sealed secret opens for its tenant alone, and not when a bit was changed', () => {
  const box = vault.seal(own, { apiKey: 'secret' });
  expect(vault.open(own, box)).toEqual({ apiKey: 'secret' });
  expect(() => vault.open(foreign, box)).toThrow();
  box[box.length - 1] = (box.at(-1) ?? 0) ^ 1;
  expect(() => vault.open(own, box)).toThrow();
});

test('another key opens nothing', () => {
  expect(() => openVault('1'.repeat(64)).open(own, vault.seal(own, 1))).toThrow();
});

test('signatures differ by purpose', () => {
  expect(vault.sign('one', 'text')).not.toEqual(vault.sign('other', 'text'));
});

test('a tenant token contains its tenant, and nothing else is one', () => {
  expect(tenantOfToken(newTenantToken(own))).toBe(own);
  for (const text of ['', 'abc', 'x'.repeat(54), `${newTenantToken(own)}=`, '../../etc'])
    expect(tenantOfToken(text)).toBeNull();
});
