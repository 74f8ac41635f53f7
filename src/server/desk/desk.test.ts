import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { connectBranches, type ConnectionId, offerBranches, removeConnection } from '#contract/connections/calls.ts';
import { addNote, replyToConversation } from '#contract/conversations/answers.ts';
import { createScriptBot, ScriptBotSettings } from '#contract/chatbots/scripts.ts';
import { type ConversationId, getConversation, getThread, listConversations } from '#contract/conversations/calls.ts';
import { getDesk, switchDeskChannel, switchDeskInbox } from '#contract/desk/calls.ts';
import { newSecrets } from '#server/channels/storage/secrets.ts';
import type { TalkMessageFacts } from '#server/connections/talk-port.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { applyStatuses } from '#server/delivery/statuses/status-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { aFakeChannel, type FakeChannel } from '#server/testing/world/fake-channel.ts';
import { aFakeDesk, type FakeDesk } from '#server/testing/world/fake-desk.ts';
import { recordItems } from './receiving-actions.ts';
import type { TalkItem } from './source.ts';

const NOON = '2026-03-02T09:00:00Z';
const PHONE = '+79160000001';

let desk: FakeDesk;
let whatsApp: FakeChannel;
const server = await testServer({
  now: NOON,
  providers: () => ({
    channels: new Map([
      ['dialog360', { ...aFakeChannel(), send: (order) => whatsApp.send(order) }],
      ['chatwoot', { ...aFakeDesk(() => server.clock).channel, send: (order) => desk.channel.send(order) }],
    ]),
    sourceProviders: new Map([
      [
        'chatwoot',
        {
          ...aFakeDesk(() => server.clock).source,
          get talks() {
            return desk.source.talks!;
          },
        },
      ],
    ]),
    marketplaces: new Map(),
    payments: null,
  }),
});
const { call, clock, ctx, owner, runJobs } = server;
const rows = builders(owner);

let cabinet: SignedUp;
let connectionId: ConnectionId;
let channelId: ChannelId;

beforeEach(async () => {
  await owner.query('update connections set removed_at = now()');
  await owner.query('delete from graphile_worker._private_jobs');
  await clock.set(NOON);
  desk = aFakeDesk(() => clock);
  whatsApp = aFakeChannel();
  cabinet = await server.signUp();
  const { token, tenantId } = cabinet;
  const credentials = ctx.vault.seal(tenantId, newSecrets(tenantId, { apiKey: 'key' }));
  const channel = await rows.aChannel({ tenantId, kind: 'dialog360', title: 'WhatsApp', credentials });
  channelId = ChannelId.parse(channel.id);
  const offer = await call(offerBranches, { token, body: { kind: 'chatwoot', accessToken: 'secret' } });
  const body = { kind: 'chatwoot' as const, ticket: offer.body.ticket, branchExternalIds: ['account-1'] };
  connectionId = (await call(connectBranches, { token, body })).body.id;
  await runJobs();
});

const inTenant = <T>(work: Parameters<typeof withTenant<typeof ctx, T>>[2]) => withTenant(ctx, cabinet.tenantId, work);

/** Runs what is due, with the writes that follow from it. */
async function settle(): Promise<void> {
  for (const seconds of [0, 3, 3]) {
    await clock.advance({ seconds });
    await runJobs();
  }
}

/** A contact writes on WhatsApp. */
async function write(text: string): Promise<ConversationId> {
  const received = await inTenant((scope) =>
    receiveMessage(
      scope,
      { id: channelId, traits: traitsOf('dialog360') },
      {
        kind: 'message',
        providerMessageId: randomUUID(),
        at: clock.now(),
        from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Anna', language: null },
        content: 'text',
        text,
        buttonId: null,
        quotedProviderId: null,
        media: null,
        sharedPhone: null,
        startToken: null,
        callbackId: null,
      },
    ),
  );
  await settle();
  return received!.conversationId;
}

const deliver = (...items: TalkItem[]) => inTenant((scope) => recordItems(scope, connectionId, items));

/** A payload of the desk arrives. */
async function post(message: TalkMessageFacts): Promise<void> {
  await deliver({ message });
  await settle();
}

const showWhatsApp = (isOn = true) =>
  call(switchDeskChannel, { token: cabinet.token, params: { connectionId, channelId }, body: { isOn } });
const answerInbox = (isOn = true) =>
  call(switchDeskInbox, { token: cabinet.token, params: { connectionId, inboxId: '1' }, body: { isOn } });
const shown = () =>
  [...desk.talks.values()].flatMap(({ messages }) =>
    messages.map(({ author, text, isPrivate }) => `${isPrivate ? 'note' : author}: ${text}`),
  );
const onlyTalk = () => [...desk.talks.values()][0]!;
const sent = () => whatsApp.sent.map(({ message }) => message.text);
const conversationOf = async (conversationId: ConversationId) =>
  (await call(getConversation, { token: cabinet.token, params: { conversationId } })).body;
const itemsOf = async (conversationId: ConversationId) =>
  (await call(getThread, { token: cabinet.token, params: { conversationId } })).body.items;
/** Minutes pass: the desk is polled, and writes are tried again. */
async function wait(minutes: number): Promise<void> {
  await clock.advance({ minutes });
  await server.runRepeated('connections.poll-every-1-minutes');
  await server.runRepeated('connections.queue-due-commands');
  await settle();
}

/** A bot that answers one word. */
const aBot = () =>
  call(createScriptBot, {
    token: cabinet.token,
    body: {
      settings: ScriptBotSettings.parse({
        title: 'Menu',
        isEnabled: true,
        triggers: [{ kind: 'words', words: ['menu'], stepId: null }],
        steps: [{ id: 'prices', kind: 'message', texts: { default: 'A haircut is 20' }, buttons: [] }],
      }),
    },
  });

const onlyConversation = async () => {
  const { items } = (await call(listConversations, { token: cabinet.token })).body;
  expect(items).toHaveLength(1);
  return items[0]!.id;
};

test('what a contact and a member write on a channel that is shown appears in the desk once, in order', async () => {
  await showWhatsApp();
  const conversationId = await write('Good day');
  const { token } = cabinet;
  const body = { requestId: randomUUID(), text: 'How can we help?', fileId: null, template: null, lastSeenId: null };
  await call(replyToConversation, {
    token,
    params: { conversationId },
    body: { ...body, evenIfAnswered: false, channelId: null },
  });
  await settle();
  await call(addNote, { token, params: { conversationId }, body: { requestId: randomUUID(), text: 'A regular' } });
  await settle();
  expect(shown()).toEqual(['contact: Good day', 'bot: How can we help?', 'note: A regular']);
  expect(desk.talks.size).toBe(1);
});

test('a message whose write had no answer is looked up, and appears once', async () => {
  await showWhatsApp();
  desk.outcomes.push({ kind: 'unknown', text: 'timeout' });
  await write('Good day');
  await write('Are you there?');
  expect(shown()).toEqual(['contact: Good day']);
  await wait(1);
  expect(shown()).toEqual(['contact: Good day', 'contact: Are you there?']);
});

test('a reply written in the desk is sent to the contact once, and what became of it is written back', async () => {
  await showWhatsApp();
  const conversationId = await write('Good day');
  const message = desk.write(onlyTalk().externalId, { author: 'person', text: 'Hello from Olga' });
  await Promise.all([deliver({ message }), deliver({ message })]);
  await post(message);
  expect(sent()).toEqual(['Hello from Olga']);
  const [item] = await itemsOf(conversationId);
  expect(item).toMatchObject({ text: 'Hello from Olga', by: { name: 'Olga' } });
  const { rows: found } = await owner.query('select provider_message_id as id from messages where id = $1', [item!.id]);
  await inTenant((scope) =>
    applyStatuses(scope, { id: channelId, kind: 'dialog360', traits: traitsOf('dialog360') }, [
      {
        kind: 'status',
        providerMessageId: String(found[0]!['id']),
        reference: null,
        status: 'read',
        at: clock.now(),
        errorClass: null,
        code: null,
        text: null,
      },
    ]),
  );
  await settle();
  expect(desk.statuses).toEqual([`${message.externalId} sent`, `${message.externalId} read`]);
  expect(shown()).toEqual(['contact: Good day', 'person: Hello from Olga']);
});

test('a reply written in the desk silences the bots at once', async () => {
  await showWhatsApp();
  const conversationId = await write('Good day');
  const message = desk.write(onlyTalk().externalId, { author: 'person', text: 'Hello' });
  await deliver({ message });
  expect((await conversationOf(conversationId)).botsSilentUntil).not.toBeNull();
});

test('a note of an operator is kept as a note, is not sent, and silences nobody', async () => {
  await showWhatsApp();
  const conversationId = await write('Good day');
  await post(desk.write(onlyTalk().externalId, { author: 'person', text: 'Call her back', isPrivate: true }));
  expect(sent()).toEqual([]);
  const [item] = await itemsOf(conversationId);
  expect(item).toMatchObject({ kind: 'note', text: 'Call her back', by: { memberId: null, name: 'Olga' } });
  expect((await conversationOf(conversationId)).botsSilentUntil).toBeNull();
  expect(shown()).toEqual(['contact: Good day', 'note: Call her back']);
});

test('a contact who writes in an inbox of the desk is in our conversations once, however the message arrives', async () => {
  const on = await answerInbox();
  expect(on.body).toMatchObject({ name: 'Website', isOn: true, failure: null });
  const talk = desk.aTalk('1');
  const message = desk.write(talk.externalId, { author: 'contact', text: 'Do you work on Sunday?' });
  await Promise.all([deliver({ message }), deliver({ message })]);
  await settle();
  const { rows: found } = await owner.query(
    'select conversation_id as id, text from inbound_messages where tenant_id = $1',
    [cabinet.tenantId],
  );
  expect(found.map(({ text }) => text)).toEqual(['Do you work on Sunday?']);
});

test('an answer in an inbox of the desk is written there once, and its own payload is recognised', async () => {
  await answerInbox();
  const talk = desk.aTalk('1');
  await post(desk.write(talk.externalId, { author: 'contact', text: 'Good day' }));
  const conversationId = await onlyConversation();
  const body = { requestId: randomUUID(), text: 'Yes', fileId: null, template: null, lastSeenId: null };
  await call(replyToConversation, {
    token: cabinet.token,
    params: { conversationId },
    body: { ...body, evenIfAnswered: false, channelId: null },
  });
  await settle();
  const echo = onlyTalk().messages.at(-1)!;
  await post({ ...echo, talk });
  expect(shown()).toEqual(['contact: Good day', 'bot: Yes']);
  expect((await itemsOf(conversationId)).map(({ direction, text }) => `${direction} ${text}`)).toEqual([
    'out Yes',
    'in Good day',
  ]);
});

test('an answer of an operator in an inbox of the desk is recorded as written by a person', async () => {
  await answerInbox();
  const talk = desk.aTalk('1');
  await post(desk.write(talk.externalId, { author: 'contact', text: 'Good day' }));
  const conversationId = await onlyConversation();
  await post(desk.write(talk.externalId, { author: 'person', text: 'Hello from Olga' }));
  expect((await itemsOf(conversationId))[0]).toMatchObject({ direction: 'own', text: 'Hello from Olga' });
  expect((await conversationOf(conversationId)).botsSilentUntil).not.toBeNull();
});

test('a talk that is resolved closes the conversation, and a pending one is the bots’ again', async () => {
  await showWhatsApp();
  const conversationId = await write('Good day');
  const { externalId } = onlyTalk();
  await post(desk.write(externalId, { author: 'person', text: 'Hello' }));
  await clock.advance({ seconds: 1 });
  await deliver({ talk: desk.setState(externalId, 'pending') });
  expect((await conversationOf(conversationId)).botsSilentUntil).toBeNull();
  await clock.advance({ seconds: 1 });
  await deliver({ talk: desk.setState(externalId, 'resolved') });
  expect((await conversationOf(conversationId)).state).toBe('closed');
});

test('a conversation that waits for a person is open in the desk', async () => {
  await answerInbox();
  const talk = desk.aTalk('1');
  await post(desk.write(talk.externalId, { author: 'contact', text: 'A person, please' }));
  expect(onlyTalk().state).toBe('open');
});

test('the switches may be repeated, and what is off is neither answered nor shown', async () => {
  await Promise.all([showWhatsApp(), answerInbox()]);
  await Promise.all([showWhatsApp(), answerInbox()]);
  const { token } = cabinet;
  const page = async () => (await call(getDesk, { token, params: { connectionId } })).body;
  expect(await page()).toMatchObject({
    inboxes: [{ externalId: '1', isOn: true }],
    inboxesFailure: null,
    channels: [{ channelId, isOn: true, waitingCount: 0, failedCount: 0 }],
  });
  await showWhatsApp(false);
  await answerInbox(false);
  expect(await page()).toMatchObject({ inboxes: [{ isOn: false }], channels: [{ isOn: false }] });
  expect(desk.inboxes.map(({ key, hasBot }) => ({ key, hasBot }))).toEqual([
    { key: null, hasBot: false },
    { key: channelId, hasBot: false },
  ]);
  await write('Good day');
  await post(desk.write(desk.aTalk('1').externalId, { author: 'contact', text: 'Hello' }));
  expect(shown()).toEqual(['contact: Hello']);
});

test('a desk that is disconnected gets no new messages', async () => {
  await showWhatsApp();
  await answerInbox();
  await call(removeConnection, { token: cabinet.token, params: { connectionId } });
  await settle();
  await write('Good day');
  expect(shown()).toEqual([]);
  const { rows: found } = await owner.query(
    `select removed_at is not null as gone from channels where tenant_id = $1 and kind = 'chatwoot'`,
    [cabinet.tenantId],
  );
  expect(found).toEqual([{ gone: true }]);
});

test('a reply whose payload was lost is found by the poll, sent once, and silences the bots', async () => {
  await aBot();
  await showWhatsApp();
  const conversationId = await write('Good day');
  await wait(2);
  const lost = desk.write(onlyTalk().externalId, { author: 'person', text: 'Hello from Olga' });
  const later = desk.write(onlyTalk().externalId, { author: 'person', text: 'Are you still there?' });
  await post(later);
  await wait(2);
  await wait(2);
  expect(sent().toSorted()).toEqual(['Are you still there?', 'Hello from Olga']);
  await post(lost);
  expect(sent()).toHaveLength(2);
  expect((await conversationOf(conversationId)).botsSilentUntil).not.toBeNull();
  await write('menu');
  expect(sent()).toHaveLength(2);
});

test('what was written before a channel was shown is not sent by the poll', async () => {
  await showWhatsApp();
  await write('Good day');
  const { externalId } = onlyTalk();
  desk.write(externalId, { author: 'person', text: 'Old', createdAt: clock.now().subtract({ hours: 1 }) });
  await wait(2);
  expect(sent()).toEqual([]);
});

test('a bot answers in an inbox of the desk once, and no more after a person wrote', async () => {
  await aBot();
  await answerInbox();
  const { externalId } = desk.aTalk('1');
  const request = () => post(desk.write(externalId, { author: 'contact', text: 'menu' }));
  await request();
  await wait(2);
  expect(shown()).toEqual(['contact: menu', 'bot: A haircut is 20']);
  await post(desk.write(externalId, { author: 'person', text: 'I will help' }));
  await request();
  await wait(2);
  expect(shown()).toEqual(['contact: menu', 'bot: A haircut is 20', 'person: I will help', 'contact: menu']);
  await clock.advance({ seconds: 1 });
  await deliver({ talk: desk.setState(externalId, 'pending') });
  await request();
  expect(shown().at(-1)).toBe('bot: A haircut is 20');
});

test('bots leave a talk of an inbox that people have opened', async () => {
  await aBot();
  await answerInbox();
  const { externalId } = desk.aTalk('1', 'open');
  await post(desk.write(externalId, { author: 'contact', text: 'menu' }));
  expect(shown()).toEqual(['contact: menu']);
});

test('the answer of a bot that waits to be sent gives way to a person who writes meanwhile', async () => {
  await aBot();
  await showWhatsApp();
  await owner.query(`update channels set state = 'NotAuthorized' where id = $1`, [channelId]);
  const conversationId = await write('menu');
  await post(desk.write(onlyTalk().externalId, { author: 'person', text: 'I will help' }));
  await owner.query(`update channels set state = 'Authorized' where id = $1`, [channelId]);
  await server.runJob('delivery.dispatch-channel', { tenantId: cabinet.tenantId, channelId });
  await wait(2);
  expect(sent()).toEqual(['I will help']);
  const items = await itemsOf(conversationId);
  expect(items.find(({ text }) => text === 'A haircut is 20')?.failure?.errorClass).toBe('answered_by_person');
});
