import { getContactPolicy, setContactPolicy } from '#contract/policy/calls.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ContactId } from '#contract/contacts/calls.ts';
import { getThread } from '#contract/conversations/calls.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import {
  countSkippedMessages,
  getMessageTrace,
  listMessageLog,
  MessageId,
  settleMessage,
} from '#contract/delivery/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testServer } from '#server/testing/server/http.ts';
import { aDraft, type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { type MessageDraft, planMessages, recordVerdicts } from '#server/delivery/planning/actions.ts';
import { retireSender } from '#server/delivery/ledger/sender-actions.ts';

const { call, clock, ctx, db, owner, signUp } = await testServer({ now: '2026-03-02T09:00:00Z' });
const { anAddress, customers, furnish } = ledgerBuilders(owner, ctx.vault);

async function aCabinet(): Promise<{ token: string; business: Business }> {
  const { token, tenantId } = await signUp();
  return { token, business: await furnish(tenantId) };
}

async function aMessage(business: Business, changes: Partial<MessageDraft> = {}) {
  const [recipient] = await customers(business, 1);
  if (!recipient) throw new Error('no customer');
  const content = { text: 'See you at noon', image: null, buttons: [], templates: [] };
  const message = aDraft(business, recipient, { dueAt: clock.now(), useBy: null, content, ...changes });
  const [row] = await withTenant(ctx, business.tenantId, (scope) => planMessages(scope, [message]));
  return { id: MessageId.parse(row?.id), ...recipient };
}

const aVerdict = (business: Business, recipient: Awaited<ReturnType<typeof aMessage>>, messageId: MessageId | null) =>
  withTenant(ctx, business.tenantId, (scope) =>
    recordVerdicts(scope, [
      {
        senderId: business.flowId,
        senderVersion: 1,
        subject: { kind: 'visit', id: recipient.visitId },
        contactId: recipient.contactId,
        step: messageId ? 1 : 2,
        occurrence: 1,
        eventId: null,
        messageId,
        stage: 'plan',
        outcome: messageId ? 'planned' : 'skipped',
        rule: messageId ? 'due' : 'service_differs',
        compared: { wanted: ['Haircut'], got: ['Colour'] },
        until: null,
      },
    ]),
  );

test('the log shows what was sent and what was decided against, newest first, page by page', async () => {
  const { token, business } = await aCabinet();
  const ids: string[] = [];
  for (let minutes = 5; minutes > 0; minutes--) {
    const { id } = await aMessage(business, { dueAt: clock.now().subtract({ minutes }) });
    ids.unshift(id);
  }
  await aVerdict(business, await aMessage(business, { dueAt: clock.now().add({ hours: 1 }) }), null);
  await clock.advance({ seconds: 1 });
  const first = await call(listMessageLog, { token, query: { limit: 4 } });
  expect(first.body.items.map(({ kind, status, rule }) => [kind, status, rule])).toEqual([
    ['verdict', 'skipped', 'service_differs'],
    ['message', 'planned', null],
    ['message', 'planned', null],
    ['message', 'planned', null],
  ]);
  const second = await call(listMessageLog, { token, query: { limit: 4, cursor: first.body.nextCursor ?? '' } });
  expect(second.body.nextCursor).toBeNull();
  const shown = [...first.body.items, ...second.body.items].filter(({ kind }) => kind === 'message');
  expect(shown.map(({ id }) => id)).toEqual(ids);
});

test('what was decided against is counted by reason, and left out of the messages', async () => {
  const { token, business } = await aCabinet();
  const recipient = await aMessage(business, { dueAt: clock.now().subtract({ minutes: 5 }) });
  await aVerdict(business, recipient, null);
  const reasons = async (query: Record<string, string> = {}) =>
    (await call(countSkippedMessages, { token, query })).body.reasons;
  const once = [{ rule: 'service_differs', count: 1 }];
  expect(await reasons()).toEqual(once);
  expect(await reasons({ visitId: recipient.visitId })).toEqual(once);
  expect(await reasons({ contactId: recipient.contactId, senderId: business.flowId })).toEqual(once);
  expect(await reasons({ search: 'nobody of this name' })).toEqual([]);
  expect(await reasons({ to: clock.now().subtract({ hours: 48 }).toString() })).toEqual([]);

  const rows = async (query: Record<string, string>) =>
    (await call(listMessageLog, { token, query })).body.items.map(({ kind, rule }) => [kind, rule]);
  expect(await rows({ status: 'messages' })).toEqual([['message', null]]);
  expect(await rows({ status: 'not_sent', rule: 'service_differs' })).toEqual([['verdict', 'service_differs']]);
  expect(await rows({ status: 'not_sent', rule: 'too_late' })).toEqual([]);
  const { contactId } = recipient;
  expect(await rows({ status: 'not_sent', rule: 'service_differs', contactId })).toHaveLength(1);
});

test('the log is found by status, phone, name, flow and visit', async () => {
  const { token, business } = await aCabinet();
  const anna = await aMessage(business);
  const failed = await aMessage(business);
  await owner.query(`update messages set status = 'failed', reason = 'recipient_invalid' where id = $1`, [failed.id]);
  await owner.query(`update contacts set name = 'Мария Иванова' where id = $1`, [failed.contactId]);
  const found = async (query: Record<string, string>) =>
    (await call(listMessageLog, { token, query })).body.items.map(({ id }) => id);
  expect(await found({ status: 'failed' })).toEqual([failed.id]);
  expect(await found({ status: 'waiting' })).toEqual([anna.id]);
  expect(await found({ status: 'not_sent' })).toEqual([]);
  expect(await found({ search: 'иванов' })).toEqual([failed.id]);
  expect(await found({ search: anna.phone.slice(2) })).toEqual([anna.id]);
  expect(await found({ visitId: anna.visitId })).toEqual([anna.id]);
  expect(await found({ senderId: business.flowId, status: 'failed' })).toEqual([failed.id]);
  expect(await found({ senderId: randomUUID() })).toEqual([]);
});

test('a message has its whole trace: decision, send, statuses, reply', async () => {
  const { token, business } = await aCabinet();
  const anna = await aMessage(business);
  await aVerdict(business, anna, anna.id);
  await owner.query(
    `update messages set status = 'read', accepted_at = due_at, sent_at = due_at + interval '1 s', delivered_at = due_at + interval '2 s',
       read_at = due_at + interval '9 s', replied_at = due_at + interval '60 s' where id = $1`,
    [anna.id],
  );
  await owner.query(`update branches set time_zone = 'Asia/Yekaterinburg' where tenant_id = $1`, [business.tenantId]);
  const { body } = await call(getMessageTrace, { token, params: { entryId: anna.id } });
  expect(body.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'verdict planned',
    'send dialog360',
    'status sent',
    'status delivered',
    'status read',
    'reply replied',
  ]);
  expect(body).toMatchObject({
    entry: { timeZone: 'Asia/Yekaterinburg' },
    visit: { id: anna.visitId, branchTitle: 'Branch' },
  });
});

test('an answer within the second of the send comes after it, though the provider reports whole seconds', async () => {
  const { token, business } = await aCabinet();
  const { id } = await aMessage(business);
  await owner.query(
    `update messages set status = 'sent', accepted_at = due_at + interval '0.6 s', replied_at = due_at where id = $1`,
    [id],
  );
  const { body } = await call(getMessageTrace, { token, params: { entryId: id } });
  expect(body.steps.map(({ kind }) => kind)).toEqual(['send', 'reply']);
});

test('a decision against a message has the compared values', async () => {
  const { token, business } = await aCabinet();
  await aVerdict(business, await aMessage(business), null);
  const { body } = await call(listMessageLog, { token, query: { status: 'not_sent' } });
  const trace = await call(getMessageTrace, { token, params: { entryId: body.items[0]?.id ?? '' } });
  expect(trace.body.steps).toMatchObject([
    { kind: 'verdict', name: 'skipped', rule: 'service_differs', compared: { wanted: ['Haircut'], got: ['Colour'] } },
  ]);
});

test('a cancelled message has one entry, with the compared values', async () => {
  const { token, business } = await aCabinet();
  const anna = await aMessage(business);
  await aVerdict(business, anna, anna.id);
  await owner.query(`update verdicts set outcome = 'cancelled', rule = 'visit_cancelled' where message_id = $1`, [
    anna.id,
  ]);
  await owner.query(`update messages set status = 'cancelled', reason = 'visit_cancelled' where id = $1`, [anna.id]);
  const { body } = await call(getMessageTrace, { token, params: { entryId: anna.id } });
  expect(body.steps).toMatchObject([{ kind: 'verdict', name: 'cancelled', compared: { wanted: ['Haircut'] } }]);
});

test("a message's details link to the contact's chat where there is one", async () => {
  const { token, business } = await aCabinet();
  const { id, contactId, phone } = await aMessage(business);
  const chat = async () => (await call(getMessageTrace, { token, params: { entryId: id } })).body.conversationId;
  expect(await chat()).toBeNull();
  const conversationId = await aThread(business, 1, { contactId, phone });
  expect(await chat()).toBe(conversationId);
});

test('a trace links to its flow while it exists', async () => {
  const { token, business } = await aCabinet();
  const { id } = await aMessage(business);
  const isThere = async () => (await call(getMessageTrace, { token, params: { entryId: id } })).body.isSenderThere;
  expect(await isThere()).toBe(true);
  await withTenant({ db }, business.tenantId, (scope) => retireSender(scope, business.flowId, clock.now()));
  expect(await isThere()).toBe(false);
});

test('a message of another tenant is not found', async () => {
  const { token } = await aCabinet();
  const { business } = await aCabinet();
  const { id } = await aMessage(business);
  expect(await call(getMessageTrace, { token, params: { entryId: id } })).toMatchObject({
    status: 404,
    body: { code: 'message.not_found' },
  });
  const settled = await call(settleMessage, { token, params: { messageId: id }, body: { as: 'arrived' } });
  expect(settled).toMatchObject({ status: 404, body: { code: 'message.not_found' } });
});

test('a message with a known outcome cannot be resolved', async () => {
  const { token, business } = await aCabinet();
  const { id } = await aMessage(business);
  const settle = () => call(settleMessage, { token, params: { messageId: id }, body: { as: 'send_again' } });
  expect(await settle()).toMatchObject({
    status: 409,
    body: { code: 'message.wrong_status', details: { status: 'planned' } },
  });
  await owner.query(`update messages set status = 'unknown' where id = $1`, [id]);
  expect(await settle()).toMatchObject({ status: 200 });
});

test('the contact policy is stored as it was set', async () => {
  const { token } = await aCabinet();
  const policy = { quietFromHour: 23, quietToHour: 7, marketingLimit: 2, marketingDays: 30, senderOrder: [] };
  expect(await call(setContactPolicy, { token, body: policy })).toMatchObject({ status: 200, body: policy });
  expect((await call(getContactPolicy, { token })).body).toEqual(policy);
  expect(await call(setContactPolicy, { token, body: { ...policy, quietFromHour: 24 } })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid' },
  });
});

async function aThread(business: Business, windowHours: number, of?: { contactId: ContactId; phone: string }) {
  const { contactId, phone } = of ?? (await aMessage(business));
  const addressId = await anAddress(business, contactId, { channelUserId: phone.slice(1), phone, windowHours });
  await owner.query(
    `update contact_addresses set window_until = $2::timestamptz + $3 * interval '1 hour' where id = $1`,
    [addressId, clock.now().toString(), windowHours],
  );
  const id = randomUUID();
  await owner.query(
    `insert into conversations (tenant_id, id, contact_id, channel_id, talk_channel_id, address_id, last_message_at, needs_person_since, needs_person_reason)
     values ($1, $2, $3, $4, $4, $5, $6, $6, 'not_understood')`,
    [business.tenantId, id, contactId, business.channelId, addressId, clock.now().toString()],
  );
  return id;
}

test('a member answers once, however often the request is made, and the conversation waits no more', async () => {
  const { token, business } = await aCabinet();
  const conversationId = await aThread(business, 1);
  const body = { text: 'Конечно, ждём вас', requestId: randomUUID() };
  const answer = () => call(replyToConversation, { token, params: { conversationId }, body });
  const first = await answer();
  expect(first).toMatchObject({
    status: 200,
    body: { direction: 'out', text: 'Конечно, ждём вас', status: 'planned' },
  });
  expect((await answer()).body.id).toBe(first.body.id);
  const thread = await call(getThread, { token, params: { conversationId } });
  expect(thread.body.items.map(({ text }) => text)).toEqual(['Конечно, ждём вас']);
  expect(thread.body.conversation.needsPersonSince).toBeNull();
});

test('a document is named in the log, and opens from its trace', async () => {
  const { token, business } = await aCabinet();
  const file = { name: 'Памятка.pdf', mime: 'application/pdf', url: 'https://files.example/1' };
  const { id } = await aMessage(business, { content: { text: '', image: null, file, buttons: [], templates: [] } });
  const log = await call(listMessageLog, { token, query: { status: 'planned' } });
  expect(log.body.items).toMatchObject([{ id, fileName: 'Памятка.pdf' }]);
  const trace = await call(getMessageTrace, { token, params: { entryId: id } });
  expect(trace.body.file).toEqual({ name: 'Памятка.pdf', url: 'https://files.example/1' });
});

test('the buttons of a message are in the thread', async () => {
  const { token, business } = await aCabinet();
  const buttons = [{ type: 'answer' as const, title: 'Приду', id: 'c' }];
  const content = { text: 'Ждём вас', image: null, buttons, templates: [] };
  const { id, contactId, phone } = await aMessage(business, { content });
  await owner.query(`update messages set status = 'sent' where id = $1`, [id]);
  const conversationId = await aThread(business, 1, { contactId, phone });
  const thread = await call(getThread, { token, params: { conversationId } });
  expect(thread.body.items).toMatchObject([{ text: 'Ждём вас', buttons: ['Приду'] }]);
});

test('of a message that left by a template the thread and the log show the buttons of the template', async () => {
  const { token, business } = await aCabinet();
  const buttons = [
    { type: 'answer' as const, title: 'Приду', id: 'c' },
    { type: 'answer' as const, title: 'Не смогу', id: 'x' },
  ];
  const content = { text: 'Ждём вас', image: null, buttons, templates: [] };
  const { id, contactId, phone } = await aMessage(business, { content });
  await owner.query(
    `update messages set status = 'sent', content = content || '{"leftBy": {"name": "visit", "language": "ru"}}' where id = $1`,
    [id],
  );
  const conversationId = await aThread(business, 1, { contactId, phone });
  const shown = async () => {
    const thread = await call(getThread, { token, params: { conversationId } });
    const trace = await call(getMessageTrace, { token, params: { entryId: id } });
    return [thread.body.items[0]?.buttons, trace.body.buttons.map(({ title }) => title)];
  };
  // The words of a template that is there no more are not known.
  expect(await shown()).toEqual([
    ['Приду', 'Не смогу'],
    ['Приду', 'Не смогу'],
  ]);
  const template = { body: 'Ждём вас', parameterCount: 0, media: null, isFillable: true };
  await owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, category, status, content, synced_at)
     select tenant_id, channel_id, 'visit', 'ru', 'UTILITY', 'approved', $2, now() from messages where id = $1`,
    [id, JSON.stringify({ ...template, buttons: [{ type: 'answer', text: 'Подтверждаю' }] })],
  );
  expect(await shown()).toEqual([['Подтверждаю'], ['Подтверждаю']]);
});

test('buttons that a channel writes as lines of the text are not shown under it once more', async () => {
  const { token, business } = await aCabinet();
  const buttons = Array.from({ length: 4 }, (_, n) => ({ type: 'answer' as const, title: `Время ${n}`, id: `t:${n}` }));
  const { id, contactId, phone } = await aMessage(business, {
    content: { text: 'Выберите', image: null, buttons, templates: [] },
  });
  await owner.query(`update messages set status = 'sent' where id = $1`, [id]);
  const conversationId = await aThread(business, 1, { contactId, phone });
  const thread = await call(getThread, { token, params: { conversationId } });
  expect(thread.body.items).toMatchObject([{ buttons: [] }]);
});

test('outside the window a member cannot answer, and gets the reason', async () => {
  const { token, business } = await aCabinet();
  const conversationId = await aThread(business, -1);
  const refused = await call(replyToConversation, {
    token,
    params: { conversationId },
    body: { text: 'Ждём', requestId: randomUUID() },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conversation.window_closed' } });
});

test('without a message balance a member cannot answer', async () => {
  const { token, business } = await aCabinet();
  const conversationId = await aThread(business, 1);
  await owner.query('update message_balances set available = 0 where tenant_id = $1', [
    TenantId.parse(business.tenantId),
  ]);
  const refused = await call(replyToConversation, {
    token,
    params: { conversationId },
    body: { text: 'Ждём', requestId: randomUUID() },
  });
  expect(refused).toMatchObject({ status: 402, body: { code: 'message_quota.exhausted' } });
});
