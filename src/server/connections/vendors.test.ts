import { beforeEach, expect, test } from 'vitest';
import { connectBranches, listConnections, offerBranches } from '#contract/connections/calls.ts';
import { platformSalon, SALONS } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connectTo, settle, reset } = await platformSalon();
const { call } = server;

beforeEach(reset);

test('the token of one vendor is not sent to the other', async () => {
  const owner = await server.signUp();
  const { ticket } = (await call(offerBranches, { token: owner.token, body: SALONS.altegio.login })).body;
  await world.control('DELETE', '/log');
  const body = { ticket, branchExternalIds: ['80010'] };
  const taken = await call(connectBranches, { token: owner.token, body: { kind: 'yclients', ...body } });
  expect([taken.status, taken.body.code]).toEqual([422, 'connection.check_failed']);
  expect(await world.control('GET', '/log?channel=yclients')).toEqual({ requests: [] });
});

test('branches of the same number belong to two cabinets, and each receives its own payloads alone', async () => {
  const roses = await connectTo(SALONS.yclients, ['4564']);
  const order = { id: 4564, title: 'Aurora Beauty, Batumi', empty: true };
  await world.control('POST', '/altegio/companies', order);
  const aurora = await connectTo(SALONS.altegio, ['4564']);
  await world.control('POST', '/altegio/records', { companyId: 4564, date: '2026-03-05 12:00' });
  await settle();
  const received = async ({ token }: { token: string }) => {
    const [connection] = (await call(listConnections, { token })).body.connections;
    return [connection?.kind, connection?.branches[0]?.webhooksCount];
  };
  expect([await received(roses), await received(aurora)]).toEqual([
    ['yclients', 0],
    ['altegio', 2],
  ]);
});

test('one cabinet may work with both vendors, and a list can be limited to one kind', async () => {
  const owner = await connectTo(SALONS.yclients);
  const { ticket } = (await call(offerBranches, { token: owner.token, body: SALONS.altegio.login })).body;
  await call(connectBranches, {
    token: owner.token,
    body: { kind: 'altegio', ticket, branchExternalIds: ['80010', '80011'] },
  });
  await server.runJobs();
  const kinds = async (query: Record<string, string>) => {
    const { connections } = (await call(listConnections, { token: owner.token, query })).body;
    return connections.map((one) => [one.kind, one.state]);
  };
  expect(await kinds({})).toEqual([
    ['yclients', 'working'],
    ['altegio', 'working'],
  ]);
  expect(await kinds({ kind: 'altegio' })).toEqual([['altegio', 'working']]);
});

test('a webhook URL of one vendor is invalid for the other', async () => {
  const owner = await connectTo(SALONS.altegio);
  const { webhookUrl } = owner.connection;
  const post = (url: string) => fetch(url, { method: 'POST', body: '{}' });
  expect((await post(webhookUrl)).status).toBe(200);
  expect((await post(webhookUrl.replace('/hooks/altegio/', '/hooks/yclients/'))).status).toBe(404);
});

test('a branch reports until when its changes are read, which does not advance while the vendor is unreachable', async () => {
  const owner = await connectTo(SALONS.altegio);
  const readUntil = async () => {
    const [connection] = (await call(listConnections, { token: owner.token })).body.connections;
    return connection?.branches[0]?.changedUntil;
  };
  const poll = async (minutes: number) => {
    await server.clock.advance({ minutes });
    await server.runRepeated('connections.poll-every-10-minutes');
    await server.clock.advance({ minutes: 1 });
    await server.runJobs();
  };
  await poll(10);
  const before = await readUntil();
  expect(before).not.toBeNull();
  await world.control('POST', '/fault', { channel: 'altegio', action: 'http', status: 503, times: 0 });
  await poll(30);
  expect(await readUntil()).toBe(before);
  await world.control('DELETE', '/faults');
  await poll(10);
  expect(Date.parse((await readUntil()) ?? '')).toBeGreaterThan(Date.parse(before ?? '') + 30 * 60_000);
});
