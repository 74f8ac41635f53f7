import { expect, test } from 'vitest';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { refusalOfSupport } from './rules.ts';

const [ownId, otherId] = [TenantId.parse(crypto.randomUUID()), TenantId.parse(crypto.randomUUID())];
const admin = { tenantId: ownId, memberId: MemberId.parse(crypto.randomUUID()), isSuper: false };
const user = { tenantId: otherId, operatorRole: null };

test.each([
  ['a member of another cabinet', {}, null],
  ['an admin', { user: { ...user, operatorRole: 'admin' as const } }, 'support.of_admin'],
  ['the own cabinet', { user: { ...user, tenantId: ownId } }, 'support.own_cabinet'],
  ['a cabinet that forbids it', { isAllowed: false }, 'support.not_allowed'],
  [
    'a cabinet that forbids it, as an emergency of an admin',
    { isAllowed: false, isEmergency: true },
    'support.not_allowed',
  ],
  [
    'a cabinet that forbids it, as an emergency of a super-admin',
    { isAllowed: false, isEmergency: true, admin: { ...admin, isSuper: true } },
    null,
  ],
  [
    'a cabinet that forbids it, of a super-admin without an emergency',
    { isAllowed: false, admin: { ...admin, isSuper: true } },
    'support.not_allowed',
  ],
])('entering %s', (_title, change, refusal) => {
  expect(refusalOfSupport({ admin, user, isAllowed: true, isEmergency: false, ...change })).toBe(refusal);
});
