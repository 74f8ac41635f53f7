import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConnectionId } from '#contract/connections.ts';
import { InstallId } from '#contract/marketplace.ts';
import { withTenant } from '#server/platform/db.ts';
import { builders } from '#server/testing/builders.ts';
import { testDatabase } from '#server/testing/database.ts';
import { giveBranch, leaveBranch, reserveBranch } from './application-queries.ts';

const { db, owner } = await testDatabase();
const { aTenant } = builders(owner);
const branch = { kind: 'yclients', externalId: '4564' } as const;
const aSource = () => randomUUIDv7();

test('a branch that one cabinet keeps no other can keep or be given, until it is left', async () => {
  const [first, second] = [await aTenant(), await aTenant()];
  const [installId, connectionId] = [InstallId.parse(aSource()), ConnectionId.parse(aSource())];
  expect(await withTenant(db, first, (scope) => reserveBranch(scope, branch, installId))).toBe(true);
  expect(await withTenant(db, first, (scope) => reserveBranch(scope, branch, InstallId.parse(aSource())))).toBe(true);
  expect(await withTenant(db, second, (scope) => reserveBranch(scope, branch, InstallId.parse(aSource())))).toBe(false);
  expect(await withTenant(db, second, (scope) => giveBranch(scope, branch, ConnectionId.parse(aSource())))).toBe(false);

  expect(await withTenant(db, first, (scope) => giveBranch(scope, branch, connectionId))).toBe(true);
  await withTenant(db, second, (scope) => leaveBranch(scope, branch, connectionId));
  await withTenant(db, first, (scope) => leaveBranch(scope, branch, installId));
  expect(await withTenant(db, second, (scope) => giveBranch(scope, branch, ConnectionId.parse(aSource())))).toBe(false);
  await withTenant(db, first, (scope) => leaveBranch(scope, branch, connectionId));
  expect(await withTenant(db, second, (scope) => giveBranch(scope, branch, ConnectionId.parse(aSource())))).toBe(true);
});
