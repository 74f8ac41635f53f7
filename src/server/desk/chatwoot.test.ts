import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import * as channels from '#contract/channels/calls.ts';
import { createScriptBot, ScriptBotSettings } from '#contract/chatbots/scripts.ts';
import {
  changeSignatures,
  connectBranches,
  type ConnectionId,
  listConnections,
  offerBranches,
} from '#contract/connections/calls.ts';
import { closeConversation, reopenConversation } from '#contract/conversations/work.ts';
import { type ConversationId, getConversation, getThread, listConversations } from '#contract/conversations/calls.ts';
import { getDesk, switchDeskChannel, switchDeskInbox } from '#contract/desk/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

type Message = {
  conversationId: number;
  content: string;
  kind: string;
  isPrivate: boolean;
  fileIds: string[];
  contentType: string;
  contentAttributes: { items?: { title: string; value: string }[] };
  status: string;
};
type Account = {
  inboxes: { id: number; channelType: string }[];
  contacts: { id: number; phone: string | null }[];
  conversations: { id: number; status: string; contactId: number; inboxId: number }[];
  messages: Message[];
};
type Phone = { chats: { phone: string; messages: { direction: string; type: string; text: string }[] }[] };
type Webhooks = { webhooks: { body: string; lastStatus: number | null }[] };

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
const act = (path: string, order: object) => world.control<{ id: number }>('POST', `/chatwoot/${path}`, order);

/** Both clocks go on. */
async function pass(seconds: number): Promise<void> {
  await world.control('POST', '/clock', { advanceMs: seconds * 1_000 });
  await clock.advance({ seconds });
}

/** Payloads arrive, and the jobs that follow are run. */
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

let token: string;
let channelId: channels.Channel['id'];
let connectionId: ConnectionId;
let branchIds: readonly string[];

/** A cabinet with WhatsApp and both accounts of a network; the first one shows WhatsApp. */
beforeAll(async () => {
  ({ token } = await server.signUp());
  const whatsApp = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  channelId = (await call(channels.connectChannel, { token, body: whatsApp })).body.id;
  const offer = await call(offerBranches, {
    token,
    body: { kind: 'chatwoot', accessToken: 'chatwoot-network-token' },
  });
  const branchExternalIds = offer.body.branches.map(({ externalId }) => externalId);
  const body = { kind: 'chatwoot' as const, ticket: offer.body.ticket, branchExternalIds };
  connectionId = (await call(connectBranches, { token, body })).body.id;
  await settle();
  const desk = await call(getDesk, { token, params: { connectionId } });
  branchIds = desk.body.accounts.map(({ branchId }) => branchId);
  const shown = await call(switchDeskChannel, { token, params: { connectionId, channelId }, body: { isOn: true } });
  expect(shown.body).toMatchObject({ isOn: true, failure: null, branchId: branchIds[0] });
  const settings = ScriptBotSettings.parse({
    title: 'Menu',
    isEnabled: true,
    triggers: [{ kind: 'words', words: ['menu'], stepId: null }],
    steps: [
      {
        id: 'menu',
        kind: 'message',
        texts: { default: 'What do you want to know?' },
        buttons: [
          { id: 'b1', title: 'Prices', stepId: 'prices' },
          { id: 'b2', title: 'Opening hours', stepId: 'prices' },
        ],
      },
      { id: 'prices', kind: 'message', texts: { default: 'A haircut is 20' }, buttons: [] },
    ],
  });
  const bot = await call(createScriptBot, { token, body: { settings } });
  expect(bot.status, JSON.stringify(bot.body)).toBe(200);
});

const accountOf = async (n = 0) => (await world.control<{ accounts: Account[] }>('GET', '/chatwoot')).accounts[n]!;

/** Messages of a talk as operators see them, without the lines of Chatwoot itself. */
async function written(talkId: number, account = 0) {
  const { messages } = await accountOf(account);
  return messages.filter(({ conversationId, kind }) => conversationId === talkId && kind !== 'activity');
}
const wordsIn = async (talkId: number, account = 0) =>
  (await written(talkId, account)).map(({ kind, content, isPrivate }) => `${isPrivate ? 'note' : kind} ${content}`);

/** A client writes on WhatsApp. @returns the talk in Chatwoot */
async function write(from: string, message: object, account = 0): Promise<number> {
  await world.control('POST', '/d360/inbound', { from, ...message });
  await settle();
  return talkOf(from, account);
}

async function talkOf(from: string, n = 0): Promise<number> {
  const { contacts, conversations } = await accountOf(n);
  const contact = contacts.find(({ phone }) => phone === `+${from}`)!;
  return conversations.findLast((one) => one.contactId === contact.id)!.id;
}

/** Messages on the client's phone. */
async function received(phone: string) {
  const { chats } = await world.control<Phone>('GET', '/d360');
  const messages = chats.find((one) => one.phone === phone)?.messages ?? [];
  return messages.filter(({ direction }) => direction === 'out').map(({ type, text }) => `${type} ${text}`);
}

async function conversationOf(phone: string) {
  const { items } = (await call(listConversations, { token, query: { search: phone } })).body;
  return (await call(getConversation, { token, params: { conversationId: items[0]!.id } })).body;
}
const itemsOf = async (conversationId: ConversationId) =>
  (await call(getThread, { token, params: { conversationId } })).body.items;

test('what a client writes on WhatsApp appears in Chatwoot once, with its photo', async () => {
  const talk = await write('79160000011', { media: { type: 'image', mime: 'image/png', caption: 'Like this?' } });
  await poll();
  const shown = await written(talk);
  expect(shown.map(({ kind, content, fileIds }) => [kind, content, fileIds.length])).toEqual([
    ['incoming', 'Like this?', 1],
  ]);
});

test('a reply in the staff’s table, with a file, reaches the client once and silences bots at once', async () => {
  const phone = '79160000002';
  const talk = await write(phone, { text: 'Good day' });
  const values = { text: 'Our prices', file: 'prices' };
  await world.control('POST', '/staff/chatwoot-conversations/reply', { row: `1:${talk}`, values });
  await world.control('POST', '/settle', {});
  await settle();
  expect((await conversationOf(phone)).botsSilentUntil).not.toBeNull();
  await poll();
  expect(await received(phone)).toEqual(['document Our prices']);
  await write(phone, { text: 'menu' });
  await poll();
  expect(await received(phone)).toEqual(['document Our prices']);
});

test('a private note of an operator is a note of ours, and the client gets nothing', async () => {
  const phone = '79160000003';
  const talk = await write(phone, { text: 'Good day' });
  await act('staff-says', { conversation: talk, text: 'A regular client', isPrivate: true });
  await settle();
  const { id, botsSilentUntil } = await conversationOf(phone);
  expect((await itemsOf(id))[0]).toMatchObject({ kind: 'note', text: 'A regular client' });
  expect(botsSilentUntil).toBeNull();
  expect(await received(phone)).toEqual([]);
});

test('a talk that is resolved, opened or given to the bots changes our conversation, and ours changes the talk', async () => {
  const phone = '79160000004';
  const talk = await write(phone, { text: 'Good day' });
  const statusOf = async () => (await accountOf()).conversations.find(({ id }) => id === talk)!.status;
  // Closed conversations are not among the listed ones.
  const { id: conversationId } = await conversationOf(phone);
  const stateOf = async () => (await call(getConversation, { token, params: { conversationId } })).body.state;
  await act('status', { conversation: talk, status: 'resolved' });
  await settle();
  expect(await stateOf()).toBe('closed');
  await call(reopenConversation, { token, params: { conversationId } });
  await settle();
  expect(await statusOf()).toBe('open');
  await call(closeConversation, { token, params: { conversationId } });
  await settle();
  expect(await statusOf()).toBe('resolved');
  expect(await stateOf()).toBe('closed');
  expect(await wordsIn(talk)).toEqual(['incoming Good day']);
});

test('a reply whose only delivery was lost is found by the next look, and sent once', async () => {
  const phone = '79160000005';
  const talk = await write(phone, { text: 'Good day' });
  await poll();
  await world.control('PATCH', '/chatwoot', { losesNext: 1 });
  await act('staff-says', { conversation: talk, text: 'Hello from Olga' });
  await settle();
  expect(await received(phone)).toEqual([]);
  await poll();
  await poll();
  expect(await received(phone)).toEqual(['text Hello from Olga']);
  expect((await conversationOf(phone)).botsSilentUntil).not.toBeNull();
});

test('buttons of a bot are options on a website of Chatwoot, and the pressed one is answered once', async () => {
  const website = (await accountOf()).inboxes.find(({ channelType }) => channelType === 'Channel::WebWidget')!;
  const inboxId = String(website.id);
  const on = await call(switchDeskInbox, { token, params: { connectionId, inboxId }, body: { isOn: true } });
  expect(on.body).toMatchObject({ isOn: true, failure: null, branchId: branchIds[0] });
  const { conversationId: talk } = await world.control<Message>('POST', '/chatwoot/person-says', {
    inbox: website.id,
    text: 'menu',
    name: 'Vera',
  });
  await settle();
  const question = (await written(talk)).at(-1)!;
  expect(question).toMatchObject({ content: 'What do you want to know?', contentType: 'input_select' });
  expect(question.contentAttributes.items?.map(({ title }) => title)).toEqual(['Prices', 'Opening hours']);
  await act('press', { conversation: talk, option: 'Prices' });
  await settle();
  await poll();
  expect((await wordsIn(talk)).slice(1)).toEqual(['outgoing What do you want to know?', 'outgoing A haircut is 20']);
});

test('buttons that WhatsApp sent are options of the message that operators see', async () => {
  const talk = await write('79160000006', { text: 'menu' });
  await poll();
  const question = (await written(talk)).at(-1)!;
  expect(question).toMatchObject({ kind: 'outgoing', contentType: 'input_select' });
  expect(question.contentAttributes.items?.map(({ title }) => title)).toEqual(['Prices', 'Opening hours']);
  await write('79160000006', { button: 1 });
  // WhatsApp takes a message to one person in six seconds of the machine's time.
  for (let attempt = 0; attempt < 10 && (await wordsIn(talk)).length < 4; attempt++) {
    await sleep(1_000);
    await poll();
  }
  expect((await wordsIn(talk)).slice(2)).toEqual(['incoming Prices', 'outgoing A haircut is 20']);
});

test('inboxes of every account are offered, and a channel is shown in the account that was chosen', async () => {
  const desk = (await call(getDesk, { token, params: { connectionId } })).body;
  expect(desk.accounts.map(({ title }) => title)).toEqual(['Студия Ромашка', 'Студия Лаванда']);
  expect(new Set(desk.inboxes.map(({ branchId }) => branchId))).toEqual(new Set(branchIds));
  const branchId = desk.accounts[1]!.branchId;
  const params = { connectionId, channelId };
  const moved = await call(switchDeskChannel, { token, params, body: { isOn: true, branchId } });
  expect(moved.body).toMatchObject({ isOn: true, branchId, failure: null });
  const phone = '79160000007';
  const talk = await write(phone, { text: 'Good day' }, 1);
  expect(await wordsIn(talk, 1)).toEqual(['incoming Good day']);
  await act('staff-says', { account: 2, conversation: talk, text: 'Hello from Lavanda' });
  await settle();
  await poll();
  expect(await received(phone)).toEqual(['text Hello from Lavanda']);

  const inbox = desk.inboxes.find((one) => one.branchId === branchId)!;
  const inboxId = inbox.externalId;
  await call(switchDeskInbox, { token, params: { connectionId, inboxId }, body: { isOn: true } });
  const { conversationId: other } = await world.control<Message>('POST', '/chatwoot/person-says', {
    account: 2,
    inbox: Number(inboxId),
    text: 'menu',
    name: 'Lada',
  });
  await settle();
  expect((await wordsIn(other, 1)).at(-1)).toBe('outgoing What do you want to know?');
  await call(switchDeskChannel, { token, params, body: { isOn: true, branchId: desk.accounts[0]!.branchId } });
});

test('once the payload of a person’s reply is answered, no message of a bot leaves', async () => {
  const phone = '79160000008';
  const talk = await write(phone, { text: 'Good day' });
  // The client asks the bot, and before its turn has come a person replies.
  await world.control('POST', '/d360/inbound', { from: phone, text: 'menu' });
  await act('staff-says', { conversation: talk, text: 'I will help' });
  await world.control('POST', '/settle', {});
  const { webhooks } = await world.control<Webhooks>('GET', '/webhooks?channel=chatwoot');
  expect(webhooks.filter(({ body }) => body.includes('I will help')).map(({ lastStatus }) => lastStatus)).toContain(
    200,
  );
  await settle();
  await poll();
  expect(await received(phone)).toEqual(['text I will help']);
});

test('a secret that does not match is reported on the connection, and replies arrive all the same', async () => {
  const phone = '79160000009';
  const talk = await write(phone, { text: 'Good day' });
  await poll();
  await world.control('POST', '/chatwoot/secrets', { secret: 'a-new-secret' });
  await act('staff-says', { conversation: talk, text: 'Hello' });
  await settle();
  await poll();
  const [connection] = (await call(listConnections, { token, query: { kind: 'chatwoot' } })).body.connections;
  expect(connection?.signatures).toMatchObject({ isVerified: true, failedAt: expect.any(String) });
  expect(connection?.signatures?.failures).toBeGreaterThan(0);
  expect(await received(phone)).toEqual(['text Hello']);
  const pasted = await call(changeSignatures, { token, params: { connectionId }, body: { secret: 'a-new-secret' } });
  expect(pasted.body.signatures).toEqual({ isVerified: true, failures: 0, failedAt: null });
});
