import { beforeEach, describe, expect, test } from 'vitest';
import { listConnections, removeConnection, resyncConnection } from '#contract/connections/calls.ts';
import { receiveYclientsMarketplace, startInstall } from '#contract/connections/marketplace.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { marketplaceSalon } from '#server/testing/houses/marketplace-salon.ts';

const { server, world, marketplace, consent, reset } = await marketplaceSalon();
const { call, runJobs, clock } = server;

beforeEach(reset);

const install = async (owner: SignedUp) => {
  const body = { kind: 'yclients', applicationId: '7001', search: await consent([4564]) };
  await call(startInstall, { token: owner.token, body });
};
const connectionsOf = async (owner: SignedUp) => (await call(listConnections, { token: owner.token })).body.connections;
const noticesOf = async (owner: SignedUp) =>
  (await call(listNotices, { token: owner.token })).body.notices.filter(({ isResolved }) => !isResolved);
const post = (change: object = {}) =>
  call(receiveYclientsMarketplace, {
    body: {
      salon_id: 4564,
      application_id: 7001,
      event: 'uninstall',
      partner_token: 'partner-demo-token',
      ...change,
    },
  });

describe('a lifecycle payload', () => {
  const connected = async () => {
    const owner = await server.signUp();
    await install(owner);
    await runJobs();
    return owner;
  };
  const branchRows = async (owner: SignedUp) =>
    (
      await server.owner.query('select removed_at is not null as gone from branches where tenant_id = $1', [
        owner.tenantId,
      ])
    ).rows;

  test('with a wrong token, or none, is refused', async () => {
    const owner = await connected();
    for (const partner_token of ['not-the-token', '', undefined]) {
      const answer = await post({ partner_token });
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.required']);
    }
    await runJobs();
    expect(await connectionsOf(owner)).toHaveLength(1);
  });

  test('of an uninstall stops the branch, keeps its data, notifies the owner, and lets another cabinet connect it', async () => {
    const owner = await connected();
    await world.control('POST', '/yclients/marketplace/disconnect', { companyId: 4564, token: 'unsent' });
    expect((await post({ event: undefined, event_type: 'uninstall' })).status).toBe(200);
    await runJobs();
    expect(await connectionsOf(owner)).toEqual([]);
    expect(await branchRows(owner)).toEqual([{ gone: true }]);
    expect(await noticesOf(owner)).toMatchObject([
      { kind: 'application_removed', params: { branchTitle: 'Студия Ромашка, Покровка' } },
    ]);
    await post();
    await runJobs();

    const next = await server.signUp();
    await install(next);
    await runJobs();
    expect(await connectionsOf(next)).toHaveLength(1);
  });

  test('of an uninstall that arrives after the branch was installed again changes nothing', async () => {
    const owner = await connected();
    await post();
    await runJobs();
    expect(await connectionsOf(owner)).toHaveLength(1);
  });

  test('of a freeze asks for attention until the vendor reports its end', async () => {
    const owner = await connected();
    await world.control('POST', '/yclients/marketplace/freeze', { companyId: 4564, token: 'unsent' });
    await post({ event: 'freeze' });
    await runJobs();
    expect(await connectionsOf(owner)).toMatchObject([{ state: 'attention', trouble: 'application_frozen' }]);
    expect(await noticesOf(owner)).toMatchObject([{ kind: 'application_frozen' }]);
    await world.control('POST', '/yclients/marketplace/thaw', { companyId: 4564 });
    await server.runRepeated('connections.queue-quiet');
    await runJobs();
    expect(await connectionsOf(owner)).toMatchObject([{ state: 'working', trouble: null }]);
    expect(await noticesOf(owner)).toEqual([]);
  });

  test('of a freeze is over as soon as an owner who has paid reads the connection again', async () => {
    const owner = await connected();
    await world.control('POST', '/yclients/marketplace/freeze', { companyId: 4564, token: 'unsent' });
    await post({ event: 'freeze' });
    await runJobs();
    await world.control('POST', '/yclients/marketplace/thaw', { companyId: 4564 });
    const [frozen] = await connectionsOf(owner);
    await call(resyncConnection, { token: owner.token, params: { connectionId: frozen!.id } });
    await runJobs();
    expect([frozen!.trouble, await connectionsOf(owner)]).toMatchObject([
      'application_frozen',
      [{ state: 'working', trouble: null }],
    ]);
    expect(await noticesOf(owner)).toEqual([]);
  });

  test('of another application, another branch or another event changes nothing', async () => {
    const owner = await connected();
    await world.control('POST', '/yclients/marketplace/disconnect', { companyId: 4564, token: 'unsent' });
    for (const change of [{ application_id: 7002 }, { salon_id: 4565 }, { event: 'renamed' }])
      expect((await post(change)).status).toBe(200);
    await runJobs();
    expect(await connectionsOf(owner)).toMatchObject([{ branches: [{ externalId: '4564' }] }]);
  });

  test('that was lost is detected when the branch can no longer be read', async () => {
    const owner = await connected();
    await world.control('POST', '/yclients/marketplace/disconnect', { companyId: 4564, token: 'unsent' });
    await server.runRepeated('connections.poll-every-10-minutes');
    await runJobs();
    await server.runRepeated('connections.queue-quiet');
    await runJobs();
    expect(await connectionsOf(owner)).toEqual([]);
  });
});

test('what the owner disconnects here leaves the marketplace too, once it cannot be undone', async () => {
  const owner = await server.signUp();
  await install(owner);
  await runJobs();
  const [connection] = await connectionsOf(owner);
  await call(removeConnection, { token: owner.token, params: { connectionId: connection!.id } });
  await runJobs();
  expect(marketplace.uninstalled).toEqual([]);
  await clock.advance({ minutes: 2 });
  await runJobs();
  expect(marketplace.uninstalled).toEqual(['4564']);
});
