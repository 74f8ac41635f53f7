import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TenantId } from '#contract/tenants/ids.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { type TenantScope, withTenant } from './db.ts';
import { assignExternalId, type ExternalIdClaim, releaseExternalId, reserveExternalId } from './external-ids.ts';

const { db, owner } = await testDatabase();
const { aTenant } = builders(owner);

test('an external id that one tenant has reserved no other can reserve or be given, until it is released', async () => {
  const [first, second] = [await aTenant(), await aTenant()];
  const [installId, connectionId] = [randomUUIDv7(), randomUUIDv7()];
  const as = <T>(
    tenantId: TenantId,
    work: (scope: TenantScope, claim: ExternalIdClaim) => Promise<T>,
    sourceId: string = randomUUIDv7(),
  ) => withTenant({ db }, tenantId, (scope) => work(scope, { kind: 'yclients', name: '4564', sourceId }));
  expect(await as(first, reserveExternalId, installId)).toBe(true);
  expect(await as(first, reserveExternalId)).toBe(true);
  expect(await as(second, reserveExternalId)).toBe(false);
  expect(await as(second, assignExternalId)).toBe(false);

  expect(await as(first, assignExternalId, connectionId)).toBe(true);
  await as(second, releaseExternalId, connectionId);
  await as(first, releaseExternalId, installId);
  expect(await as(second, assignExternalId)).toBe(false);
  await as(first, releaseExternalId, connectionId);
  expect(await as(second, assignExternalId)).toBe(true);
});
