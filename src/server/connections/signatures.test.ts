import { beforeEach, expect, test } from 'vitest';
import { changeSignatures, connectBranches, listConnections, offerBranches } from '#contract/connections/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

const NOW = '2026-03-02T09:00:00Z';
const world = await simulateWorld(NOW);
const address = await openPublicAddress();
const server = await testServer({
  now: NOW,
  env: { CHATWOOT_BASE_URL: `${world.url}/chatwoot`, PUBLIC_URL: address.origin },
  providers: createProviders,
});
address.leadTo(server.origin);
const { call } = server;

type Webhooks = { webhooks: { url: string; state: string; lastStatus: number | null; body: string }[] };

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
  await server.owner.query('update connections set removed_at = now()');
});

async function connect(accessToken = 'chatwoot-romashka-token'): Promise<SignedUp> {
  const owner = await server.signUp();
  const { token } = owner;
  const offer = await call(offerBranches, { token, body: { kind: 'chatwoot', accessToken } });
  const branchExternalIds = offer.body.branches.map(({ externalId }) => externalId);
  const body = { kind: 'chatwoot' as const, ticket: offer.body.ticket, branchExternalIds };
  expect((await call(connectBranches, { token, body })).status).toBe(200);
  await server.runJobs();
  return owner;
}

const stateOf = async ({ token }: SignedUp) => (await call(listConnections, { token })).body.connections[0]!;
const stored = async ({ tenantId }: SignedUp): Promise<number> => {
  const { rows } = await server.owner.query<{ count: number }>(
    `select count(*)::int from inbox where tenant_id = $1 and provider = 'chatwoot'`,
    [tenantId],
  );
  return rows[0]!.count;
};
async function writeAsPerson(text: string): Promise<number | null> {
  await world.control('POST', '/chatwoot/person-says', { text });
  await world.control('POST', '/settle', {});
  const webhookCalls = await world.control<Webhooks>('GET', '/webhooks?channel=chatwoot');
  return webhookCalls.webhooks.filter(({ body }) => body.includes(text)).at(-1)?.lastStatus ?? null;
}

test('what Chatwoot signs with its own secret is stored', async () => {
  const owner = await connect();
  const before = await stored(owner);
  expect(await writeAsPerson('Подписано')).toBe(200);
  expect(await stored(owner)).toBeGreaterThan(before);
  expect((await stateOf(owner)).signatures).toEqual({ isVerified: true, failures: 0, failedAt: null });
});

test('a signature that does not match is refused and counted, until its secret is pasted', async () => {
  const owner = await connect();
  const { id: connectionId } = await stateOf(owner);
  await world.control('POST', '/chatwoot/secrets', { secret: 'a-new-secret' });
  expect(await writeAsPerson('Секрет сменили')).toBe(401);
  const { signatures } = await stateOf(owner);
  expect(signatures).toMatchObject({ isVerified: true, failures: expect.any(Number), failedAt: expect.any(String) });
  expect(signatures?.failures).toBeGreaterThan(0);

  const { token } = owner;
  const params = { connectionId };
  const pasted = await call(changeSignatures, { token, params, body: { secret: 'a-new-secret' } });
  expect(pasted.body.signatures).toEqual({ isVerified: true, failures: 0, failedAt: null });
  expect(JSON.stringify(pasted.body)).not.toContain('a-new-secret');
  expect(await writeAsPerson('Секрет вставили')).toBe(200);
});

test('without the verification the secret address is the proof', async () => {
  const owner = await connect();
  const { id: connectionId, webhookUrl } = await stateOf(owner);
  const post = () => fetch(webhookUrl, { method: 'POST', body: JSON.stringify({ event: 'contact_created' }) });
  expect((await post()).status).toBe(401);
  await call(changeSignatures, { token: owner.token, params: { connectionId }, body: { isVerified: false } });
  expect((await post()).status).toBe(200);
});

test('an installation that signs nothing is believed by the secret address', async () => {
  await world.control('PATCH', '/chatwoot', { legacyUnsigned: true });
  await connect();
  expect(await writeAsPerson('Без подписи')).toBe(200);
});

test('an agent’s connection names each right it lacks, and our address to enter by hand', async () => {
  const owner = await connect('chatwoot-agent-token');
  const { branches, webhookUrl } = await stateOf(owner);
  expect(branches[0]).toMatchObject({
    missingRights: ['desk_webhooks', 'desk_inboxes', 'desk_bots'],
    webhooksState: 'manual',
  });
  expect(webhookUrl).toMatch(/\/hooks\/chatwoot\//);
});

test('another cabinet cannot change the signatures of a connection', async () => {
  const { id: connectionId } = await stateOf(await connect());
  const { token } = await server.signUp();
  const refused = await call(changeSignatures, { token, params: { connectionId }, body: { isVerified: false } });
  expect(refused.body).toMatchObject({ code: 'connection.not_found' });
});
