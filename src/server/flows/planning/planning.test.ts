import { expect, test } from 'vitest';
import { addOptOuts } from '#contract/contacts/opt-outs.ts';
import { setBranchActive } from '#contract/connections/calls.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

test('a booking becomes a confirmation at once and reminders before the visit', async () => {
  const salon = await open();
  const created = await salon.aFlow({ kind: 'visit_created' });
  const day = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 });
  const hour = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});

  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(salon.whatsApp.sent[0]?.message).toMatchObject({
    to: { phone: '+79161112233' },
    text: expect.stringContaining('Анна, вы записаны на 4 марта, среда, 12:00.'),
  });
  expect(await salon.messages(created.id)).toMatchObject([{ status: 'accepted' }]);
  expect(await salon.messages(day.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-03 09:00:00+00' }]);
  expect(await salon.messages(hour.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-04 08:00:00+00' }]);

  await clock.advance({ hours: 24 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(2);
  expect(salon.whatsApp.sent[1]?.message).toMatchObject({
    text: expect.stringContaining('Анна, ждём вас 4 марта, среда, в 12:00.'),
    buttons: [{ title: 'Подтвердить' }, { title: 'Отменить' }],
  });
});

test('a moved visit moves its reminders, and each new time gets one', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const moved = await salon.aFlow({ kind: 'visit_changed' });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 72 }) });
  expect(await salon.messages(flow.id)).toMatchObject([
    { status: 'planned', dueAt: '2026-03-05 08:00:00+00', occurrence: 2 },
  ]);
  expect(await salon.messages(moved.id)).toMatchObject([{ status: 'accepted', occurrence: 2 }]);
  expect(salon.whatsApp.sent[0]?.message.text).toContain(
    'изменена: 5 марта, четверг, 12:00.\nРаньше было: 4 марта, 12:00',
  );

  await clock.set('2026-03-05T08:00:00Z');
  await runJobs();
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 10 }) });
  await clock.advance({ hours: 9 });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([
    { status: 'accepted', occurrence: 2 },
    { status: 'accepted', occurrence: 3 },
  ]);
});

test('a visit moved so near that its reminder is past gets none, and the old reminder is cancelled', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 3 }) });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'visit_moved' }]);
  expect(await salon.verdicts(flow.id)).toMatchObject([
    { outcome: 'cancelled', rule: 'visit_moved' },
    { outcome: 'planned', rule: 'due' },
    { outcome: 'skipped', rule: 'too_late' },
  ]);
});

test('a cancelled visit sends only the message about its cancellation', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 });
  const notice = await salon.aFlow({ kind: 'visit_cancelled' });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, status: 'cancelled' });
  await clock.set('2026-03-04T12:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.text)).toEqual([expect.stringContaining('12:00 отменена')]);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'visit_cancelled' }]);
  expect(await salon.messages(notice.id)).toMatchObject([{ status: 'accepted' }]);
  expect(await salon.verdicts(notice.id)).toMatchObject([{ outcome: 'planned' }]);
});

test.each(['arrived', 'no_show'] as const)('a visit that is %s gets no reminder', async (status) => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, status });
  expect(await salon.messages()).toMatchObject([{ status: 'cancelled', reason: 'visit_finished' }]);
});

test('a restored visit gets its reminder again', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, status: 'cancelled' });
  await clock.advance({ minutes: 1 });
  await salon.book({ externalId, status: 'waiting' });
  expect(await salon.messages()).toMatchObject([{ status: 'planned' }]);
});

test('an event that comes twice is planned once, with one verdict', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { visitId } = await salon.book({});
  const events = await server.owner.query(`select id from events where visit_id = $1`, [visitId]);
  for (const { id } of [...events.rows, ...events.rows]) {
    await server.owner.query(
      `select graphile_worker.add_job('flows.plan-visit', json_build_object('tenantId', $1::text, 'eventId', $2::text))`,
      [salon.owner.tenantId, id],
    );
  }
  await runJobs();
  expect(await salon.messages()).toHaveLength(1);
  expect(await salon.verdicts()).toHaveLength(1);
});

test('confirming a visit does not change a reminder that was sent', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 });
  const { externalId } = await salon.book({});
  await clock.advance({ hours: 24 });
  await runJobs();
  await salon.book({ externalId, status: 'confirmed' });
  expect(await salon.messages()).toMatchObject([{ status: 'accepted' }]);
  expect(await salon.verdicts()).toMatchObject([{ outcome: 'planned' }]);
});

test('messages planned for a branch are cancelled when its owner switches it off', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const { rows } = await server.owner.query('select connection_id from branches where id = $1', [salon.branchId]);
  const params = { connectionId: rows[0].connection_id, branchId: salon.branchId };
  await server.call(setBranchActive, { token: salon.owner.token, params, body: { isActive: false } });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'branch_inactive' }]);
});

test('a failed condition stores a verdict with the compared values', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const conditions = ONLY_FIRST;
  const first = await salon.aFlow({ kind: 'visit_reminder', settings: { ...flow.settings, conditions } });
  await salon.book({});
  expect(await salon.verdicts(first.id)).toEqual([
    { outcome: 'skipped', rule: 'first_visit_only', compared: { is: 'repeated', wanted: 'first' } },
  ]);
  expect(await salon.messages(first.id)).toEqual([]);
});

test('an opt-out cancels planned messages within a second', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await server.call(addOptOuts, { token: salon.owner.token, body: { phones: ['+79161112233'] } });
  await runJobs();
  expect(await salon.messages()).toMatchObject([{ status: 'cancelled', reason: 'opted_out' }]);
});

test('a visit whose customer is unknown, or has no phone, is skipped with the reason', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' });
  await salon.book({ client: null });
  await salon.book({ phone: null });
  expect(await salon.verdicts(flow.id)).toMatchObject([{ rule: 'no_contact' }, { rule: 'no_channel' }]);
});

test('a due message has the present values of the visit', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, masterExternalId: '8', masterName: 'Ирина', clientName: 'Анна Петрова' });
  await clock.set('2026-03-04T08:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent[0]?.message.text).toMatch(/^(?![\s\S]*Петрова)[\s\S]*Анна[\s\S]*Мастер: Ирина/);
});

test('imported visits get reminders, and no message about their booking', async () => {
  const salon = await open();
  const created = await salon.aFlow({ kind: 'visit_created' });
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({ createdAt: Temporal.Instant.from('2025-12-01T00:00:00Z') });
  expect(await salon.messages(created.id)).toEqual([]);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned' }]);
});

test('a flow made after the booking plans what lies ahead, in batches to the last visit', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  await salon.book({});
  await server.owner.query(
    `insert into visits (tenant_id, id, branch_id, external_id, contact_id, starts_at, duration_minutes, status, recorded_at)
     select tenant_id, gen_random_uuid(), branch_id, 'v' || n, contact_id, starts_at + n * interval '3 hours', 60, 'waiting', now()
     from visits cross join generate_series(1, 450) n where tenant_id = $1`,
    [tenantId],
  );
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await runJobs();
  expect(await salon.messages(flow.id)).toHaveLength(451);
});

test('a flow created after its reminder was due writes no verdict about that visit', async () => {
  const salon = await open();
  await salon.book({});
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 * 24 * 30 });
  await runJobs();
  expect(await salon.messages(flow.id)).toEqual([]);
  expect(await salon.verdicts(flow.id)).toEqual([]);
});

test('a break that was in the journal before gets no decision', async () => {
  const salon = await open();
  await salon.book({ client: null });
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await runJobs();
  expect(await salon.verdicts(flow.id)).toEqual([]);
});

test('in test mode the owner gets what the customer would, marked as a test', async () => {
  const salon = await open();
  const testPhones = '8 (999) 000-00-01, +79990000002';
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones } });
  const settings = (await salon.aFlow({ kind: 'visit_created' }, 'test')).settings;
  const templates = [{ channelId: salon.channelId, name: 'booked', language: 'ru', parameters: ['{recordTime}'] }];
  const flow = await salon.aFlow(
    { kind: 'visit_created', settings: { ...settings, content: { ...settings.content, templates } } },
    'test',
  );
  await salon.book({});
  expect(await salon.messages(flow.id)).toMatchObject([
    { status: 'accepted', testPhone: '+79990000001' },
    { status: 'accepted', testPhone: '+79990000002' },
  ]);
  const recipients = salon.whatsApp.sent.map(({ message }) => message.to.phone);
  expect(recipients).toEqual(expect.arrayContaining(['+79990000001', '+79990000002']));
  expect(recipients).not.toContain('+79161112233');
});

test('in test mode without a number nothing is sent, and the verdict has the reason', async () => {
  const salon = await open();
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones: '' } });
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  await salon.book({});
  expect(await salon.verdicts(flow.id)).toMatchObject([{ outcome: 'skipped', rule: 'no_test_phone' }]);
});

test('a reminder falls back to the channel where the customer is', async () => {
  const salon = await open();
  const telegramId = await salon.addChannel('telegram_bot', 'Telegram');
  const { settings } = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const flow = await salon.aFlow({
    kind: 'visit_reminder',
    settings: { ...settings, channelIds: [telegramId, salon.channelId] },
  });
  await salon.book({});
  expect(await salon.messages(flow.id)).toMatchObject([{ channelId: salon.channelId }]);
});

test('nothing about a visit leaves after it began', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await clock.set('2026-03-04T09:00:01Z');
  await runJobs();
  expect(salon.whatsApp.sent).toEqual([]);
  expect(await salon.messages()).toMatchObject([{ status: 'skipped' }]);
});

const ONLY_FIRST = {
  match: 'all' as const,
  groups: [{ match: 'all' as const, conditions: [{ field: 'visit_number' as const, value: 'first' as const }] }],
};
