import { expect, test } from 'vitest';
import { listAdminUsers } from '#contract/admin/calls.ts';
import * as contract from '#contract/admin/clients.ts';
import * as people from '#contract/admin/people.ts';
import { login } from '#contract/auth/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, owner, signUp } = server;
const build = builders(owner, server.ctx.vault);
const now = server.clock.now();
const { token } = await anOperator();

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}

async function aClient() {
  const { tenantId, email, token: ownToken } = await signUp();
  const { body } = await call(listAdminUsers, { token, query: { search: email } });
  return { tenantId, email, ownToken, userId: body.items[0]?.id ?? expect.fail(email) };
}

const list = async (query: { step?: 'channel' | 'connection'; days?: 7; limit?: number; cursor?: string } = {}) =>
  (await call(contract.listNewClients, { token, query: { days: 7, ...query } })).body;

async function clientOf(tenantId: string) {
  const { items } = await list({ limit: 100 });
  return items.find(({ userGuid }) => userGuid === tenantId);
}

test('a new client stands at the first step that is not done, since the last one that is', async () => {
  const { tenantId } = await aClient();
  await owner.query(`update members set email_confirmed_at = $2 where tenant_id = $1`, [tenantId, now.toString()]);
  expect(await clientOf(tenantId)).toMatchObject({ step: 'channel', channelAt: null });

  const at = now.toString();
  await build.aChannel({ tenantId, createdAt: at });
  expect(await clientOf(tenantId)).toMatchObject({ step: 'connection', since: at });

  await build.aConnection({ tenantId, createdAt: at });
  expect(await clientOf(tenantId)).toMatchObject({ step: 'test' });

  const { id: flowId } = await build.aFlow({ tenantId, mode: 'test', lastStartedAt: at, createdAt: at });
  expect(await clientOf(tenantId)).toMatchObject({ step: 'live', testAt: at });

  await owner.query(`update flows set mode = 'combat', live_since = $2 where id = $1`, [flowId, at]);
  expect(await clientOf(tenantId)).toMatchObject({ step: 'sent', liveAt: at });

  await build.aMessage({ tenantId, senderId: flowId, status: 'sent', acceptedAt: at, dueAt: at });
  expect(await clientOf(tenantId)).toMatchObject({ step: 'paid', sentAt: at });

  await owner.query(
    `insert into paid_tariffs (tenant_id, id, tariff_id, units, begins_at, ends_at, key) values ($1, $2, 1, 1, $3, $4, 'k')`,
    [tenantId, crypto.randomUUID(), at, now.add({ hours: 720 }).toString()],
  );
  expect(await clientOf(tenantId)).toMatchObject({ step: 'done', paidAt: at });
});

test('new clients are counted by step, filtered and paged by key', async () => {
  const made = [await aClient(), await aClient(), await aClient()];
  await owner.query(`update members set email_confirmed_at = now() where tenant_id = any ($1)`, [
    made.map(({ tenantId }) => tenantId),
  ]);
  const first = await list({ step: 'channel', limit: 2 });
  expect(first.items).toHaveLength(2);
  expect(first.items.every(({ step }) => step === 'channel')).toBe(true);
  const second = await list({ step: 'channel', limit: 2, cursor: first.nextCursor ?? '' });
  expect(second.counts).toBeNull();
  const ids = [...first.items, ...second.items].map(({ userGuid }) => userGuid);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(made.map(({ tenantId }) => tenantId)));
  const counted = first.counts?.find(({ step }) => step === 'channel')?.count ?? 0;
  expect(counted).toBeGreaterThanOrEqual(3);
});

test('a new client has the manager and the contacts of the owner', async () => {
  const { tenantId, userId, email } = await aClient();
  const { body: anna } = await call(people.createManager, { token, body: { name: 'Anna' } });
  await call(people.saveLeadInfo, {
    token,
    params: { userId },
    body: { firstLineManagerId: anna.id, secondLineManagerId: null },
  });
  expect(await clientOf(tenantId)).toMatchObject({ managerName: 'Anna', email, userId });
});

test('a branch is found by its number in all cabinets that have it, and by our id', async () => {
  const [one, two] = [await aClient(), await aClient()];
  const externalId = '778899';
  const { id, connectionId } = await build.aBranch({ tenantId: one.tenantId, externalId, title: 'First' });
  await build.aBranch({ tenantId: two.tenantId, externalId, title: 'Second', isActive: false });
  await build.aVisit({ tenantId: one.tenantId, branchId: id, startsAt: now.toString() });
  const find = async (companyId: string) =>
    (await call(contract.findCompanies, { token, query: { companyId } })).body.companies;
  expect(await find(externalId)).toMatchObject([
    { userId: one.userId, branch: { title: 'First' }, connection: { id: connectionId }, today: { visits: 1, sent: 0 } },
    { userId: two.userId, branch: { title: 'Second', isActive: false } },
  ]);
  expect(await find(id)).toMatchObject([{ branch: { id } }]);
  expect(await find('no such number')).toEqual([]);
});

test('people are found by state, tariff, and any part of what they entered; and counted', async () => {
  const { tenantId, email, userId } = await aClient();
  const users = async (query: { search?: string; state?: 'active' | 'trial'; tariff?: number }) =>
    (await call(listAdminUsers, { token, query })).body;
  const middle = email.slice(2, 12);
  expect((await users({ search: middle.toUpperCase() })).items).toContainEqual(expect.objectContaining({ id: userId }));
  expect((await users({ search: email })).total).toEqual({ count: 1, isMore: false });
  await owner.query(`update members set phone = '+79035550177' where tenant_id = $1`, [tenantId]);
  expect((await users({ search: '8 (903) 555-01-77' })).items).toMatchObject([{ id: userId }]);
  expect((await users({ search: '%' })).items).toEqual([]);
  await owner.query(
    `insert into paid_tariffs (tenant_id, id, tariff_id, units, begins_at, ends_at, key) values ($1, $2, 7, 1, $3, $4, 'k')`,
    [tenantId, crypto.randomUUID(), now.subtract({ hours: 1 }).toString(), now.add({ hours: 720 }).toString()],
  );
  expect((await users({ tariff: 7 })).items).toMatchObject([{ id: userId, tariffIds: [7] }]);
  await owner.query(`update tenants set paid_until = $2 where id = $1`, [tenantId, now.add({ hours: 24 }).toString()]);
  expect((await users({ search: email, state: 'active' })).items).toMatchObject([{ state: 'active' }]);
  expect((await users({ search: email, state: 'trial' })).items).toEqual([]);
});

test('only people of the operator may read them', async () => {
  const { ownToken } = await aClient();
  expect((await call(contract.listNewClients, { token: ownToken })).status).toBe(403);
  expect((await call(contract.findCompanies, { token: ownToken, query: { companyId: '1' } })).status).toBe(403);
});
