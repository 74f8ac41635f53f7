import { expect, test } from 'vitest';
import * as contract from '#contract/admin/calls.ts';
import { currentUser, login } from '#contract/auth/calls.ts';
import { getAiBalance } from '#contract/models/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp } = await testServer();
const salon = await signUp();
const operator = await anOperator();

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}
const salonUser = async () => {
  const { body } = await call(contract.listAdminUsers, { token: operator.token, query: { search: salon.email } });
  const user = body.items[0];
  if (!user) throw new Error('the salon is not listed');
  return user;
};
const change = (body: unknown, userId: string) =>
  call(contract.changeAdminUser, { token: operator.token, params: { userId }, body });

test("an admin finds another cabinet's owner by e-mail", async () => {
  expect(await salonUser()).toMatchObject({ email: salon.email, userGuid: salon.tenantId });
});

test('an ordinary owner is refused', async () => {
  const { status } = await call(contract.listAdminUsers, { token: salon.token });
  expect(status).toBe(403);
});

test('the list is paged', async () => {
  await signUp();
  const first = await call(contract.listAdminUsers, { token: operator.token, query: { limit: 1 } });
  const next = await call(contract.listAdminUsers, {
    token: operator.token,
    query: { limit: 1, cursor: first.body.nextCursor ?? '' },
  });
  expect(first.body.items).toHaveLength(1);
  expect(next.body.items[0]?.id).not.toBe(first.body.items[0]?.id);
});

test('messages are set to a number, up and down, and the cabinet sees it', async () => {
  const { id } = await salonUser();
  for (const count of [7, 1200, 0]) {
    expect((await change({ availableMessagesCount: count }, id)).body).toMatchObject({ availableMessagesCount: count });
    const { body } = await call(currentUser, { token: salon.token });
    expect(body.availableNotificationsCount).toBe(count);
  }
});

test.each(['availableRatingsCount', 'availableAiReviewsCount'] as const)(
  '%s is set to a number, up and down; a new cabinet has those of its trial',
  async (field) => {
    const { id, [field]: trial } = await salonUser();
    expect(trial).toBeGreaterThan(0);
    for (const count of [0, 100, 40]) {
      expect((await change({ [field]: count }, id)).body).toMatchObject({ [field]: count });
    }
    expect((await salonUser())[field]).toBe(40);
  },
);

test('the AI balance is set to a sum, up and down, and the cabinet sees it', async () => {
  const { id, aiBalanceMicroUsd } = await salonUser();
  expect(aiBalanceMicroUsd).toBeNull();
  for (const sum of [25_000_000, 0, 3]) {
    expect((await change({ aiBalanceMicroUsd: sum }, id)).body).toMatchObject({ aiBalanceMicroUsd: sum });
    expect((await call(getAiBalance, { token: salon.token })).body.balance).toBe(sum);
  }
});

test('a wrong phone or country is named and changes nothing', async () => {
  const { id } = await salonUser();
  expect(await change({ userPhone: 'call me', fullName: 'Vera' }, id)).toMatchObject({
    status: 400,
    body: { details: { fields: { userPhone: ['phone'] } } },
  });
  expect((await change({ countryId: 99_999 }, id)).status).toBe(400);
  expect((await salonUser()).fullName).not.toBe('Vera');
});

test('an unknown member is not found', async () => {
  expect(await change({}, crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'member.not_found' } });
});

test('a field of the specification that nothing keeps is refused, and changes nothing', async () => {
  const { id } = await salonUser();
  expect(await change({ fullName: 'Nina', balance: 5 }, id)).toMatchObject({
    status: 400,
    body: { details: { fields: { balance: ['not_kept'] } } },
  });
  expect((await salonUser()).fullName).not.toBe('Nina');
});
