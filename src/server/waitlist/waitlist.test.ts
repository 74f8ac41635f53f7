import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { setContactPolicy } from '#contract/policy/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import * as contract from '#contract/waitlist/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { signIds } from '#server/platform/secrets/signed-ids.ts';
import { type ShownSlot, waitlistSalons } from '#server/testing/houses/waitlist-house.ts';
import { acceptOffer, declineOffer } from './offers/answering-actions.ts';

const { server, rows, open, page, tap } = await waitlistSalons();

const statuses = ({ offers }: ShownSlot) => offers.map(({ contactName, status }) => `${contactName}: ${status}`);

test('a cancelled visit is offered to those who wait, each in turn, and entered for the one who takes it', async () => {
  const salon = await open({ holdMinutes: 30 });
  await salon.waiting('Белла');
  await salon.waiting('Вера');
  await salon.waiting('Галя', { fromHour: 20 });
  await salon.free();
  expect(statuses(await salon.slot())).toEqual(['Белла: open', 'Вера: queued']);
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(salon.whatsApp.sent[0]?.message.text).toContain('Стрижка');

  await server.clock.advance({ minutes: 30 });
  await server.runJobs();
  expect(statuses(await salon.slot())).toEqual(['Белла: lapsed', 'Вера: open']);
  const path = salon.link();
  expect((await page(path)).text).toContain('Занять это время');
  expect(await tap(path, 'accept')).toBe(303);
  await server.runJobs();
  expect(await salon.slot()).toMatchObject({
    status: 'filled',
    winner: { name: 'Вера' },
    booking: 'booked',
    price: { amountMinor: 150_000, currency: 'RUB' },
  });
  expect([...salon.bookings.values()].map(({ status, client }) => `${client?.name}: ${status}`)).toEqual([
    'Анна: cancelled',
    'Вера: waiting',
  ]);
  expect((await page(path)).text).toContain('Запись уже в журнале');
  expect((await salon.entries('served')).map(({ contactName }) => contactName)).toEqual(['Вера']);
});

test('accepting twice is accepting once', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  await salon.free();
  for (let n = 0; n < 2; n++) expect(await tap(salon.link(), 'accept')).toBe(303);
  await server.runJobs();
  await tap(salon.link(0), 'accept');
  await server.runJobs();
  expect(salon.bookings.size).toBe(2);
  expect(await salon.slot()).toMatchObject({ status: 'filled', booking: 'booked' });
});

test('of fifty who accept at once exactly one has the slot', async () => {
  const salon = await open({ mode: 'all' });
  for (let n = 0; n < 50; n++) await salon.waiting(`Гость ${n}`);
  await salon.free();
  const { offers } = await salon.slot();
  expect(offers.filter(({ status }) => status === 'open')).toHaveLength(50);
  const answers = await Promise.all(offers.map(({ id }) => tap(salon.linkTo(id), 'accept')));
  expect(new Set(answers)).toEqual(new Set([303]));
  await server.runJobs();
  const after = await salon.slot();
  expect(after).toMatchObject({ status: 'filled', booking: 'booked' });
  const counts = Object.groupBy(after.offers, ({ status }) => status);
  expect([counts.accepted?.length, counts.lost?.length]).toEqual([1, 49]);
  expect(counts.accepted?.[0]?.contactName).toBe(after.winner?.name);
  expect(salon.bookings.size).toBe(2);
  const loser = after.offers.find(({ status }) => status === 'lost')!;
  const { text } = await page(salon.linkTo(loser.id));
  expect(text).toContain('уже занял другой клиент');
  expect(text).toContain('Вы в листе ожидания');
});

test('who declines passes the slot on at once, and may change their mind while nobody else is asked', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  await salon.waiting('Вера');
  await salon.free();
  const bella = salon.link();
  await tap(bella, 'decline');
  await server.runJobs();
  expect(statuses(await salon.slot())).toEqual(['Белла: declined', 'Вера: open']);
  await tap(bella, 'accept');
  expect((await page(bella)).text).toContain('сейчас место предложено другому');
  await tap(salon.link(), 'decline');
  await server.runJobs();
  expect((await page(bella)).text).toContain('Всё-таки занять');
  await tap(bella, 'accept');
  expect(await salon.slot()).toMatchObject({ status: 'filled', winner: { name: 'Белла' } });
});

test('the preference of a contact decides which times they are offered', async () => {
  const salon = await open({ mode: 'all' });
  const { token } = salon.owner;
  // The slot is on Wednesday, 4 March, at 12:00 in Moscow.
  await salon.waiting('Любое время');
  await salon.waiting('Среда', { weekdays: [3] });
  await salon.waiting('Вторник', { weekdays: [2] });
  await salon.waiting('Утро', { untilHour: 12 });
  await salon.waiting('До вторника', { lastDay: '2026-03-03' });
  await salon.waiting('С четверга', { firstDay: '2026-03-05' });
  await salon.waiting('Филиал', { branchId: salon.branchId });
  const other = await rows.aBranch({ tenantId: salon.owner.tenantId });
  await salon.waiting('Другой филиал', { branchId: other.id });
  await salon.free();
  const masterIds = await server.owner.query('select id from masters where tenant_id = $1', [salon.owner.tenantId]);
  expect(masterIds.rows).toHaveLength(1);
  expect((await salon.slot()).offers.map(({ contactName }) => contactName)).toEqual(['Любое время', 'Среда', 'Филиал']);
  const body = { contactId: await salon.person('Дина'), preference: { masterId: randomUUID() } };
  const headers = { 'idempotency-key': randomUUID() };
  const unknown = await server.call(contract.createWaitEntry, { token, headers, body });
  expect(unknown).toMatchObject({ status: 422, body: { code: 'waitlist.preference_unknown' } });
});

test('who cancelled, who is busy then and who opted out is not asked', async () => {
  const salon = await open({ mode: 'all' });
  const busy = await salon.waiting('Занята');
  await salon.waiting('Не писать', {}, { phone: '+79160000001' });
  await rows.anOptOut({ tenantId: salon.owner.tenantId, phone: '+79160000001' });
  await rows.aVisit({
    tenantId: salon.owner.tenantId,
    branchId: salon.branchId,
    contactId: busy,
    startsAt: '2026-03-04T08:30:00Z',
  });
  const { visitId, externalId } = await salon.book({ startsAt: Temporal.Instant.from('2026-03-04T09:00:00Z') });
  const { rows: anna } = await server.owner.query('select contact_id from visits where id = $1', [visitId]);
  await server.call(contract.createWaitEntry, {
    token: salon.owner.token,
    headers: { 'idempotency-key': randomUUID() },
    body: { contactId: ContactId.parse(anna[0].contact_id), preference: {} },
  });
  await salon.book({ externalId, status: 'cancelled' });
  const { offers } = await salon.slot();
  expect(offers.map(({ contactName, status, skipRule }) => [contactName, status, skipRule])).toEqual([
    ['Не писать', 'skipped', 'opted_out'],
  ]);
  expect(salon.whatsApp.sent).toHaveLength(0);
});

test('an opt-out before the message leaves passes the slot to the next', async () => {
  const salon = await open();
  await server.clock.set('2026-03-02T20:00:00Z');
  await salon.waiting('Белла', {}, { phone: '+79160000002' });
  await salon.waiting('Вера');
  await salon.free();
  expect(salon.whatsApp.sent).toHaveLength(0);
  await rows.anOptOut({ tenantId: salon.owner.tenantId, phone: '+79160000002' });
  await server.clock.set('2026-03-03T05:00:01Z');
  await server.runJobs();
  expect(statuses(await salon.slot())).toEqual(['Белла: skipped', 'Вера: open']);
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a contact whose message fails is passed over within a minute', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  await salon.waiting('Вера');
  await salon.free();
  await server.owner.query(`update messages set status = 'failed' where tenant_id = $1`, [salon.owner.tenantId]);
  await server.clock.advance({ seconds: 61 });
  await server.runJobs();
  expect(statuses(await salon.slot())).toEqual(['Белла: skipped', 'Вера: open']);
});

test('offers wait for the end of quiet hours, and the time to answer begins then', async () => {
  const salon = await open({ holdMinutes: 30 });
  await server.clock.set('2026-03-02T20:00:00Z');
  await salon.waiting('Белла');
  await salon.free();
  const [offer] = (await salon.slot()).offers;
  expect(offer).toMatchObject({ offeredAt: '2026-03-03T05:00:00Z', endsAt: '2026-03-03T05:30:00Z' });
  await server.clock.set('2026-03-03T05:00:01Z');
  await server.runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a visit that is restored, or another at its time, takes the slot back, and its messages are not sent', async () => {
  for (const change of ['restored', 'taken'] as const) {
    const salon = await open();
    await server.clock.set('2026-03-02T20:00:00Z');
    await salon.waiting('Белла');
    const { externalId } = await salon.free({ startsAt: Temporal.Instant.from('2026-03-04T09:00:00Z') });
    const [offer] = (await salon.slot()).offers;
    const path = salon.linkTo(offer!.id);
    if (change === 'restored') await salon.book({ externalId, status: 'waiting' });
    else await salon.book({ phone: '+79167776655', startsAt: Temporal.Instant.from('2026-03-04T09:30:00Z') });
    expect(await salon.slot()).toMatchObject({ status: change, offers: [{ status: 'withdrawn' }] });
    expect((await page(path)).text).toContain('больше не свободно');
    expect(await tap(path, 'accept')).toBe(303);
    expect(await salon.slot()).toMatchObject({ status: change, winner: null });
    await server.clock.set('2026-03-03T05:00:01Z');
    await server.runJobs();
    expect(salon.whatsApp.sent).toHaveLength(0);
    await server.clock.set('2026-03-02T09:00:00Z');
  }
});

test('a visit restored in the booking system just before the answer is not given away', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  const { visitId } = await salon.free();
  await server.owner.query(`update visits set status = 'waiting' where id = $1`, [visitId]);
  await tap(salon.link(), 'accept');
  expect(await salon.slot()).toMatchObject({ status: 'restored', winner: null, offers: [{ status: 'withdrawn' }] });
});

test('nothing is offered so close to the start, and an answer after that comes too late', async () => {
  const salon = await open({ stopMinutes: 60, holdMinutes: 30 });
  await salon.waiting('Белла');
  await salon.free({ startsAt: server.clock.now().add({ minutes: 59 }) });
  expect(await salon.slots()).toEqual([]);
  await salon.free({ startsAt: server.clock.now().add({ minutes: 90 }) });
  const path = salon.link();
  await server.clock.advance({ minutes: 31 });
  await server.runJobs();
  expect(await salon.slot()).toMatchObject({ status: 'unfilled', offers: [{ status: 'lapsed' }] });
  expect((await page(path)).text).toContain('предложение уже закончилось');
  await tap(path, 'accept');
  await server.clock.advance({ hours: 3 });
  await tap(path, 'accept');
  expect(await salon.slot()).toMatchObject({ status: 'unfilled', winner: null });
});

test("a button of another contact's message takes nothing", async () => {
  const salon = await open();
  await salon.waiting('Белла');
  await salon.free();
  const [offer] = (await salon.slot()).offers;
  const contactId = await salon.person('Вера');
  const answer = { offerId: offer!.id, contactId };
  const { tenantId } = salon.owner;
  expect(await withTenant(server.ctx, tenantId, (scope) => acceptOffer(scope, answer))).toBeNull();
  expect(await withTenant(server.ctx, tenantId, (scope) => declineOffer(scope, answer))).toBeNull();
  expect(await salon.slot()).toMatchObject({ status: 'open', offers: [{ status: 'open' }] });
});

test('a token that we did not make, or for another purpose, opens nothing', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  await salon.free();
  const [offer] = (await salon.slot()).offers;
  const foreign = await open();
  const ids = [foreign.owner.tenantId, offer!.id];
  const token = salon.link().split('/').at(-1)!;
  for (const path of [
    `/slot/${signIds(server.ctx, 'slot-offer', ids)}`,
    `/slot/${signIds(server.ctx, 'ignore-link', [salon.owner.tenantId, offer!.id])}`,
    `/slot/${token.slice(0, -2)}AA`,
    `/slot/${offer!.id}`,
    '/slot/..%2f..%2fetc',
  ]) {
    expect((await page(path)).status).toBe(404);
    expect(await tap(path, 'accept')).toBe(404);
  }
  expect(await tap(salon.link(), '<script>')).toBe(400);
  expect(await salon.slot()).toMatchObject({ status: 'open' });
});

test('where the booking system has another visit there, the winner is told kindly and waits again', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  const { externalId } = await salon.free();
  const freed = salon.bookings.get(externalId)!;
  salon.bookings.set('walk-in', { ...freed, externalId: 'walk-in', status: 'waiting' });
  await tap(salon.link(), 'accept');
  const path = salon.link();
  await server.runJobs();
  expect(await salon.slot()).toMatchObject({ status: 'taken', booking: 'refused' });
  expect(salon.whatsApp.sent.at(-1)?.message.text).toContain('только что заняли');
  expect((await page(path)).text).toContain('только что заняли');
  expect((await salon.entries()).map(({ contactName }) => contactName)).toEqual(['Белла']);
});

test('a booking system that does not answer is tried again, then a member is asked to enter the visit', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await salon.waiting('Белла');
  await salon.free();
  salon.trouble.current = { isTemporary: true };
  await tap(salon.link(), 'accept');
  await server.runJobs();
  expect(await salon.slot()).toMatchObject({ status: 'filled', booking: 'pending' });
  await server.clock.advance({ seconds: 11 });
  for (let n = 0; n < 6; n++) {
    await server.runJobs();
    await server.clock.advance({ minutes: 6 });
  }
  const slot = await salon.slot();
  expect(slot).toMatchObject({ status: 'filled', booking: 'failed', bookingText: 'Not today' });
  const { rows: notices } = await server.owner.query(
    `select params from notices where tenant_id = $1 and kind = 'slot_to_enter' and resolved_at is null`,
    [salon.owner.tenantId],
  );
  expect(notices).toMatchObject([{ params: { title: 'Белла', text: 'Not today' } }]);
  expect((await page(salon.link())).text).toContain('Мы внесём вас в журнал');
  const entered = await server.call(contract.markSlotEntered, { token, params: { slotId: slot.id } });
  expect(entered.body).toMatchObject({ booking: 'entered' });
});

test('likely clients get at most so many offers, as marketing under the frequency cap', async () => {
  const audience = {
    match: 'all' as const,
    groups: [{ match: 'all' as const, conditions: [{ field: 'visits_count' as const, from: 1, to: 100 }] }],
  };
  const salon = await open({ recipients: 'list_then_audience', mode: 'all', mostContacts: 2, audience });
  const { token, tenantId } = salon.owner;
  await salon.waiting('Ждёт');
  for (const [name, visitsCount] of [
    ['Редкая', 1],
    ['Частая', 9],
    ['Обычная', 4],
    ['Новая', 0],
  ] as const)
    await rows.aContact({ tenantId, name, visitsCount });
  await salon.free();
  const slot = await salon.slot();
  expect(slot.offers.map(({ contactName, isWaiting }) => [contactName, isWaiting])).toEqual([
    ['Ждёт', true],
    ['Частая', false],
    ['Обычная', false],
  ]);
  const marketing = await server.owner.query(
    'select count(*) filter (where is_marketing)::int as some, count(*)::int as "all" from messages where tenant_id = $1',
    [tenantId],
  );
  expect(marketing.rows).toEqual([{ some: 2, all: 3 }]);

  const policy = { quietFromHour: 22, quietToHour: 8, marketingLimit: 1, marketingDays: 7, senderOrder: [] };
  await server.call(setContactPolicy, { token, body: policy });
  await salon.free({ startsAt: server.clock.now().add({ hours: 70 }) });
  expect((await salon.slot()).offers.map(({ contactName, status }) => `${contactName}: ${status}`)).toEqual([
    'Ждёт: open',
    'Частая: skipped',
    'Обычная: skipped',
  ]);
});

test('a likely client who was late may join the list by one tap', async () => {
  const audience = {
    match: 'all' as const,
    groups: [{ match: 'all' as const, conditions: [{ field: 'visits_count' as const, from: 1, to: 100 }] }],
  };
  const salon = await open({ recipients: 'audience', mode: 'all', audience });
  await rows.aContact({ tenantId: salon.owner.tenantId, name: 'Белла', visitsCount: 3 });
  await rows.aContact({ tenantId: salon.owner.tenantId, name: 'Вера', visitsCount: 2 });
  await salon.free();
  const { offers } = await salon.slot();
  await tap(salon.linkTo(offers[0]!.id), 'accept');
  const late = salon.linkTo(offers[1]!.id);
  expect((await page(late)).text).toContain('Сообщить, когда освободится другое время');
  for (let n = 0; n < 2; n++) await tap(late, 'wait');
  expect(await salon.entries()).toMatchObject([{ contactName: 'Вера', source: 'offer' }]);
});

test('every figure counts the slots of its list, and settings are saved once per version', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await salon.waiting('Белла');
  await salon.free();
  await tap(salon.link(), 'accept');
  await server.runJobs();
  await salon.free({ startsAt: server.clock.now().add({ hours: 70 }) });
  const { body } = await server.call(contract.getWaitlistFigures, { token, query: { from: '2026-03-01' } });
  expect(body).toEqual({
    waiting: 0,
    freed: 2,
    offered: 1,
    filled: 1,
    open: 1,
    toEnter: 0,
    brought: [{ amountMinor: 150_000, currency: 'RUB' }],
  });
  for (const which of ['freed', 'offered', 'filled', 'open'] as const) {
    const listed = await server.call(contract.listFreedSlots, { token, query: { which, from: '2026-03-01' } });
    expect(listed.body.items).toHaveLength(body[which]);
  }
  const later = await server.call(contract.getWaitlistFigures, { token, query: { from: '2026-03-03' } });
  expect(later.body).toMatchObject({ freed: 0, brought: [] });
  const slot = (await salon.slots()).find(({ status }) => status === 'open')!;
  const stopped = await server.call(contract.stopFreedSlot, { token, params: { slotId: slot.id } });
  expect(stopped.body).toMatchObject({ status: 'stopped' });
  const { body: present } = await server.call(contract.getWaitlistSettings, { token });
  const stale = { settings: present.settings, baseVersion: present.version - 1 };
  expect(await server.call(contract.saveWaitlistSettings, { token, body: stale })).toMatchObject({
    status: 409,
    body: { code: 'waitlist.changed_meanwhile' },
  });
  expect(await salon.save({ recipients: 'audience' })).toMatchObject({ body: { code: 'waitlist.audience_missing' } });
  const texts = { default: 'Приходите' };
  expect(await salon.save({ content: { texts, templates: [], shortensLinks: false } })).toMatchObject({
    body: { code: 'waitlist.link_missing' },
  });
});
