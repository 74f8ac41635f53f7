import { beforeEach, describe, expect, test } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { getInstall, getMarketplace, readMarketplaceLink, startInstall } from '#contract/connections/marketplace.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { AWAY } from '#server/testing/world/fake-marketplace.ts';
import { marketplaceSalon } from '#server/testing/houses/marketplace-salon.ts';

const { server, world, marketplace, consent, reset } = await marketplaceSalon();
const { call, runJobs, clock } = server;

beforeEach(reset);

const linkOf = (search: string) => ({ kind: 'yclients' as const, applicationId: '7001', search });
const install = async (owner: SignedUp, search: string) =>
  (await call(startInstall, { token: owner.token, body: linkOf(search) })).body;
const seen = async (owner: SignedUp, installId: string) =>
  (await call(getInstall, { token: owner.token, params: { installId } })).body;
const connectionsOf = async (owner: SignedUp) => (await call(listConnections, { token: owner.token })).body.connections;
const noticesOf = async (owner: SignedUp) =>
  (await call(listNotices, { token: owner.token })).body.notices.filter(({ isResolved }) => !isResolved);
describe('an install', () => {
  test('activates every branch, connects them with our system user, and reads them', async () => {
    const owner = await server.signUp();
    const started = await install(owner, await consent([4564, 4565]));
    expect(started).toMatchObject({ kind: 'yclients', isFinished: false });
    expect(started.branches.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await runJobs();

    const done = await seen(owner, started.id);
    expect(done.isFinished).toBe(true);
    expect(done.branches).toMatchObject([
      { externalId: '4564', title: 'Студия Ромашка, Покровка', state: 'active' },
      { externalId: '4565', title: 'Студия Ромашка, Урал', state: 'active' },
    ]);
    const [connection, ...others] = await connectionsOf(owner);
    expect(others).toEqual([]);
    expect(connection).toMatchObject({ kind: 'yclients', state: 'working' });
    expect(connection?.branches.map(({ syncedAt, webhooksState }) => [syncedAt !== null, webhooksState])).toEqual([
      [true, 'set'],
      [true, 'set'],
    ]);
    expect(new Set(marketplace.webhookUrls)).toEqual(new Set([connection?.webhookUrl]));
    expect(await noticesOf(owner)).toEqual([]);
  });

  test('reports the webhook URL to the marketplace where webhook settings are not served', async () => {
    await world.control('POST', '/yclients/hooks-settings', { supported: false });
    const owner = await server.signUp();
    await install(owner, await consent([4564]));
    await runJobs();
    expect(await connectionsOf(owner)).toMatchObject([{ state: 'working', branches: [{ webhooksState: 'set' }] }]);
  });

  test('is the same for the same link, however often it is opened', async () => {
    const owner = await server.signUp();
    const search = await consent([4564]);
    const first = await install(owner, search);
    expect((await install(owner, search)).id).toBe(first.id);
    await runJobs();
    expect((await install(owner, search)).id).toBe(first.id);
    expect(marketplace.activated).toEqual(['4564']);
    const { body } = await call(getMarketplace, { token: owner.token });
    expect(body.installs.map(({ id }) => id)).toEqual([first.id]);
    expect(body.marketplaces.map(({ kind }) => kind)).toEqual(['yclients', 'altegio']);
  });

  test('continues after a crash between the vendor’s answer and our record, and counts an installed branch as installed', async () => {
    const owner = await server.signUp();
    const started = await install(owner, await consent([4564]));
    marketplace.after = () => {
      throw new Error('the process is gone');
    };
    await expect(runJobs()).rejects.toThrow();
    expect(marketplace.activated).toEqual(['4564']);
    expect(await connectionsOf(owner)).toEqual([]);

    marketplace.after = null;
    await server.owner.query('update graphile_worker._private_jobs set run_at = now(), locked_at = null');
    await runJobs();
    expect((await seen(owner, started.id)).branches).toMatchObject([{ state: 'active' }]);
    expect(marketplace.requests.filter((line) => line.startsWith('activate'))).toEqual([
      'activate 4564',
      'activate 4564',
    ]);
  });

  test('run twice connects once', async () => {
    const owner = await server.signUp();
    const started = await install(owner, await consent([4564]));
    await runJobs();
    await server.owner.query(`update marketplace_installs set finished_at = null where id = $1`, [started.id]);
    await server.owner.query(`update marketplace_install_branches set state = 'waiting' where install_id = $1`, [
      started.id,
    ]);
    await server.queueInstall(owner.tenantId, started.id);
    await runJobs();
    expect((await seen(owner, started.id)).branches).toMatchObject([{ state: 'active' }]);
    expect(await connectionsOf(owner)).toMatchObject([{ branches: [{ externalId: '4564' }] }]);
  });

  test('is retried while the vendor is unreachable, and fails after its hour', async () => {
    const owner = await server.signUp();
    const started = await install(owner, await consent([4564]));
    marketplace.disturb = () => AWAY;
    await runJobs();
    expect((await seen(owner, started.id)).branches).toMatchObject([{ state: 'waiting', text: 'HTTP 503' }]);
    marketplace.disturb = null;
    await clock.advance({ minutes: 1 });
    await runJobs();
    expect((await seen(owner, started.id)).branches).toMatchObject([{ state: 'active', text: null }]);

    const late = await install(owner, await consent([4565]));
    marketplace.disturb = () => AWAY;
    for (let minute = 0; minute < 61; minute += 10) {
      await runJobs();
      await clock.advance({ minutes: 10 });
    }
    await runJobs();
    expect(await seen(owner, late.id)).toMatchObject({ isFinished: true, branches: [{ state: 'late' }] });
    expect(await noticesOf(owner)).toMatchObject([
      { kind: 'install_incomplete', params: { connectionKind: 'yclients', count: 1 } },
    ]);
  });

  test('of a branch that another cabinet has is refused before the vendor is asked', async () => {
    const [first, second] = [await server.signUp(), await server.signUp()];
    await install(first, await consent([4564]));
    await runJobs();
    marketplace.requests.length = 0;
    const started = await install(second, '?salon_id=4564');
    await runJobs();
    expect((await seen(second, started.id)).branches).toMatchObject([{ state: 'refused', reason: 'elsewhere' }]);
    expect(marketplace.requests).toEqual([]);
    expect(await connectionsOf(second)).toEqual([]);
  });

  test('of a branch without a consent is refused and does not block other cabinets', async () => {
    const [stranger, owner] = [await server.signUp(), await server.signUp()];
    const made = await install(stranger, '?salon_ids[]=4564&salon_ids[]=4565');
    await runJobs();
    expect((await seen(stranger, made.id)).branches.map(({ reason }) => reason)).toEqual(['no_consent', 'no_consent']);
    expect(marketplace.activated).toEqual([]);
    const started = await install(owner, await consent([4564]));
    await runJobs();
    expect((await seen(owner, started.id)).branches).toMatchObject([{ state: 'active' }]);
  });

  test('of an active branch without a recorded consent belongs to an earlier install of another tenant', async () => {
    const owner = await server.signUp();
    await consent([4564]);
    await world.control('POST', '/yclients/marketplace/activate', { companyId: 4564 });
    const started = await install(owner, '?salon_id=4564');
    await runJobs();
    expect((await seen(owner, started.id)).branches).toMatchObject([{ state: 'refused', reason: 'installed_before' }]);
  });

  test('takes over a branch that the owner’s own login had, with its history', async () => {
    const owner = await server.connectByLogin(['4564', '4565']);
    const [before] = await connectionsOf(owner);
    const branchId = before?.branches.find(({ externalId }) => externalId === '4564')?.id;
    const visits = async () =>
      (await server.owner.query('select count(*)::int as n from visits where branch_id = $1', [branchId])).rows[0]?.n;
    const had = await visits();
    expect(had).toBeGreaterThan(0);
    await install(owner, await consent([4564]));
    await runJobs();
    const after = await connectionsOf(owner);
    expect(after.map(({ branches }) => branches.map(({ externalId }) => externalId))).toEqual([['4565'], ['4564']]);
    expect(after[1]?.branches[0]?.id).toBe(branchId);
    expect(await visits()).toBe(had);
    const settings = await world.control<{ hooks: Record<string, { urls: string[] }> }>('GET', '/yclients');
    expect(settings.hooks['4564']?.urls).toEqual([after[1]?.webhookUrl]);
  });
});

describe('a link', () => {
  test('names the visitor; one that the vendor did not sign is refused', async () => {
    const read = (search: string) => call(readMarketplaceLink, { body: linkOf(search) });
    expect((await read(await consent([4564]))).body).toEqual({
      branchExternalIds: ['4564'],
      person: { name: 'Наталья Ромашова', email: 'salon@example.test', phone: '+79990009900' },
    });
    const refused = await Promise.all(
      [await consent([4564], 'none'), await consent([4564], 'wrong'), '?salon=1'].map(read),
    );
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'marketplace.unsigned'],
      [400, 'marketplace.wrong_signature'],
      [400, 'marketplace.no_branches'],
    ]);
    const foreign = await call(readMarketplaceLink, { body: { ...linkOf('?salon_id=1'), applicationId: '1' } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'marketplace.unknown_application']);
  });

  test('that is forged starts no install', async () => {
    const owner = await server.signUp();
    const body = linkOf(await consent([4564], 'wrong'));
    const answer = await call(startInstall, { token: owner.token, body });
    expect(answer.body.code).toBe('marketplace.wrong_signature');
  });
});
