import { expect, test } from 'vitest';
import * as channels from '#contract/channels/calls.ts';
import { createScriptBot, ScriptBotSettings } from '#contract/chatbots/scripts.ts';
import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import { switchDeskChannel, switchDeskInbox } from '#contract/desk/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

type Message = { conversationId: number; content: string; kind: string };
type Account = { inboxes: { id: number }[]; conversations: { id: number }[]; messages: Message[] };

const NOW = '2026-03-02T09:00:00Z';
const world = await simulateWorld(NOW);
const address = await openPublicAddress();
const server = await testServer({
  now: NOW,
  env: { ...messengersIn(world), CHATWOOT_BASE_URL: `${world.url}/chatwoot`, PUBLIC_URL: address.origin },
  providers: createProviders,
});
address.leadTo(server.origin);
const { call, clock, runJobs } = server;

/** Both clocks go on. */
async function pass(seconds: number): Promise<void> {
  await world.control('POST', '/clock', { advanceMs: seconds * 1_000 });
  await clock.advance({ seconds });
}

async function settle(): Promise<void> {
  for (const seconds of [1, 3, 3]) {
    await world.control('POST', '/settle', {});
    await pass(seconds);
    await runJobs();
  }
}

async function poll(): Promise<void> {
  await pass(120);
  await server.runRepeated('connections.poll-every-1-minutes');
  await server.runRepeated('connections.queue-due-commands');
  await settle();
}

async function aDesk() {
  const { token } = await server.signUp();
  const whatsApp = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  const { id: channelId } = (await call(channels.connectChannel, { token, body: whatsApp })).body;
  const offer = await call(offerBranches, {
    token,
    body: { kind: 'chatwoot', accessToken: 'chatwoot-romashka-token' },
  });
  expect(offer.status).toBe(200);
  const branchExternalIds = offer.body.branches.map(({ externalId }) => externalId);
  const body = { kind: 'chatwoot' as const, ticket: offer.body.ticket, branchExternalIds };
  const connectionId = (await call(connectBranches, { token, body })).body.id;
  await settle();
  return { token, channelId, connectionId };
}

const accountOf = async () => (await world.control<{ accounts: Account[] }>('GET', '/chatwoot')).accounts[0]!;
const written = async (talkId: number) =>
  (await accountOf()).messages
    .filter(({ conversationId, kind }) => conversationId === talkId && kind !== 'activity')
    .map(({ kind, content }) => `${kind} ${content}`);

test('a conversation on WhatsApp is answered in Chatwoot, and a website of Chatwoot by a bot', async () => {
  const { token, channelId, connectionId } = await aDesk();
  const shown = await call(switchDeskChannel, { token, params: { connectionId, channelId }, body: { isOn: true } });
  expect(shown.body).toMatchObject({ isOn: true, failure: null });
  const known = (await accountOf()).conversations.map(({ id }) => id);
  await world.control('POST', '/d360/inbound', { from: '79160000001', text: 'Good day' });
  await settle();
  const talk = (await accountOf()).conversations.find(({ id }) => !known.includes(id))!;
  expect(await written(talk.id)).toEqual(['incoming Good day']);
  await world.control('POST', '/chatwoot/staff-says', { conversation: talk.id, text: 'Hello from Olga' });
  await settle();
  await poll();
  expect(await written(talk.id)).toEqual(['incoming Good day', 'outgoing Hello from Olga']);
  const { rows } = await server.owner.query(`select body, status from messages where channel_id = $1`, [channelId]);
  expect(rows.map(({ body }) => body)).toEqual(['Hello from Olga']);

  const settings = ScriptBotSettings.parse({
    title: 'Menu',
    isEnabled: true,
    triggers: [{ kind: 'words', words: ['menu'], stepId: null }],
    steps: [{ id: 'prices', kind: 'message', texts: { default: 'A haircut is 20' }, buttons: [] }],
  });
  await call(createScriptBot, { token, body: { settings } });
  const inboxId = String((await accountOf()).inboxes[0]!.id);
  const on = await call(switchDeskInbox, { token, params: { connectionId, inboxId }, body: { isOn: true } });
  expect(on.body).toMatchObject({ isOn: true, failure: null });
  const before = (await accountOf()).conversations.map(({ id }) => id);
  await world.control('POST', '/chatwoot/person-says', { inbox: Number(inboxId), text: 'menu', name: 'Vera' });
  await settle();
  await poll();
  const visitor = (await accountOf()).conversations.find(({ id }) => !before.includes(id))!;
  expect(await written(visitor.id)).toEqual(['incoming menu', 'outgoing A haircut is 20']);
});
