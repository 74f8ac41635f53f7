import { beforeEach, describe, expect, test } from 'vitest';
import {
  connectBranches,
  getConnection,
  listConnections,
  offerBranches,
  resyncConnection,
} from '#contract/connections/calls.ts';
import { BOOKING_RIGHTS } from '#contract/connections/values.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { countLockWaits } from '#server/testing/server/database.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { platformSalon, SALONS } from '#server/testing/houses/yclients-salon.ts';
import { queuePolls } from './storage/sync-queueing-actions.ts';

const { server, world, connectTo, settle, reset } = await platformSalon();
const { call, owner: db } = server;
const HOUR = { hours: 1, minutes: 1 };

beforeEach(reset);

const stateOf = async (owner: SignedUp) => {
  const { connections } = (await call(listConnections, { token: owner.token })).body;
  return connections[0]!;
};
const poll = async () => {
  await server.runRepeated('connections.poll-every-10-minutes');
  await server.clock.advance({ minutes: 1 });
  await server.runJobs();
};
const openNotices = async (owner: SignedUp) => {
  const { rows } = await db.query(
    'select kind, params from notices where tenant_id = $1 and resolved_at is null order by kind',
    [owner.tenantId],
  );
  return rows;
};

describe.each(Object.values(SALONS))('$vendor', (salon) => {
  const { vendor, companyId } = salon;
  const first = String(companyId);
  const connect = (branchExternalIds?: string[]) => connectTo(salon, branchExternalIds);

  test('a changed password breaks the connection and raises a notice; a new sign-in restores it', async () => {
    const owner = await connect();
    await world.control('POST', `/${vendor}/password`, { userToken: salon.userToken });
    await poll();
    expect(await stateOf(owner)).toMatchObject({ state: 'broken', trouble: 'token_expired' });
    expect(await openNotices(owner)).toMatchObject([
      { kind: 'connection_broken', params: { trouble: 'token_expired' } },
    ]);

    const { ticket } = (await call(offerBranches, { token: owner.token, body: salon.login })).body;
    await call(connectBranches, {
      token: owner.token,
      body: { kind: salon.vendor, ticket, branchExternalIds: [first] },
    });
    await server.runJobs();
    expect(await stateOf(owner)).toMatchObject({ state: 'working', trouble: null });
    expect(await openNotices(owner)).toEqual([]);
  });

  test('a right that is taken away is named, and the notice is resolved when it is back', async () => {
    const owner = await connect();
    const deny = ['timetable_phones_access', 'delete_records_access'];
    await world.control('POST', `/${vendor}/permissions`, { companyId, deny });
    await server.clock.advance(HOUR);
    await poll();
    expect(await stateOf(owner)).toMatchObject({
      state: 'attention',
      trouble: 'rights_missing',
      branches: [{ missingRights: ['timetable_phones', 'delete_records'] }],
    });
    expect(await openNotices(owner)).toMatchObject([
      {
        kind: 'rights_missing',
        params: { rights: ['timetable_phones', 'delete_records'], branchTitle: salon.branches[0].title },
      },
    ]);

    await world.control('POST', `/${vendor}/permissions`, { companyId, grant: deny });
    await call(resyncConnection, { token: owner.token, params: { connectionId: owner.connection.id } });
    await server.runJobs();
    expect(await stateOf(owner)).toMatchObject({ state: 'working', branches: [{ missingRights: [] }] });
    expect(await openNotices(owner)).toEqual([]);
  });

  test('a branch that denies all access lists every right as missing', async () => {
    const owner = await connect();
    await world.control('POST', `/${vendor}/permissions`, { companyId, deny: ['*'] });
    await poll();
    const connection = await stateOf(owner);
    expect(connection).toMatchObject({ state: 'attention', trouble: 'rights_missing' });
    expect(connection.branches[0]?.missingRights).toEqual(BOOKING_RIGHTS);
  });

  test.each([
    ['rights', '/user/permissions/'],
    ['masters', '/staff'],
    ['services', '/services'],
  ])('a branch whose %s cannot be asked for is read all the same', async (_, match) => {
    const fault = { channel: vendor, match, action: 'http', status: 404 };
    await world.control('POST', '/fault', { ...fault, times: 0 });
    const owner = await connect();
    const { state, branches } = await stateOf(owner);
    expect([state, branches.map(({ missingRights }) => missingRights)]).toEqual(['working', [[]]]);
    expect(branches[0]?.changedUntil).not.toBeNull();
  });

  test('a connection that broke by an error of the vendor recovers within the hour', async () => {
    const owner = await connect();
    const fault = { channel: vendor, match: '/records/', action: 'http', status: 401 };
    await world.control('POST', '/fault', { ...fault, times: 1 });
    await poll();
    expect(await stateOf(owner)).toMatchObject({ state: 'broken' });
    await poll();
    expect(await stateOf(owner)).toMatchObject({ state: 'broken' });
    await server.clock.advance(HOUR);
    await poll();
    expect(await stateOf(owner)).toMatchObject({ state: 'working' });
    expect(await openNotices(owner)).toEqual([]);
  });

  test('an expired licence is shown, with the vendor’s words', async () => {
    const owner = await connect();
    await world.control('POST', `/${vendor}/licence`, { companyId, active: false });
    await call(resyncConnection, { token: owner.token, params: { connectionId: owner.connection.id } });
    await server.runJobs();
    expect(await stateOf(owner)).toMatchObject({
      state: 'attention',
      trouble: 'licence_expired',
      branches: [{ isLicenceActive: false, activeMastersCount: salon.details[0].activeMastersCount }],
    });
  });

  test('where webhooks cannot be set by a call, the address is shown to be entered by hand', async () => {
    await world.control('POST', `/${vendor}/hooks-settings`, { supported: false });
    const owner = await connect();
    const connection = await stateOf(owner);
    expect(connection).toMatchObject({
      state: 'attention',
      trouble: 'hooks_manual',
      branches: [{ webhooksState: 'manual' }],
    });
    expect(connection.webhookUrl).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/hooks/${vendor}/[\\w-]{50,}$`));
  });

  test('an unreadable payload is stored, shown and reported once; one with a wrong secret is refused', async () => {
    const owner = await connect();
    const { webhookUrl, id } = await stateOf(owner);
    const post = (url: string, body: string) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect((await post(webhookUrl, '{"hello":"world"}')).status).toBe(200);
    expect((await post(webhookUrl, 'garbage')).status).toBe(200);
    expect((await post(`${webhookUrl.slice(0, -2)}xx`, '{}')).status).toBe(404);
    await settle();
    const shown = (await call(getConnection, { token: owner.token, params: { connectionId: id } })).body;
    expect(shown.unreadableCount).toBe(2);
    expect(shown.unreadable.map(({ body, problem }) => [body, problem]).toSorted()).toEqual([
      ['garbage', 'not JSON'],
      ['{"hello":"world"}', 'not understood: company_id, resource, resource_id'],
    ]);
    expect(await openNotices(owner)).toMatchObject([{ kind: 'hook_unreadable' }]);
    expect(shown.state).toBe('working');
  });

  test('unreadable records of a list are stored and shown once, and the others are read', async () => {
    const record = { id: 777001, date: 'next week', client: null, staff: null, services: [] };
    const body = { success: true, data: [record], meta: { total_count: 1 } };
    const notice = {
      channel: vendor,
      match: `GET /${vendor}/api/v1/records/${companyId}?`,
      action: 'http',
      status: 200,
      body,
    };
    await world.control('POST', '/fault', { ...notice, times: 0 });
    const owner = await connect();
    const shown = async () =>
      (await call(getConnection, { token: owner.token, params: { connectionId: owner.connection.id } })).body;
    const unreadable = [{ body: JSON.stringify(record), problem: 'not understood: date' }];
    expect(await shown()).toMatchObject({ unreadableCount: 1, unreadable });
    expect(await openNotices(owner)).toMatchObject([{ kind: 'hook_unreadable' }]);

    await call(resyncConnection, { token: owner.token, params: { connectionId: owner.connection.id } });
    await server.runJobs();
    expect(await shown()).toMatchObject({ unreadableCount: 1, unreadable });
  });

  test('webhooks of the vendor are counted by branch', async () => {
    const owner = await connect();
    await world.control('POST', `/${vendor}/records`, { companyId, date: '2026-03-05 12:00' });
    await settle();
    const connection = await stateOf(owner);
    expect(connection.branches[0]?.webhooksCount).toBe(2);
    expect(connection.branches[0]?.lastEventAt).not.toBeNull();
    expect(connection.lastEventAt).not.toBeNull();
  });
});

test('polls are queued in the order of their keys, so that two processes that queue them cannot deadlock', async () => {
  const { tenantId } = await connectTo(SALONS.yclients, ['4564', '4565']);
  await withSystem(server.ctx, queuePolls);
  const { rows } = await db.query('select id from branches where tenant_id = $1 order by id', [tenantId]);
  const [first, second] = rows.map(({ id }) => `poll-branch:${id}`);
  await db.query('update branches set changed_until = null where id = $1', [rows[1].id]); // the first to be read
  const other = await db.connect();
  const lock = (key: string | undefined) =>
    other.query('select from graphile_worker._private_jobs where key = $1 for update nowait', [key]);
  await other.query('begin');
  expect((await lock(first)).rowCount).toBe(1);
  const queued = withSystem(server.ctx, queuePolls);
  try {
    await expect.poll(() => countLockWaits(db)).toBe(1);
    expect((await lock(second)).rowCount).toBe(1);
  } finally {
    await other.query('commit');
    other.release();
    await queued;
  }
});
