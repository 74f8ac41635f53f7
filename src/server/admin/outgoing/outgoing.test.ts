import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listAdminUsers } from '#contract/admin/calls.ts';
import { listInstances } from '#contract/admin/instances.ts';
import * as contract from '#contract/admin/outgoing.ts';
import { login } from '#contract/auth/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { countSending } from '#server/delivery/figures/figure-actions.ts';
import { latenessP99 } from '#server/delivery/figures/figure-rules.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { aDraft, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, clock, ctx, owner, signUp } = server;
const { customers, furnish } = ledgerBuilders(owner, ctx.vault);
const salon = await signUp();
const business = await furnish(salon.tenantId);
const operator = await anOperator();
const { token } = operator;

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return { email, ...(await call(login, { body: { email, password } })).body };
}

/** Plans messages of the salon. @returns their ids */
async function planned(count: number, dueAt: Temporal.Instant): Promise<string[]> {
  const people = await customers(business, count);
  const drafts = people.map((customer) => aDraft(business, customer, { dueAt }));
  return (await withTenant(ctx, salon.tenantId, (scope) => planMessages(scope, drafts))).map(({ id }) => id);
}

test('what waits, is late and left is counted by kind and by cabinet; no text of a message is shown', async () => {
  const now = clock.now();
  await planned(3, now.subtract({ minutes: 2 }));
  await planned(2, now.add({ minutes: 20 }));
  await planned(4, now.add({ hours: 3 }));
  for (const [status, minutes] of [
    ['accepted', 1],
    ['failed', 0],
  ] as const) {
    const [id] = await planned(1, now.add({ hours: 5 }));
    await owner.query(
      `with changed as (update messages set status = $3, due_at = $4 where tenant_id = $1 and id = $2 returning sender_id)
       insert into message_changes (tenant_id, message_id, sender_id, status, former_status, at)
       select $1, $2, sender_id, $3, 'sending', $5 from changed`,
      [salon.tenantId, id, status, now.subtract({ minutes }), now],
    );
  }
  await countSending(ctx);
  await countSending(ctx);
  const { body } = await call(contract.getOutgoing, { token });
  const figures = { waiting: 5, late: 3, sentLast5Minutes: 1, sentLastHour: 1, failedLastHour: 1, undecided: 0 };
  expect(body.kinds).toEqual([
    { ...figures, kind: 'dialog360', provider: 'dialog360', latenessP99Seconds: 60, oldestDueAt: expect.any(String) },
  ]);
  const { body: cabinets } = await call(contract.listOutgoingCabinets, { token });
  expect(cabinets.items).toMatchObject([{ ...figures, tenantId: salon.tenantId }]);
  const { body: first } = await call(contract.listLeavingMessages, { token, query: { limit: 1 } });
  const { body: second } = await call(contract.listLeavingMessages, {
    token,
    query: { limit: 1, cursor: first.nextCursor ?? '' },
  });
  expect([...first.items, ...second.items].map(({ status }) => status)).toEqual(['failed', 'accepted']);
  expect(second.nextCursor).toBeNull();
  expect(JSON.stringify(first)).not.toContain('See you');
  const { body: failed } = await call(contract.listLeavingMessages, { token, query: { state: 'failed' } });
  expect(failed.items).toMatchObject([{ status: 'failed', kind: 'dialog360', tenantId: salon.tenantId }]);
});

test('a pause is previewed, set once, shown to the owner, and lifted; both are kept with the admin and the reason', async () => {
  const aim = { aim: 'cabinet', tenantId: salon.tenantId };
  const { body: preview } = await call(contract.previewSendingPause, { token, query: aim });
  expect(preview).toEqual({ channels: 1, messages: 9, expiring: 9, isMore: false });
  const body = { ...aim, reason: 'Complaints about spam', endsAt: clock.now().add({ hours: 2 }).toString() };
  const { body: pause } = await call(contract.pauseSending, { token, body });
  expect(pause).toMatchObject({
    isOpen: true,
    pausedBy: { email: operator.email },
    cabinet: { tenantId: salon.tenantId },
  });
  expect(await call(contract.pauseSending, { token, body })).toMatchObject({
    status: 409,
    body: { code: 'pause.open_already' },
  });
  const { body: shown } = await call(listNotices, { token: salon.token });
  expect(shown.banner).toMatchObject({ kind: 'sending_paused', params: { until: body.endsAt } });
  const { body: others } = await call(listNotices, { token });
  expect(others.banner).toBeNull();
  const lift = { token, params: { pauseId: pause.id }, body: { reason: 'Resolved' } };
  const { body: lifted } = await call(contract.liftSendingPause, lift);
  expect(lifted).toMatchObject({ isOpen: false, lifted: { by: { email: operator.email }, reason: 'Resolved' } });
  expect((await call(contract.liftSendingPause, { ...lift, body: { reason: 'Again' } })).body).toEqual(lifted);
  expect((await call(listNotices, { token: salon.token })).body.banner).toBeNull();
  const { body: open } = await call(contract.listSendingPauses, { token, query: { isOpen: true } });
  expect(open.items).toEqual([]);
  const { body: all } = await call(contract.listSendingPauses, { token });
  expect(all.items).toEqual([lifted]);
});

test('a pause of a provider is shown to owners of its channels alone', async () => {
  const body = { aim: 'provider', provider: 'dialog360', reason: 'Outage', endsAt: null };
  const { body: pause } = await call(contract.pauseSending, { token, body });
  expect((await call(listNotices, { token: salon.token })).body.banner).toMatchObject({ params: { until: null } });
  expect((await call(listNotices, { token })).body.banner).toBeNull();
  await call(contract.liftSendingPause, { token, params: { pauseId: pause.id }, body: { reason: 'Works again' } });
});

test.each([
  [{ aim: 'kind' }, 400, 'request.invalid'],
  [{ aim: 'cabinet', tenantId: randomUUID() }, 404, 'pause.cabinet_not_found'],
  [{ aim: 'all', endsAt: '2020-01-01T00:00:00Z' }, 400, 'request.invalid'],
])('a pause of %o is refused', async (change, status, code) => {
  const body = { reason: 'A test', endsAt: null, ...change };
  expect(await call(contract.pauseSending, { token, body })).toMatchObject({ status, body: { code } });
});

test('channels of all cabinets are found by phone, e-mail, kind and state, page by page', async () => {
  const other = await signUp();
  const { channelId } = await furnish(other.tenantId);
  await owner.query(
    `update channels set kind = 'telegram_bot', state = 'NotAuthorized', trouble = 'wrong_token', address = '@other_bot',
       state_changed_at = state_changed_at + interval '1 minute' where id = $1`,
    [channelId],
  );
  await owner.query(`update channels set address = '+79161112233' where tenant_id = $1`, [salon.tenantId]);
  const found = async (query: Record<string, string | number>) =>
    (await call(listInstances, { token, query })).body.items.map(({ tenantId }) => tenantId);
  expect(await found({})).toEqual([other.tenantId, salon.tenantId]);
  expect(await found({ group: 'chatApiAccounts' })).toEqual([salon.tenantId]);
  expect(await found({ kind: 'telegram_bot', state: 'NotAuthorized' })).toEqual([other.tenantId]);
  expect(await found({ search: '916 111-22' })).toEqual([salon.tenantId]);
  expect(await found({ search: other.email.slice(0, 12) })).toEqual([other.tenantId]);
  expect(await found({ search: '@OTHER' })).toEqual([other.tenantId]);
  const { body: first } = await call(listInstances, { token, query: { limit: 1 } });
  expect(await found({ limit: 1, cursor: first.nextCursor ?? '' })).toEqual([salon.tenantId]);
  const { body: users } = await call(listAdminUsers, { token, query: { search: other.email } });
  expect(first.items[0]).toMatchObject({ trouble: 'wrong_token', owner: { userId: users.items[0]?.id } });
});

test('99 of 100 messages decide how late a kind is', () => {
  expect(latenessP99([0, 0, 0, 0, 0, 0, 0])).toBeNull();
  expect(latenessP99([99, 1, 0, 0, 0, 0, 0])).toBe(5);
  expect(latenessP99([98, 1, 1, 0, 0, 0, 0])).toBe(30);
  expect(latenessP99([90, 0, 0, 0, 0, 0, 10])).toBeNull();
});
