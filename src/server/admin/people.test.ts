import { expect, test } from 'vitest';
import { changeAdminUser, getAdminUser, listAdminUsers } from '#contract/admin/calls.ts';
import * as contract from '#contract/admin/people.ts';
import { login } from '#contract/auth/calls.ts';
import { getAiBalance } from '#contract/models/calls.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, owner, signUp } = server;
const build = builders(owner, server.ctx.vault);
const salon = await signUp();
const { token } = await anOperator();
const userId = await idOf(salon.email);
const params = { userId };

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}
async function idOf(search: string) {
  const { body } = await call(listAdminUsers, { token, query: { search } });
  return body.items[0]?.id ?? expect.fail(search);
}

test('a person is found by digits of the phone and by part of the name', async () => {
  await call(changeAdminUser, { token, params, body: { userPhone: '+79035550147', fullName: 'Вера Ильина' } });
  expect(await idOf('903 555 01')).toBe(userId);
  expect(await idOf('ильин')).toBe(userId);
  const { body } = await call(listAdminUsers, { token, query: { search: '%' } });
  expect(body.items).toEqual([]);
});

test('managers are given to a cabinet; one who left is still named', async () => {
  const { body: anna } = await call(contract.createManager, { token, body: { name: 'Anna' } });
  const { body: boris } = await call(contract.createManager, { token, body: { name: 'Boris' } });
  const info = { firstLineManagerId: anna.id, secondLineManagerId: boris.id };
  await call(contract.saveLeadInfo, { token, params, body: info });
  await call(contract.changeManager, { token, params: { managerId: anna.id }, body: { isFired: true } });
  expect((await call(contract.getLeadInfo, { token, params })).body).toEqual(info);
  const { body: managers } = await call(contract.listManagers, { token });
  expect(managers.map(({ name, isFired }) => [name, isFired])).toEqual([
    ['Boris', false],
    ['Anna', true],
  ]);
  const unknown = { firstLineManagerId: contract.ManagerId.parse(crypto.randomUUID()), secondLineManagerId: null };
  expect(await call(contract.saveLeadInfo, { token, params, body: unknown })).toMatchObject({
    status: 404,
    body: { code: 'manager.not_found' },
  });
});

test('a cabinet shows what is connected to it', async () => {
  const { tenantId } = salon;
  await build.aChannel({ tenantId, title: 'WhatsApp' });
  const { id: connectionId } = await build.aConnection({ tenantId });
  await build.aBranch({ tenantId, connectionId });
  const { body } = await call(contract.getUserAccounts, { token, params });
  expect(body.chatApiAccounts).toMatchObject([{ title: 'WhatsApp', status: expect.any(String) }]);
  expect(body.yclientsCompanies).toHaveLength(1);
  const plain = await call(contract.listUserCompanies, { token, params });
  expect(plain.body).toMatchObject([{ status: null }]);
  const named = await call(contract.listUserCompanies, { token, params, query: { withStatus: 'true' } });
  expect(named.body).toMatchObject([{ status: 'working' }]);
});

test('marks of a cabinet and the phone of a person are kept', async () => {
  const body = { isDuplication: true, isYclientsSmsOneTariffEnabled: true };
  await call(changeAdminUser, { token, params, body });
  await call(contract.changeUserPhone, { token, query: { userId }, body: { userPhone: '+79161234568' } });
  expect((await call(getAdminUser, { token, params })).body).toMatchObject({ ...body, phone: '+79161234568' });
  await call(changeAdminUser, { token, params, body: { isDuplication: false } });
  expect((await call(getAdminUser, { token, params })).body).toMatchObject({ ...body, isDuplication: false });
});

test('dialogues cannot be given where no model has a price', async () => {
  const body = { count: 100, date: '2026-03-02' };
  expect(await call(contract.grantDialogues, { token, params, body })).toMatchObject({
    status: 409,
    body: { code: 'dialogue_price.unknown' },
  });
  expect((await call(contract.listDialogueGrants, { token, params })).body).toEqual([]);
});

test('given dialogues add their price to the AI balance, once', async () => {
  Object.assign(server.ctx.config.ai, twoProviders('http://127.0.0.1:9'));
  const before = (await call(getAiBalance, { token: salon.token })).body;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { count: 200, date: '2026-03-02' };
  const given = await call(contract.grantDialogues, { token, params, body, headers });
  await call(contract.grantDialogues, { token, params, body, headers });
  const price = before.models[0]?.pricePer100Dialogues ?? 0;
  expect(given.body).toMatchObject({ ...body, amountMicroUsd: 2 * price });
  const { body: after } = await call(getAiBalance, { token: salon.token });
  expect(after.balance).toBe(before.balance + 2 * price);
  expect((await call(contract.listDialogueGrants, { token, params })).body).toHaveLength(1);
});

test('only people of the operator may call', async () => {
  expect((await call(contract.listManagers, { token: salon.token })).status).toBe(403);
  expect((await call(contract.getUserAccounts, { token: salon.token, params })).status).toBe(403);
});

test('an operator makes a person a test user, and takes it back', async () => {
  for (const isTestUser of [true, false]) {
    const { body } = await call(changeAdminUser, { token, params, body: { isTestUser } });
    expect(body.isTestUser).toBe(isTestUser);
    expect((await call(getAdminUser, { token, params })).body.isTestUser).toBe(isTestUser);
  }
});
