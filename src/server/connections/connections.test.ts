import { beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, currentUser } from '#contract/auth/calls.ts';
import {
  connectBranches,
  getConnection,
  listConnections,
  offerBranches,
  removeConnection,
  restoreConnection,
  resyncConnection,
  type OfferBody,
  setBranchActive,
} from '#contract/connections/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { platformSalon, SALONS } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connectTo, reset } = await platformSalon();
const { call, owner: db } = server;
const HOUR = { hours: 1, minutes: 1 };

beforeEach(reset);

const stateOf = async (owner: SignedUp) => {
  const { connections } = (await call(listConnections, { token: owner.token })).body;
  return connections[0]!;
};

describe.each(Object.values(SALONS))('$vendor', (salon) => {
  const { vendor, companyId, otherId } = salon;
  const [first, second] = [String(companyId), String(otherId)];
  const connect = (branchExternalIds?: string[]) => connectTo(salon, branchExternalIds);
  const webhooksOf = async (branchId: number): Promise<string[]> => {
    const address = `${world.url}/${vendor}/api/v1/hooks_settings/${branchId}`;
    const answer = await fetch(address, { headers: salon.headers });
    return ((await answer.json()) as { data: { urls: string[] } }).data.urls;
  };
  const connectAs = async ({ token }: SignedUp, branchExternalIds: string[]): Promise<void> => {
    const { ticket } = (await call(offerBranches, { token, body: salon.login })).body;
    const connected = await call(connectBranches, { token, body: { kind: vendor, ticket, branchExternalIds } });
    expect(connected.status).toBe(200);
  };

  test('branches are offered, chosen and read, and our address is among their webhooks', async () => {
    const owner = await server.signUp();
    const offer = await call(offerBranches, { token: owner.token, body: salon.login });
    expect(offer.body.branches).toEqual(salon.branches);
    expect(offer.body.ticket).not.toContain(salon.userToken);

    const body = { kind: vendor, ticket: offer.body.ticket, branchExternalIds: [first, second] };
    const connected = await call(connectBranches, { token: owner.token, body });
    expect(connected.body).toMatchObject({
      kind: vendor,
      title: salon.owner,
      state: 'working',
      trouble: null,
    });
    await server.runJobs();

    const connection = await stateOf(owner);
    const read = { isActive: true, webhooksState: 'set', isLicenceActive: true, missingRights: [] };
    const expected = salon.branches.map(({ title, city }, nth) => ({ title, city, ...salon.details[nth], ...read }));
    expect(connection.branches.toSorted((a, b) => a.externalId.localeCompare(b.externalId))).toMatchObject(expected);
    expect(connection.branches[0]?.syncedAt).not.toBeNull();
    expect(await webhooksOf(companyId)).toEqual([connection.webhookUrl]);
  });

  test('a full reading shows its start, its progress and its end', async () => {
    const owner = await connect([first]);
    const params = { connectionId: owner.connection.id };
    const started = (await call(resyncConnection, { token: owner.token, params })).body.branches[0];
    expect(started).toMatchObject({ syncBeganAt: server.clock.now().toString(), syncReadCount: 0 });
    await server.runJobs();
    const { syncBeganAt, syncReadCount } = (await stateOf(owner)).branches[0]!;
    const { rows } = await db.query<{ count: number }>('select count(*)::int from visits where tenant_id = $1', [
      owner.tenantId,
    ]);
    expect(syncBeganAt).toBeNull();
    expect(syncReadCount).toBe(rows[0]?.count);
  });

  test('a wrong password and an unreachable service are each reported', async () => {
    const owner = await server.signUp();
    const wrong = await call(offerBranches, {
      token: owner.token,
      body: { ...salon.login, password: 'guess' },
    });
    expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([
      422,
      'connection.check_failed',
      { trouble: 'wrong_login', text: 'Не удалось авторизоваться: неверный логин или пароль' },
    ]);
    await world.control('POST', '/fault', { channel: vendor, action: 'http', status: 503, times: 1 });
    const away = await call(offerBranches, { token: owner.token, body: salon.login });
    expect([away.status, away.body.code]).toEqual([503, 'provider.unreachable']);
  });

  test('a ticket is valid for the cabinet it was made for, and for an hour', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const { ticket } = (await call(offerBranches, { token: owner.token, body: salon.login })).body;
    const use = (token: string, branchExternalIds = [first]) =>
      call(connectBranches, { token, body: { kind: vendor, ticket, branchExternalIds } });
    expect((await use(other.token)).body).toMatchObject({ code: 'connection.check_failed' });
    expect((await use(owner.token, ['1'])).body).toMatchObject({ code: 'connection.check_failed' });
    await server.clock.advance(HOUR);
    const late = await call(connectBranches, {
      token: (await server.signUp()).token,
      body: { kind: vendor, ticket, branchExternalIds: [first] },
    });
    expect(late.body).toMatchObject({ code: 'connection.check_failed', details: { trouble: 'token_expired' } });
  });

  test('choosing again adds and drops branches of the same connection', async () => {
    const owner = await connect([first]);
    const before = await stateOf(owner);
    const { ticket } = (await call(offerBranches, { token: owner.token, body: salon.login })).body;
    const again = await call(connectBranches, {
      token: owner.token,
      body: { kind: vendor, ticket, branchExternalIds: [second] },
    });
    await server.runJobs();
    expect(again.body.id).toBe(before.id);
    expect((await stateOf(owner)).branches.map((branch) => branch.externalId)).toEqual([second]);
    expect(await webhooksOf(companyId)).not.toContain(before.webhookUrl);
    expect(await webhooksOf(otherId)).toContain(before.webhookUrl);
  });

  test('a branch that another connection of the cabinet has is not connected twice', async () => {
    const owner = await connect([first]);
    const more = await world.control<{ id: number }>('POST', `/${vendor}/companies`, {
      id: 777,
      login: 'b',
      password: 'b',
      userToken: 'token-b',
    });
    expect(more.id).toBe(777);
    const offer = async (body: OfferBody) => (await call(offerBranches, { token: owner.token, body })).body.ticket;
    const choose = async (ticket: string, branchExternalIds: string[]) =>
      call(connectBranches, { token: owner.token, body: { kind: vendor, ticket, branchExternalIds } });
    expect((await choose(await offer({ kind: vendor, login: 'b', password: 'b' }), ['777'])).status).toBe(200);
    expect((await call(listConnections, { token: owner.token })).body.connections).toHaveLength(2);

    await db.query(`update branches set external_id = $2 where tenant_id = $1 and external_id = '777'`, [
      owner.tenantId,
      second,
    ]);
    const taken = await choose(await offer(salon.login), [first, second]);
    expect([taken.status, taken.body.code, taken.body.details]).toEqual([
      409,
      'connection.branch_taken',
      { branchExternalIds: [second] },
    ]);
  });

  test('a branch can be stopped and started; an event reports each', async () => {
    const owner = await connect();
    const [branch] = (await stateOf(owner)).branches;
    const params = { connectionId: owner.connection.id, branchId: branch!.id };
    const stopped = await call(setBranchActive, { token: owner.token, params, body: { isActive: false } });
    expect(stopped.body.branches[0]?.isActive).toBe(false);
    await call(setBranchActive, { token: owner.token, params, body: { isActive: false } });
    await call(setBranchActive, { token: owner.token, params, body: { isActive: true } });
    const { rows } = await db.query(
      `select facts from events where tenant_id = $1 and kind = 'branches.switched' order by id`,
      [owner.tenantId],
    );
    expect(rows.map((row) => row.facts.isActive)).toEqual([true, false, true]);
  });

  test('a removal can be undone at once; later our address leaves the webhooks', async () => {
    const owner = await connect();
    const params = { connectionId: owner.connection.id };
    const { webhookUrl } = await stateOf(owner);
    await call(removeConnection, { token: owner.token, params });
    expect((await call(getConnection, { token: owner.token, params })).status).toBe(404);
    expect((await fetch(webhookUrl, { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await call(restoreConnection, { token: owner.token, params })).body).toMatchObject({ state: 'working' });
    await server.clock.advance({ minutes: 2 });
    await server.runJobs();
    expect(await webhooksOf(companyId)).toContain(webhookUrl);

    await call(removeConnection, { token: owner.token, params });
    await server.clock.advance({ minutes: 2 });
    await server.runJobs();
    expect(await webhooksOf(companyId)).not.toContain(webhookUrl);
  });

  test('another cabinet’s connection does not exist', async () => {
    const owner = await connect();
    const [branch] = (await stateOf(owner)).branches;
    const { token } = await server.signUp();
    const params = { connectionId: owner.connection.id, branchId: branch!.id };
    const answers = [
      await call(getConnection, { token, params }),
      await call(resyncConnection, { token, params }),
      await call(setBranchActive, { token, params, body: { isActive: false } }),
      await call(removeConnection, { token, params }),
      await call(restoreConnection, { token, params }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'connection.not_found'));
    expect((await call(listConnections, { token })).body.connections).toEqual([]);
  });

  test('a cabinet is named after the first branch it connects, unless its owner named it', async () => {
    const nameOf = async ({ token }: SignedUp) => (await call(currentUser, { token })).body.tenantName;
    const unnamed = await connect([first]);
    expect(await nameOf(unnamed)).toBe(salon.branches[0].title);

    const own = await server.signUp();
    const { tenantName } = (await call(currentUser, { token: own.token })).body;
    await call(changeSettings, { token: own.token, body: { tenantName, language: 'en' } });
    await connectAs(own, [second]);
    expect(await nameOf(own)).toBe(salon.branches[1].title);
    await call(changeSettings, { token: own.token, body: { tenantName: 'Ромашка' } });
    await connectAs(own, [first, second]);
    expect(await nameOf(own)).toBe('Ромашка');

    const named = await server.signUp();
    await call(changeSettings, { token: named.token, body: { tenantName: 'Bliss' } });
    await connectAs(named, [first]);
    expect(await nameOf(named)).toBe('Bliss');
  });
});
