import type { ActionScope } from '#server/platform/context/context.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { BodyOf } from '#contract/endpoint.ts';
import { getHome, listNotices, readNotices } from '#contract/onboarding/calls.ts';
import { saveQuickStart } from '#contract/onboarding/quick-start.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { setNeedsPerson } from '#server/conversations/inbound/actions.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

/** 11:00 in Moscow. */
const NOW = '2026-03-02T08:00:00Z';
const TODAY = '2026-03-02';
const server = await testServer({ now: NOW });
const { call, ctx, clock } = server;
const { aBranch, aChannel, aContact, aConversation, aFlow, aMessage, aVisit } = builders(server.owner);

let cabinet: SignedUp;
beforeEach(async () => {
  await clock.set(NOW);
  cabinet = await server.signUp();
});

const home = async (query = {}) => call(getHome, { token: cabinet.token, query });
const notices = async () => (await call(listNotices, { token: cabinet.token })).body;
const inTenant = <T>(work: (scope: ActionScope) => Promise<T>) => withTenant(ctx, cabinet.tenantId, work);
const raise = (
  kind: Parameters<typeof raiseNotice>[2]['kind'],
  severity: 'attention' | 'bad' = 'bad',
  key: string = kind,
) => inTenant((scope) => raiseNotice(scope, clock.now(), { kind, key, severity, params: { title: key } }));

test('a new tenant has begun no quick start and has nothing to show', async () => {
  const { status, body } = await home();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    quickStart: null,
    isLive: false,
    timeZone: 'Europe/Moscow',
    visits: [],
    next: { todayCount: 0, firstAt: null, messages: [] },
    waiting: { count: 0, conversations: [] },
    channels: [],
    connections: [],
    yesterdaySent: 0,
  });
  expect(body.messagesLeft).toBeGreaterThan(0);
});

test('Home names the quick start that was worked on last, with its step', async () => {
  const { token } = cabinet;
  const save = (body: BodyOf<typeof saveQuickStart>) => call(saveQuickStart, { token, body });
  const shown = async () => (await home()).body.quickStart;
  await save({ kind: 'general', step: 2, goal: 'reminders' });
  expect(await shown()).toEqual({ kind: 'general', step: 2, isFinished: false });
  await clock.advance({ minutes: 5 });
  await save({ kind: 'yclients', step: 3 });
  expect(await shown()).toEqual({ kind: 'yclients', step: 3, isFinished: false });
  await clock.advance({ minutes: 5 });
  await save({ kind: 'general', step: 4, isFinished: true });
  expect(await shown()).toEqual({ kind: 'general', step: 4, isFinished: true });
});

test('a channel is shown once it is linked, and a tenant stays live when it pauses its flows', async () => {
  const { tenantId } = cabinet;
  const isLive = async () => (await home()).body.isLive;
  const channel = await aChannel({ tenantId });
  // While its phone is being linked for the first time, the channel is not shown.
  const link = 'update channels set external_id = $2 where tenant_id = $1';
  await server.owner.query(link, [tenantId, null]);
  expect((await home()).body.channels).toEqual([]);
  await server.owner.query(link, [tenantId, 'linked']);
  expect((await home()).body.channels).toHaveLength(1);
  const flow = await aFlow({ tenantId, mode: 'test' });
  const ofFlow = {
    tenantId,
    channelId: channel.id,
    senderId: flow.id,

    status: 'sent',
    subjectKind: 'visit',
  };
  await aMessage({ ...ofFlow, subjectId: randomUUID(), isTest: true, testPhone: '+79990000001' });
  expect(await isLive()).toBe(false);
  await aMessage({ ...ofFlow, subjectId: randomUUID() });
  await server.owner.query(`update flows set status = 'pause' where tenant_id = $1`, [tenantId]);
  expect(await isLive()).toBe(true);
});

test("today is the branch's day without breaks, and a chosen branch narrows the visits", async () => {
  const { tenantId } = cabinet;
  const moscow = await aBranch({ tenantId, timeZone: 'Europe/Moscow' });
  const omsk = await aBranch({ tenantId, timeZone: 'Asia/Omsk', connectionId: moscow.connectionId });
  const at = (startsAt: string, branchId: string, status = 'waiting') =>
    aVisit({ tenantId, branchId, startsAt, status });
  await at(`${TODAY}T12:00:00Z`, moscow.id, 'confirmed');
  await at(`${TODAY}T06:00:00Z`, moscow.id);
  await at(`${TODAY}T13:00:00Z`, moscow.id, 'cancelled');
  await at(`${TODAY}T21:30:00Z`, moscow.id); // tomorrow in Moscow
  await aVisit({ tenantId, branchId: moscow.id, startsAt: `${TODAY}T10:00:00Z`, contactId: null }); // a break
  await at(`${TODAY}T04:00:00Z`, omsk.id);
  await at('2026-03-01T19:00:00Z', omsk.id); // yesterday in Moscow, today in Omsk

  const { body } = await home();
  expect(body.timeZone).toBe('Europe/Moscow');
  expect(body.today).toMatchObject({ visits: 3, confirmed: 1, cancelled: 1 });
  expect(body.visits.map((visit) => visit.startsAt)).toEqual([
    `${TODAY}T04:00:00Z`,
    `${TODAY}T06:00:00Z`,
    `${TODAY}T12:00:00Z`,
    `${TODAY}T13:00:00Z`,
  ]);

  const ofOmsk = (await home({ branchId: omsk.id })).body;
  expect(ofOmsk.timeZone).toBe('Asia/Omsk');
  expect(ofOmsk.today).toMatchObject({ visits: 2 });
  expect(ofOmsk.visits).toHaveLength(2);
});

test('the next day with visits says who has confirmed and whom no message reaches', async () => {
  const { tenantId } = cabinet;
  const { id: branchId } = await aBranch({ tenantId });
  await aChannel({ tenantId });
  expect((await home()).body).toMatchObject({ nextDay: null, isEvening: false });

  const known = await aContact({ tenantId, phone: '+79030000001' });
  const nameOnly = await aContact({ tenantId, phone: null });
  const startsAt = '2026-03-03T09:00:00Z';
  await aVisit({ tenantId, branchId, contactId: known.id, startsAt, status: 'confirmed' });
  await aVisit({ tenantId, branchId, contactId: known.id, startsAt, status: 'waiting' });
  await aVisit({ tenantId, branchId, contactId: nameOnly.id, startsAt, status: 'waiting' });
  await aVisit({ tenantId, branchId, contactId: known.id, startsAt, status: 'cancelled' });
  const { nextDay } = (await home()).body;
  expect(nextDay).toMatchObject({ day: '2026-03-03', isTomorrow: true, visits: 3, confirmed: 1, unreachable: 1 });
  expect(nextDay?.items.filter((visit) => visit.isUnreachable)).toMatchObject([{ contactId: nameOnly.id }]);

  await clock.set('2026-03-01T15:30:00Z'); // NOTE: a Sunday evening, half past six in Moscow
  expect((await home()).body).toMatchObject({ isEvening: true, nextDay: { day: '2026-03-03', isTomorrow: false } });
});

test("another cabinet's branch does not exist", async () => {
  const { id } = await aBranch();
  const { status, body } = await home({ branchId: id });
  expect([status, body.code]).toEqual([404, 'branch.not_found']);
});

test('messages are counted by outcome, without tests, and beside the day before up to the same hour', async () => {
  const { tenantId } = cabinet;
  const { id: channelId } = await aChannel({ tenantId });
  const sent = (dueAt: string, status: string, given = {}) =>
    aMessage({ tenantId, channelId, dueAt, status, acceptedAt: dueAt, ...given });
  await sent(`${TODAY}T05:00:00Z`, 'sent');
  await sent(`${TODAY}T05:00:00Z`, 'delivered');
  await sent(`${TODAY}T05:00:00Z`, 'read');
  await sent(`${TODAY}T05:00:00Z`, 'read', { isTest: true, testPhone: '+79990000001' });
  await sent(`${TODAY}T05:00:00Z`, 'failed', { acceptedAt: null });
  await sent(`${TODAY}T05:00:00Z`, 'skipped', { acceptedAt: null });
  await sent(`${TODAY}T05:00:00Z`, 'unknown', { acceptedAt: null });
  await sent('2026-03-01T05:00:00Z', 'read');
  await sent('2026-03-01T09:00:00Z', 'read'); // later than it is now
  await sent('2026-02-28T05:00:00Z', 'read');
  const { body } = await home();
  expect(body.today).toMatchObject({ sent: 3, delivered: 2, read: 1, failed: 1, notSent: 1 });
  expect(body.yesterdaySent).toBe(1);
  expect(body.inDoubtCount).toBe(1);
});

test('the next messages come soonest first, those of today are counted', async () => {
  const { tenantId } = cabinet;
  const { id: channelId } = await aChannel({ tenantId });
  for (const dueAt of ['2026-03-03T07:00:00Z', `${TODAY}T15:00:00Z`, `${TODAY}T09:00:00Z`]) {
    await aMessage({ tenantId, channelId, dueAt, body: dueAt });
  }
  await aMessage({ tenantId, channelId, dueAt: `${TODAY}T08:30:00Z`, status: 'cancelled' });
  const { next } = (await home()).body;
  expect(next).toMatchObject({ todayCount: 2, firstAt: `${TODAY}T09:00:00Z` });
  expect(next.messages.map((message) => message.body)).toEqual([
    `${TODAY}T09:00:00Z`,
    `${TODAY}T15:00:00Z`,
    '2026-03-03T07:00:00Z',
  ]);
});

test('a conversation that waits for a member is shown until one answers', async () => {
  const { tenantId } = cabinet;
  const contact = await aContact({ tenantId, name: 'Мария' });
  const { id, channelId } = await aConversation({ tenantId, contactId: contact.id, lastText: 'Ждём вас завтра' });
  for (const [text, at] of [
    ['А с ребёнком можно?', '2026-03-02T07:59:00Z'],
    ['Здравствуйте', '2026-03-02T07:58:00Z'],
  ]) {
    await server.owner.query(
      `insert into inbound_messages (tenant_id, id, conversation_id, contact_id, channel_id, provider_message_id, kind, text, sent_at, received_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, 'text', $5, $6, $6)`,
      [tenantId, id, contact.id, channelId, text, at],
    );
  }
  await inTenant((scope) => setNeedsPerson(scope, id, 'not_understood'));
  const { waiting } = (await home()).body;
  expect(waiting.count).toBe(1);
  expect(waiting.conversations).toMatchObject([
    { id, contactName: 'Мария', needsPersonReason: 'not_understood', customerText: 'А с ребёнком можно?' },
  ]);

  await inTenant((scope) => setNeedsPerson(scope, id, null));
  expect((await home()).body.waiting).toEqual({ count: 0, conversations: [] });
});

test('channels, connections and flows show their state', async () => {
  const { tenantId } = cabinet;
  await aChannel({ tenantId, title: 'Main', state: 'error', trouble: 'blocked' });
  await aChannel({ tenantId, title: 'Gone', removedAt: NOW });
  await aBranch({ tenantId });
  await aFlow({ tenantId });
  await aFlow({ tenantId, mode: 'test' });
  const failing = await aFlow({ tenantId, title: 'Late', status: 'error', errorReason: 'Template was rejected' });
  const { body } = await home();
  expect(body.channels).toMatchObject([{ title: 'Main', state: 'error', trouble: 'blocked' }]);
  expect(body.connections).toMatchObject([{ kind: 'yclients', state: 'working', trouble: null }]);
  expect(body.flows).toEqual({
    working: 1,
    test: 1,
    failing: [{ id: failing.id, title: 'Late', reason: 'Template was rejected' }],
  });
});

test('the bell counts new notices until it is opened', async () => {
  await raise('in_doubt', 'attention');
  await clock.advance({ minutes: 1 });
  await raise('flow_error');
  const first = await notices();
  expect(first.notices.map((notice) => notice.kind)).toEqual(['flow_error', 'in_doubt']);
  expect(first.unreadCount).toBe(2);

  expect((await call(readNotices, { token: cabinet.token })).status).toBe(200);
  const then = await notices();
  expect(then.unreadCount).toBe(0);
  expect(then.notices.every((notice) => notice.isRead)).toBe(true);
});

test('the banner shows what stops the whole tenant, the most serious first, until it is resolved', async () => {
  await raise('flow_error');
  expect((await notices()).banner).toBeNull();
  await raise('connection_broken');
  expect((await notices()).banner?.kind).toBe('connection_broken');
  await raise('channel_down');
  await raise('channel_down', 'attention', 'of another channel');
  expect((await notices()).banner).toMatchObject({ kind: 'channel_down', severity: 'bad' });

  await inTenant((scope) => resolveNotice(scope, clock.now(), 'channel_down'));
  expect((await notices()).banner?.kind).toBe('connection_broken');
});

test("a cabinet's notices are announced and shown to that cabinet only", async () => {
  await raise('channel_down');
  const stranger = await server.signUp();
  expect((await call(listNotices, { token: stranger.token })).body).toEqual({
    notices: [],
    unreadCount: 0,
    banner: null,
  });
  await call(readNotices, { token: stranger.token });
  expect((await notices()).unreadCount).toBe(1);
});
