import { expect, test } from 'vitest';
import { getAdminUser, listAdminUsers } from '#contract/admin/calls.ts';
import { listAllAudit, listAudit, listUserAudit } from '#contract/auth/audit.ts';
import { currentUser, login } from '#contract/auth/calls.ts';
import * as contract from '#contract/auth/support.ts';
import { listApiTokens } from '#contract/integrations/tokens.ts';
import { createShortLink } from '#contract/links/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { setContactPolicy, getContactPolicy } from '#contract/policy/calls.ts';
import { claimsOf, testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp, origin } = await testServer();
const admin = await anOperator('admin');
const superAdmin = await anOperator('super_admin');
const REASON = 'The reminders of Anna stopped';

async function anOperator(role: 'admin' | 'super_admin') {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = $2, full_name = 'Olga' where tenant_id = $1`, [tenantId, role]);
  const { token } = (await call(login, { body: { email, password } })).body;
  return { token, email, password, tenantId, id: String(claimsOf(token)['sub']) };
}

async function aSalon() {
  const salon = await signUp();
  return { ...salon, userId: String(claimsOf(salon.token)['sub']) };
}

const enter = (userId: string, body: object = {}, token = admin.token) =>
  call(contract.enterSupport, { token, params: { userId }, body: { reason: REASON, ...body } });

async function anEntered() {
  const salon = await aSalon();
  const { body } = await enter(salon.userId);
  return { salon, ...body };
}

const change = (token: string) =>
  call(contract.allowSupportChanges, { token, body: { reason: 'Puts the links right' } });

test('an admin sees a cabinet as its owner, and only looks', async () => {
  const { salon, token } = await anEntered();
  expect((await call(currentUser, { token })).body).toMatchObject({ email: salon.email, role: 'user' });
  const { body } = await call(contract.currentSupport, { token });
  expect(body.support).toMatchObject({ reason: REASON, changeSecondsLeft: 0, mayProlong: true });
  expect(body.support?.secondsLeft).toBeGreaterThan(29 * 60);
  const refused = await call(setContactPolicy, {
    token,
    body: (await call(getContactPolicy, { token })).body as never,
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'support.read_only' } });
});

test('a reason of fewer than 10 characters is refused', async () => {
  const { userId } = await aSalon();
  expect((await enter(userId, { reason: 'help   ' })).status).toBe(400);
});

test('changes need a second reason, and end after 15 minutes', async () => {
  const { token, supportSessionId } = await anEntered();
  const link = () => call(createShortLink, { token, body: { title: 'Sale', url: 'https://salon.example/' } as never });
  expect((await link()).status).toBe(403);
  expect((await change(token)).body.support?.changeSecondsLeft).toBeGreaterThan(14 * 60);
  expect((await link()).body).not.toMatchObject({ code: 'support.read_only' });
  await owner.query(`update support_sessions set changes_until = now() - interval '1 second' where id = $1`, [
    supportSessionId,
  ]);
  expect(await link()).toMatchObject({ status: 403, body: { code: 'support.read_only' } });
});

test('secrets, exports and uploads are refused even where changes are allowed', async () => {
  const { token } = await anEntered();
  await change(token);
  expect((await call(listApiTokens, { token })).body).toMatchObject({ code: 'support.forbidden' });
  const headers = { authorization: `Bearer ${token}` };
  const exported = await fetch(`${origin}/api/v1/phones/ignore/export?format=csv&columns=a`, { headers });
  expect(exported.status).toBe(403);
});

test('support never enters its own cabinet, one of an admin, or another from within', async () => {
  expect((await enter(admin.id)).body).toMatchObject({ code: 'support.of_admin' });
  expect((await enter(superAdmin.id)).body).toMatchObject({ code: 'support.of_admin' });
  const { token } = await anEntered();
  const { userId } = await aSalon();
  expect(await enter(userId, {}, token)).toMatchObject({ status: 403 });
  expect((await call(getAdminUser, { token, params: { userId } })).status).toBe(403);
});

test('a second entry of an admin ends the first', async () => {
  const { token } = await anEntered();
  await anEntered();
  expect((await call(currentUser, { token })).status).toBe(401);
});

test.each([
  [
    'the admin loses the right',
    `update members set operator_role = null where id = $1`,
    `update members set operator_role = 'admin' where id = $1`,
  ],
  [
    'the admin is removed',
    `update members set removed_at = now() where id = $1`,
    `update members set removed_at = null where id = $1`,
  ],
  [
    'the own session of the admin ends',
    `update sessions set revoked_at = now() where member_id = $1`,
    `update sessions set revoked_at = null where member_id = $1`,
  ],
])('it ends at once when %s', async (_title, sql, back) => {
  const { token } = await anEntered();
  await owner.query(sql, [admin.id]);
  expect((await call(currentUser, { token })).status).toBe(401);
  await owner.query(back, [admin.id]);
});

test('it runs out, and is prolonged once', async () => {
  const { token, supportSessionId } = await anEntered();
  const { body } = await call(contract.prolongSupport, { token });
  expect(body.support).toMatchObject({ mayProlong: false });
  expect(body.support?.secondsLeft).toBeGreaterThan(59 * 60);
  expect((await call(contract.prolongSupport, { token })).body).toMatchObject({ code: 'support.prolonged' });
  await owner.query(`update support_sessions set expires_at = now() - interval '1 second' where id = $1`, [
    supportSessionId,
  ]);
  expect((await call(currentUser, { token })).status).toBe(401);
});

test('its own End and the End of the list revoke it', async () => {
  const first = await anEntered();
  await call(contract.endSupport, { token: first.token });
  expect((await call(currentUser, { token: first.token })).status).toBe(401);
  const second = await anEntered();
  const params = { supportSessionId: second.supportSessionId };
  expect((await call(contract.stopSupportSession, { token: superAdmin.token, params })).status).toBe(200);
  expect((await call(currentUser, { token: second.token })).status).toBe(401);
  const { body } = await call(contract.listSupportSessions, {
    token: admin.token,
    query: { userId: second.salon.userId as never },
  });
  expect(body.items).toMatchObject([{ adminName: 'Olga', endedBy: 'Olga', isRunning: false, reason: REASON }]);
});

test('the owner gets a notice and an entry with both names', async () => {
  const { salon } = await anEntered();
  const { body } = await call(listNotices, { token: salon.token });
  expect(JSON.stringify(body)).toContain('support_entered');
  const log = await call(listAudit, { token: salon.token, query: { area: 'support' } });
  expect(log.body.items[0]).toMatchObject({
    action: 'support.entered',
    actorKind: 'admin',
    actorName: 'Olga',
    onBehalfOfName: expect.any(String),
    isOfSupport: true,
    after: { reason: REASON },
    ip: null,
  });
});

test('an owner may forbid it: running sessions end, and only a super-admin enters, as an emergency', async () => {
  const { salon, token } = await anEntered();
  const rule = { token: salon.token, body: { isAllowed: false } };
  expect((await call(contract.setSupportRule, rule)).body).toEqual({ isAllowed: false });
  expect((await call(currentUser, { token })).status).toBe(401);
  expect((await enter(salon.userId, { isEmergency: true })).body).toMatchObject({ code: 'support.not_allowed' });
  expect((await enter(salon.userId, {}, superAdmin.token)).body).toMatchObject({ code: 'support.not_allowed' });
  const entered = await enter(salon.userId, { isEmergency: true }, superAdmin.token);
  expect((await call(currentUser, { token: entered.body.token })).status).toBe(200);
  const { body } = await call(listAudit, { token: salon.token, query: { area: 'support' } });
  expect(body.items[0]).toMatchObject({ action: 'support.entered_as_emergency' });
});

test('every entry of a support session has the name of the admin', async () => {
  const { rows } = await owner.query(
    `select action from audit_entries where support_session is not null and (actor_kind <> 'admin' or actor is null or on_behalf_of is null)`,
  );
  expect(rows).toEqual([]);
});

test('an admin reads the log of one cabinet and of all', async () => {
  const { salon } = await anEntered();
  const own = await call(listUserAudit, { token: admin.token, params: { userId: salon.userId as never } });
  expect(own.body.items.map(({ action }) => action)).toEqual(['support.entered', 'sign_in.done', 'cabinet.registered']);
  const all = await call(listAllAudit, { token: admin.token, query: { actorId: admin.id as never, limit: 5 } });
  expect(all.body.items).toHaveLength(5);
  expect(all.body.nextCursor).toEqual(expect.any(String));
  expect((await call(listAllAudit, { token: salon.token })).status).toBe(403);
  expect((await call(listAdminUsers, { token: admin.token })).status).toBe(200);
});
