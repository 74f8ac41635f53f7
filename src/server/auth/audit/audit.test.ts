import { expect, test } from 'vitest';
import { changeAdminUser } from '#contract/admin/calls.ts';
import { createManager } from '#contract/admin/people.ts';
import { listAllAudit, listAudit } from '#contract/auth/audit.ts';
import { changePassword, changeSettings, login } from '#contract/auth/calls.ts';
import { createApiToken, revokeApiToken } from '#contract/integrations/tokens.ts';
import { createShortLink } from '#contract/links/calls.ts';
import { createSegment } from '#contract/audiences/segments.ts';
import { createAssistant, deleteAssistant } from '#contract/assistants/calls.ts';
import { claimsOf, type SignedUp, testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp } = await testServer();
const salon = await signUp();
const operator = await signUp();
await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [operator.tenantId]);
const { token: adminToken } = (await call(login, { body: operator })).body;

const entriesOf = async ({ token }: Pick<SignedUp, 'token'>, query = {}) =>
  (await call(listAudit, { token, query })).body.items;
const actionsOf = async (cabinet: Pick<SignedUp, 'token'>, query = {}) =>
  (await entriesOf(cabinet, query)).map(({ action }) => action);

test('a sign-in and a wrong password are recorded, with address and device', async () => {
  const own = await signUp();
  await call(login, { body: { email: own.email, password: 'a wrong one' } });
  await expect.poll(() => actionsOf(own)).toEqual(['sign_in.failed', 'sign_in.done', 'cabinet.registered']);
  expect((await entriesOf(own))[1]).toMatchObject({
    actorKind: 'person',
    actorId: claimsOf(own.token)['sub'],
    ip: expect.any(String),
  });
});

test('a changed password is recorded, and no secret of it', async () => {
  const own = await signUp();
  const body = { currentPassword: own.password, newPassword: 'another-one-2', confirmPassword: 'another-one-2' };
  expect(await call(changePassword, { token: own.token, body })).toMatchObject({ status: 200 });
  const { token } = (await call(login, { body: { email: own.email, password: body.newPassword } })).body;
  const [, changed] = await entriesOf({ token });
  expect(changed).toMatchObject({ action: 'password.changed', before: null, after: null });
});

test('settings are recorded with the changed fields alone; those that stay leave no entry', async () => {
  const change = () => call(changeSettings, { token: salon.token, body: { tenantName: 'Lotus' } });
  await change();
  await change();
  const entries = await entriesOf(salon, { area: 'settings' });
  expect(entries).toMatchObject([{ action: 'settings.changed', after: { tenantName: 'Lotus' } }]);
  expect(Object.keys(entries[0]?.before ?? {})).toEqual(['tenantName']);
});

test('what is created and deleted is recorded with its title', async () => {
  const { body } = await call(createAssistant, { token: salon.token, body: { title: 'Rosa', trade: null } });
  await call(deleteAssistant, { token: salon.token, params: { assistantId: body.id } });
  expect(await entriesOf(salon, { area: 'bots' })).toMatchObject([
    { action: 'assistant.deleted', objectKind: 'assistant', objectId: body.id },
    { action: 'assistant.created', objectId: body.id, objectTitle: 'Rosa' },
  ]);
});

test('a token is recorded when it is made and when it is revoked, never itself', async () => {
  const made = await call(createApiToken, { token: salon.token, body: { name: 'Till', scopes: ['contacts'] } });
  const apiTokenId = made.body.token.id;
  await call(revokeApiToken, { token: salon.token, params: { apiTokenId } });
  const entries = await entriesOf(salon, { area: 'settings' });
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'api_token.revoked', objectId: apiTokenId },
    { action: 'api_token.created', objectId: apiTokenId, objectTitle: 'Till', after: { scopes: ['contacts'] } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(made.body.secret);
});

test('a refused call leaves no entry', async () => {
  const before = (await entriesOf(salon)).length;
  await call(createSegment, { token: salon.token, body: {} as never });
  await call(createShortLink, { token: salon.token, body: {} as never });
  expect(await entriesOf(salon)).toHaveLength(before);
});

test('an admin’s change has the fields before and after, in the log of the cabinet', async () => {
  const params = { userId: String(claimsOf(salon.token)['sub']) as never };
  await call(changeAdminUser, { token: adminToken, params, body: { availableMessagesCount: 777, fullName: 'Anna' } });
  const [balance, user] = await entriesOf(salon);
  expect(balance).toMatchObject({
    action: 'balance.changed',
    actorKind: 'admin',
    before: { availableMessagesCount: expect.any(Number) },
    after: { availableMessagesCount: 777 },
    ip: null,
  });
  expect(user).toMatchObject({ action: 'user.changed', after: { fullName: 'Anna' } });
  expect(Object.keys(user?.after ?? {})).toEqual(['fullName']);
});

test('what concerns the operator alone is shown to admins, not to owners', async () => {
  await call(createManager, { token: adminToken, body: { name: 'Ivan' } });
  const all = await call(listAllAudit, { token: adminToken, query: { area: 'support' } });
  expect(all.body.items[0]).toMatchObject({ action: 'manager.created', objectTitle: 'Ivan' });
  expect(await actionsOf({ token: adminToken })).not.toContain('manager.created');
});

test('the log is paged and filtered by person', async () => {
  const first = await call(listAudit, { token: salon.token, query: { limit: 2 } });
  const next = await call(listAudit, { token: salon.token, query: { limit: 2, cursor: first.body.nextCursor ?? '' } });
  const ids = [...first.body.items, ...next.body.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  const memberId = String(claimsOf(adminToken)['sub']);
  expect(new Set((await entriesOf(salon, { memberId })).map((entry) => entry.actorId))).toEqual(new Set([memberId]));
});

test('staff does not read the log', async () => {
  const own = await signUp();
  await owner.query(`update members set role = 'staff' where tenant_id = $1`, [own.tenantId]);
  expect((await call(listAudit, { token: own.token })).status).toBe(403);
});

test.each(['update audit_entries set action = action', 'delete from audit_entries'])(
  'the product may not: %s',
  async (statement) => {
    for (const role of ['frontdesk_app', 'frontdesk_system']) {
      const client = await owner.connect();
      await client.query(`begin; set local role ${role}`);
      await expect(client.query(statement)).rejects.toThrow('permission denied');
      await client.query('rollback');
      client.release();
    }
  },
);
