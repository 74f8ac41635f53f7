import { randomUUID } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import { beforeEach, expect, test } from 'vitest';
import * as channels from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { type Conversation, type ConversationId, listConversations } from '#contract/conversations/calls.ts';
import { markAnswered } from '#contract/conversations/work.ts';
import { createProviders } from '#server/app/providers.ts';
import { listUsableChannels, takePayloads } from '#server/channels/storage/actions.ts';
import { optOut } from '#server/contacts/book/actions.ts';
import { startToken } from '#server/contacts/book/link-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { finishInbox } from '#server/platform/webhooks/inbox.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';
import { noteAnswer, receiveBlock, receiveMessage, setNeedsPerson } from './inbound/actions.ts';
import { listUnhandled } from './inbound/inbound-queries.ts';

const NOW = '2026-03-02T08:00:00Z';
const world = await simulateWorld(NOW);
const env = messengersIn(world);
const server = await testServer({ env, now: NOW });
server.ctx.config.publicUrl = server.origin;
const { call, clock, owner, ctx } = server;
const providers = createProviders(ctx);
const { aContact, aConversation } = builders(owner);

const ANNA = '79160000001';
let cabinet: SignedUp;
let [whatsAppId, botId] = ['', ''];

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  await clock.set(NOW);
  cabinet = await server.signUp();
  const { token } = cabinet;
  const whatsApp = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  whatsAppId = (await call(channels.connectChannel, { token, body: whatsApp })).body.id;
  const bot = { kind: 'telegram_bot' as const, token: '700000001:DEMO-bot-token' };
  botId = (await call(channels.connectChannel, { token, body: bot })).body.id;
});

/** Handles payloads as upper rooms do, as far as it concerns conversations; without bots and the ledger. */
async function readPayloads(): Promise<void> {
  const reading = { ...ctx, providers: providers.channels };
  await withTenant(reading, cabinet.tenantId, async (scope) => {
    for (const channel of await listUsableChannels(scope)) {
      const payloads = await takePayloads(scope, channel.id, 100);
      for (const event of payloads.flatMap(({ events }) => events)) {
        if (event.kind === 'message') await receiveMessage(scope, channel, event);
        else if (event.kind === 'blocked' || event.kind === 'unblocked') await receiveBlock(scope, channel, event);
      }
      const ids = payloads.map(({ inboxId }) => inboxId);
      await finishInbox(scope, ids, 'done', null);
    }
  });
}

/** Lets a person act on a simulated phone, and handles the resulting payloads. */
async function happen(path: string, body: Record<string, unknown>): Promise<void> {
  await world.control('POST', path, { from: ANNA, ...body });
  await world.control('POST', '/settle', {});
  await readPayloads();
}
const writes = (body: Record<string, unknown>) => happen('/d360/inbound', body);

/** Posts a body as 360dialog would. */
async function post(body: unknown): Promise<void> {
  type Webhooked = { webhook: { url: string; headers: Record<string, string> } };
  const { numbers } = await world.control<{ numbers: Webhooked[] }>('GET', '/d360');
  const { url, headers } = numbers[0]!.webhook;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect((await fetch(url, { method: 'POST', headers, body: text })).status).toBe(200);
  await readPayloads();
}

const list = async (query = {}) => (await call(listConversations, { token: cabinet.token, query })).body;
async function only(): Promise<Conversation> {
  const { items } = await list();
  expect(items).toHaveLength(1);
  return items[0]!;
}
const inTenant = <T>(work: (scope: ActionScope) => Promise<T>) => withTenant(ctx, cabinet.tenantId, work);
const waiting = (id: ConversationId) => inTenant((scope) => listUnhandled(scope, id));
const rows = async (text: string, ...values: unknown[]) =>
  (await owner.query(`${text} order by 1`, [cabinet.tenantId, ...values])).rows;
const optOuts = () => rows('select source, scope, channel_id from opt_outs where tenant_id = $1 and lifted_at is null');
const events = async (kind: string) =>
  (await rows('select recorded_at, facts from events where tenant_id = $1 and kind = $2', kind)).map(
    ({ facts }) => facts,
  );

test('a contact’s first message creates a conversation, with name and phone', async () => {
  await writes({ text: 'Хочу записаться', name: 'Анна' });
  const conversation = await only();
  expect(conversation).toMatchObject({
    phone: `+${ANNA}`,
    channelId: whatsAppId,
    channelKind: 'dialog360',
    lastText: 'Хочу записаться',
    lastMessageAt: clock.now().toString(),
    needsPersonSince: null,
  });
  expect(conversation.contactName).not.toBe('');
  expect(await waiting(conversation.id)).toMatchObject([{ kind: 'text', text: 'Хочу записаться' }]);
  expect(await events('message.received')).toMatchObject([{ conversationId: conversation.id }]);
});

test('a repeated payload is stored once', async () => {
  await writes({ text: 'Да' });
  const { webhooks } = await world.control<{ webhooks: { id: string }[] }>('GET', '/webhooks?channel=d360');
  await world.control('POST', `/webhooks/${webhooks.at(-1)!.id}/repeat`, {});
  await readPayloads();
  expect(await waiting((await only()).id)).toHaveLength(1);
  expect(await events('message.received')).toHaveLength(1);
});

test('the same message in another payload is stored once', async () => {
  const message = { from: ANNA, id: 'w1', timestamp: '1772438400', type: 'text', text: { body: 'Да' } };
  await post({ messages: [message] });
  await post({ messages: [message], contacts: [{ wa_id: ANNA, profile: { name: 'Анна' } }] });
  expect(await waiting((await only()).id)).toHaveLength(1);
  expect(await rows('select state from inbox where tenant_id = $1')).toEqual([{ state: 'done' }, { state: 'done' }]);
});

test('a forged webhook has no effect', async () => {
  await writes({ text: 'Да' });
  const { webhooks } = await world.control<{ webhooks: { id: string }[] }>('GET', '/webhooks?channel=d360');
  const forged = await world.control('POST', `/webhooks/${webhooks.at(-1)!.id}/repeat`, { forge: true });
  expect(forged).toEqual({ status: 401 });
  expect(await rows('select id from inbox where tenant_id = $1')).toHaveLength(1);
});

test('a contact who hides their number later is still recognised', async () => {
  await writes({ text: 'Это я' });
  const before = await only();
  await writes({ text: 'И это я', omitFrom: true });
  expect(await only()).toMatchObject({ id: before.id, contactId: before.contactId, lastText: 'И это я' });
});

test('a contact known by phone is recognised when they write', async () => {
  const known = await aContact({ tenantId: cabinet.tenantId, phone: `+${ANNA}`, name: 'Анна Иванова' });
  await writes({ text: 'Да' });
  expect(await only()).toMatchObject({ contactId: known.id, contactName: 'Анна Иванова' });
});

test('a message opens the window for a day; a reaction does not, and needs no answer', async () => {
  const from = { from: ANNA, from_user_id: 'RU.1' };
  await post({ messages: [{ ...from, id: 'w1', timestamp: '1772438400', type: 'text', text: { body: 'Да' } }] });
  const windows = await rows('select window_until from contact_addresses where tenant_id = $1');
  expect(windows).toEqual([{ window_until: Temporal.Instant.from('2026-03-03T08:00:00Z') }]);

  const reaction = { message_id: 'w0', emoji: '👍' };
  await post({ messages: [{ ...from, id: 'w2', timestamp: '1772442000', type: 'reaction', reaction }] });
  expect(await rows('select window_until from contact_addresses where tenant_id = $1')).toEqual(windows);
  const conversation = await only();
  expect(conversation.lastText).toBe('👍');
  expect(await waiting(conversation.id)).toMatchObject([{ text: 'Да' }]);
});

test('"stop" applies at once, for every channel, and no bot answers it', async () => {
  await writes({ text: ' Стоп! ' });
  expect(await optOuts()).toEqual([{ source: 'word', scope: 'all', channel_id: null }]);
  expect(await waiting((await only()).id)).toEqual([]);
});

test('"start" lifts it, but not a member’s opt-out', async () => {
  await writes({ text: 'СТОП' });
  await writes({ text: 'старт' });
  expect(await optOuts()).toEqual([]);
  const contactId = ContactId.parse((await only()).contactId);
  await inTenant((scope) => optOut(scope, { contactId, scope: 'all', source: 'member' }));
  await writes({ text: 'Старт' });
  expect(await optOuts()).toEqual([{ source: 'member', scope: 'all', channel_id: null }]);
});

test.each([
  ['optout:all', 'all'],
  ['optout', 'all'],
  ['optout:marketing', 'marketing'],
])('a tap at a button %s opts out of %s', async (id, scope) => {
  await writes({ button: { id, title: 'Больше не писать' } });
  expect(await optOuts()).toEqual([{ source: 'button', scope, channel_id: null }]);
});

test('a word in a sentence is no opt-out', async () => {
  await writes({ text: 'Не стоп, я приду' });
  expect(await optOuts()).toEqual([]);
  expect(await waiting((await only()).id)).toHaveLength(1);
});

test('a contact who blocks the bot gets nothing there until they unblock it', async () => {
  await happen('/tg/inbound', { start: 'x' });
  await happen('/tg/block', {});
  expect(await optOuts()).toEqual([{ source: 'provider', scope: 'all', channel_id: botId }]);
  expect(await rows('select state from contact_addresses where tenant_id = $1')).toEqual([{ state: 'blocked' }]);
  await happen('/tg/unblock', {});
  expect(await optOuts()).toEqual([]);
  expect(await rows('select state from contact_addresses where tenant_id = $1')).toEqual([{ state: 'reachable' }]);
});

test('an unknown contact who presses Start should be asked for the phone; their own contact card identifies them', async () => {
  await happen('/tg/inbound', { text: '/start' });
  const { id } = await only();
  expect(await waiting(id)).toEqual([]);
  expect(await events('conversations.contact_unknown')).toEqual([{ conversationId: id }]);
  expect(await events('conversations.replied_to')).toEqual([]);

  const known = await aContact({ tenantId: cabinet.tenantId, phone: `+${ANNA}`, name: 'Анна Иванова' });
  await happen('/tg/inbound', { contact: true });
  expect(await only()).toMatchObject({ id, contactId: known.id, phone: `+${ANNA}` });
  expect(await waiting(id)).toEqual([]);
});

test('a start link identifies the contact, and nothing is asked', async () => {
  const known = await aContact({ tenantId: cabinet.tenantId, phone: '+79169998877', name: 'Мария' });
  await happen('/tg/inbound', { start: startToken(ctx, cabinet.tenantId, known.id) });
  expect(await only()).toMatchObject({ contactId: known.id, contactName: 'Мария' });
  expect(await events('conversations.contact_unknown')).toEqual([]);
});

test('an answer refers to the message it answers', async () => {
  await writes({ text: 'Да' });
  const { contactId, id } = await only();
  expect(await events('conversations.replied_to')).toEqual([
    { conversationId: id, contactId, channelId: whatsAppId, quotedProviderId: null, at: expect.any(String) },
  ]);
});

test('a tap is stored with its button', async () => {
  await writes({ button: { id: 'confirm:1', title: 'Подтвердить' } });
  expect(await waiting((await only()).id)).toMatchObject([
    { kind: 'button', buttonId: 'confirm:1', text: 'Подтвердить' },
  ]);
});

test('an unreadable webhook is shown in the health of its channel, and the next one is processed', async () => {
  await post('{"broken');
  await writes({ text: 'Да' });
  const { body } = await call(channels.getChannel, { token: cabinet.token, params: { channelId: whatsAppId } });
  expect(body).toMatchObject({ unreadableCount: 1, unreadable: [{ body: '{"broken' }] });
  expect(body.unreadable[0]!.problem).toContain('Not JSON');
  expect(await rows('select kind from notices where tenant_id = $1')).toEqual([{ kind: 'hook_unreadable' }]);
  expect((await only()).lastText).toBe('Да');
});

test('a conversation waits for a member until one marks it as answered', async () => {
  await writes({ text: 'Можно человека?' });
  const { id } = await only();
  const since = clock.now();
  await inTenant((scope) => setNeedsPerson(scope, id, 'asked_for_person'));
  await clock.advance({ minutes: 5 });
  await inTenant((scope) => setNeedsPerson(scope, id, 'not_understood'));
  expect((await list({ list: 'waiting' })).items).toMatchObject([
    { id, needsPersonSince: since.toString(), needsPersonReason: 'not_understood' },
  ]);
  expect((await list({ list: 'closed' })).items).toEqual([]);

  const answered = { token: cabinet.token, params: { conversationId: id } };
  expect((await call(markAnswered, answered)).status).toBe(200);
  expect((await list({ list: 'waiting' })).items).toEqual([]);
  expect(await rows('select kind, resolved_at from notices where tenant_id = $1')).toEqual([
    { kind: 'needs_person', resolved_at: clock.now() },
  ]);
  expect((await call(markAnswered, answered)).status).toBe(200);
});

test('an answer moves its conversation to the top, unless something later was said', async () => {
  await writes({ text: 'Да' });
  const { id, contactId } = await only();
  const answer = { conversationId: id, contactId, direction: 'out' as const, kind: 'text' as const };
  const at = clock.now().add({ minutes: 1 });
  const before = clock.now().subtract({ hours: 1 });
  await inTenant(async (scope) => {
    await noteAnswer(scope, { ...answer, itemId: randomUUID(), text: 'Ждём вас', at });
    await noteAnswer(scope, { ...answer, itemId: randomUUID(), text: 'Давно', at: before });
  });
  expect(await only()).toMatchObject({ id, lastText: 'Ждём вас', lastDirection: 'out', lastMessageAt: at.toString() });
});

test('of each day the first message that needs an answer is kept, with the first answer to it', async () => {
  const days = () => rows('select day::text, inquired_at, answered_at from conversation_days where tenant_id = $1');
  const inquired = clock.now();
  await writes({ text: 'Есть время завтра?' });
  const day = inquired.toZonedDateTimeISO('Europe/Moscow').toPlainDate().toString();
  expect(await days()).toEqual([{ day, inquired_at: inquired, answered_at: null }]);
  await clock.advance({ minutes: 5 });
  await writes({ text: 'Вы здесь?' });
  const { id, contactId } = await only();
  const answer = { conversationId: id, contactId, direction: 'out' as const, kind: 'text' as const, text: 'Да' };
  const [first, second] = [inquired.add({ minutes: 7 }), inquired.add({ minutes: 9 })];
  await inTenant(async (scope) => {
    await noteAnswer(scope, { ...answer, itemId: randomUUID(), at: first });
    await noteAnswer(scope, { ...answer, itemId: randomUUID(), at: second });
  });
  expect(await days()).toEqual([{ day, inquired_at: inquired, answered_at: first }]);
  await clock.advance({ hours: 24 });
  await writes({ text: 'Спасибо' });
  expect(await days()).toHaveLength(1);
});

test('conversations are listed latest first, page by page', async () => {
  const times = ['2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z', '2026-03-01T11:00:00Z', '2026-03-01T12:00:00Z'];
  for (const lastMessageAt of times) await aConversation({ tenantId: cabinet.tenantId, lastMessageAt });
  const first = await list({ limit: 3 });
  const second = await list({ limit: 3, cursor: first.nextCursor! });
  const seen = [...first.items, ...second.items];
  expect(seen.map(({ lastMessageAt }) => lastMessageAt)).toEqual(times.toReversed());
  expect(new Set(seen.map(({ id }) => id)).size).toBe(4);
  expect(second.nextCursor).toBeNull();
  const wrong = await call(listConversations, { token: cabinet.token, query: { cursor: 'made-up' } });
  expect(wrong).toMatchObject({ status: 400, body: { details: { fields: { cursor: ['cursor'] } } } });
});

test("another cabinet's conversations do not exist", async () => {
  const { id } = await aConversation({ tenantId: cabinet.tenantId });
  const { token } = await server.signUp();
  expect((await call(listConversations, { token })).body.items).toEqual([]);
  const answer = await call(markAnswered, { token, params: { conversationId: id } });
  expect(answer).toMatchObject({ status: 404, body: { code: 'conversation.not_found' } });
});
