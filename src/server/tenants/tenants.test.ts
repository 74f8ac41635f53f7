import { expect, test } from 'vitest';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { getTenant, raiseNotice, resolveNotice, setTestPhones } from './actions.ts';

const { db, owner } = await testDatabase();
const { aTenant } = builders(owner);
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
const DOWN = { kind: 'channel_down', key: 'channel:1', severity: 'bad', params: { title: 'WhatsApp' } } as const;

const noticesOf = async (tenantId: string) => {
  const { rows } = await owner.query('select key, params, resolved_at from notices where tenant_id = $1', [tenantId]);
  return rows;
};

test('a cabinet is read from its row', async () => {
  const tenantId = await aTenant({ name: 'Bliss', brand: 'quality', timeZone: 'Asia/Almaty', channelLimit: 7 });
  await withTenant({ db }, tenantId, (scope) => setTestPhones(scope, ['+79161234567']));
  expect(await withTenant({ db }, tenantId, getTenant)).toEqual({
    id: tenantId,
    name: 'Bliss',
    brand: 'quality',
    countryId: 1,
    timeZone: 'Asia/Almaty',
    customerLanguage: 'ru',
    currency: 'RUB',
    testPhones: ['+79161234567'],
    paidUntil: null,
    isTrial: true,
    channelLimit: 7,
    isDemo: false,
    verdictMonths: 13,
  });
});

test('a notice is raised once while it is open, however many raise it', async () => {
  const tenantId = await aTenant();
  const raise = () => withTenant({ db }, tenantId, (scope) => raiseNotice(scope, NOW, DOWN));
  const raised = await Promise.all([raise(), raise(), raise(), raise()]);
  expect(raised.filter(Boolean)).toHaveLength(1);
  expect(await noticesOf(tenantId)).toEqual([{ key: 'channel:1', params: { title: 'WhatsApp' }, resolved_at: null }]);
});

test('a notice that was closed can be raised again', async () => {
  const tenantId = await aTenant();
  await withTenant({ db }, tenantId, async (scope) => {
    await raiseNotice(scope, NOW, DOWN);
    expect(await resolveNotice(scope, NOW, DOWN.key)).toBe(true);
    expect(await resolveNotice(scope, NOW, DOWN.key)).toBe(false);
    expect(await raiseNotice(scope, NOW, DOWN)).toBe(true);
  });
  expect(await noticesOf(tenantId)).toHaveLength(2);
});

test("one cabinet's notice is no other's", async () => {
  const [own, other] = [await aTenant(), await aTenant()];
  await withTenant({ db }, own, (scope) => raiseNotice(scope, NOW, DOWN));
  expect(await withTenant({ db }, other, (scope) => raiseNotice(scope, NOW, DOWN))).toBe(true);
  await withTenant({ db }, other, (scope) => resolveNotice(scope, NOW, DOWN.key));
  expect(await noticesOf(own)).toMatchObject([{ resolved_at: null }]);
});

test('a notice is announced to browsers after its commit', async () => {
  const tenantId = await aTenant();
  await withTenant({ db }, tenantId, (scope) => raiseNotice(scope, NOW, DOWN));
  const { rows } = await owner.query('select room from changes where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ room: 'notices' }]);
});
