import { expect, test } from 'vitest';
import { changeSettings } from '#contract/auth/calls.ts';
import { getPolicyReport } from '#contract/policy/calls.ts';
import { listMessageLog } from '#contract/delivery/calls.ts';
import { createFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { listSkipped } from '#contract/insights/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { withOptions } from '#server/testing/rows/flow-options.ts';
import { defaultSettings } from './defaults/default-rules.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;
const [OWNER, PARTNER] = ['+79990000001', '+79990000002'];

/** A salon with a channel that reaches its owner's numbers, three visits on 1 March and one today, 2 March. */
async function opened(): Promise<Salon> {
  const salon = await open();
  const { tenantId } = salon.owner;
  await server.owner.query('update members set phone = $2 where tenant_id = $1', [tenantId, OWNER]);
  for (const [n, phone] of [OWNER, PARTNER].entries())
    await server.owner.query(
      `with person as (insert into contacts (tenant_id, id, name, phone, created_at)
         values ($1, gen_random_uuid(), $4, $3, now()) returning tenant_id, id, phone)
       insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
       select tenant_id, gen_random_uuid(), id, $2, substr(phone, 2), phone, '2030-01-01', now() from person`,
      [tenantId, salon.channelId, phone, `Owner ${n}`],
    );
  const yesterday = clock.now().subtract({ hours: 24 });
  const held = { startsAt: yesterday, createdAt: yesterday, changedAt: yesterday };
  await salon.book({ ...held, status: 'arrived' });
  await salon.book({ ...held, status: 'arrived', phone: '+79162223344', totalMinor: 50_000 });
  await salon.book({ ...held, status: 'no_show', phone: '+79163334455' });
  await salon.book({ startsAt: clock.now().add({ hours: 24 }), phone: '+79164445566' });
  await salon.book({ startsAt: clock.now().add({ hours: 5 }), phone: '+79165556677' });
  return salon;
}

const rowsOf = async (salon: Salon) =>
  (
    await server.owner.query(
      `select test_phone as phone, is_test, contact_id, subject_kind, status, due_at::text from messages
       where tenant_id = $1 and subject_kind in ('day', 'week') order by due_at, test_phone`,
      [salon.owner.tenantId],
    )
  ).rows;

test('a live report goes to the owner at its hour, with the figures of the day before, and is no test', async () => {
  const salon = await opened();
  const flow = await salon.aFlow({ kind: 'daily_report' });
  await runJobs();
  await clock.set('2026-03-03T06:00:00Z');
  await runJobs();
  const [first] = await rowsOf(salon);
  expect(first).toEqual({
    phone: OWNER,
    is_test: false,
    contact_id: null,
    subject_kind: 'day',
    status: 'accepted',
    due_at: '2026-03-03 06:00:00+00',
  });
  expect(salon.whatsApp.sent).toHaveLength(1);
  const text = salon.whatsApp.sent[0]?.message.text ?? '';
  expect(text).toContain('Итоги за 2 марта');
  expect(text).toContain('Записей: 1 (−2)');
  expect(text).toContain('Записей на сегодня: 1');
  expect(text).not.toContain('Средний чек');
  const { token } = salon.owner;
  await clock.advance({ minutes: 1 });
  const log = await server.call(listMessageLog, { token, query: { senderId: flow.id } });
  expect(log.body.items[0]).toMatchObject({ isToOwner: true, isTest: false, phone: OWNER, contactName: '' });
  // A report is not a sender of messages to customers.
  expect((await server.call(getPolicyReport, { token })).body.senders).toEqual([]);
});

test('a report counts held and missed visits and the paid sum', async () => {
  const salon = await opened();
  await clock.set('2026-03-01T22:00:00Z');
  await salon.aFlow({ kind: 'daily_report' });
  await runJobs();
  await clock.set('2026-03-02T06:00:00Z');
  await runJobs();
  const text = salon.whatsApp.sent[0]?.message.text ?? '';
  for (const line of [
    'Записей: 3 (+3)',
    'Пришли: 2 (+2)',
    'Не пришли: 1 (+1)',
    'Отменили: 0',
    'Выручка: 2 000 ₽',
    'Средний чек: 1 000 ₽',
  ])
    expect(text.replaceAll(/\s/g, ' ')).toContain(line);
});

test('a report in test mode goes to the test numbers, and is a test', async () => {
  const salon = await opened();
  await server.owner.query('update tenants set test_phones = $2 where id = $1', [salon.owner.tenantId, [PARTNER]]);
  await salon.aFlow({ kind: 'daily_report' }, 'test');
  await runJobs();
  await clock.set('2026-03-03T06:00:00Z');
  await runJobs();
  expect((await rowsOf(salon))[0]).toMatchObject({ phone: PARTNER, is_test: true, status: 'accepted' });
});

test('a weekly report goes on Monday to the chosen numbers, and not when its owner switched it off', async () => {
  const salon = await opened();
  const { tenantId, token } = salon.owner;
  await salon.aFlow({
    kind: 'weekly_report',
    settings: withOptions(defaultSettings('weekly_report', 'ru'), { reportPhones: [OWNER, PARTNER] }),
  });
  await runJobs();
  for (const day of ['2026-03-04', '2026-03-06', '2026-03-08', '2026-03-09']) {
    await clock.set(`${day}T06:00:00Z`);
    await runJobs();
  }
  expect(salon.whatsApp.sent.map(({ message }) => message.to.phone)).toEqual([OWNER, PARTNER]);
  expect(salon.whatsApp.sent[0]?.message.text).toContain('Записей: 2');

  await server.owner.query('update members set skips_weekly_yclients_report = true where tenant_id = $1', [tenantId]);
  for (const day of ['2026-03-11', '2026-03-13', '2026-03-15', '2026-03-16']) {
    await clock.set(`${day}T06:00:00Z`);
    await runJobs();
  }
  expect(salon.whatsApp.sent).toHaveLength(2);
  const { body } = await server.call(listMessageLog, { token, query: { status: 'not_sent' } });
  expect(body.items).toContainEqual(expect.objectContaining({ rule: 'report_off', isToOwner: true }));
});

test('an owner who switched the weekly report off does not get it, and another still does', async () => {
  const salon = await opened();
  const { tenantId } = salon.owner;
  const partner = async (phone: string | null) =>
    server.owner.query(
      `insert into members (tenant_id, id, email, full_name, role, phone, created_at)
       values ($1, gen_random_uuid(), gen_random_uuid() || '@example.com', 'Partner', 'owner', $2, now())`,
      [tenantId, phone],
    );
  await partner(null);
  await salon.aFlow({ kind: 'weekly_report' });
  const weeklyRecipients = async (day: string) => {
    await clock.set(`${day}T20:00:00Z`);
    await runJobs();
    await clock.advance({ hours: 10 });
    await runJobs();
    return salon.whatsApp.sent.map(({ message }) => message.to.phone);
  };
  expect(await weeklyRecipients('2026-03-08')).toEqual([OWNER]);
  await server.owner.query(
    'update members set skips_weekly_yclients_report = true where tenant_id = $1 and phone = $2',
    [tenantId, OWNER],
  );
  expect(await weeklyRecipients('2026-03-15')).toEqual([OWNER]);
  expect(await salon.verdicts()).toContainEqual(expect.objectContaining({ rule: 'report_off' }));
  await partner(PARTNER);
  expect(await weeklyRecipients('2026-03-22')).toEqual([OWNER, PARTNER]);
});

test('a planned weekly report that its owner disables is skipped with the reason, and the skips name the recipient as the owner', async () => {
  const salon = await opened();
  const { tenantId, token } = salon.owner;
  await server.owner.query(
    `insert into members (tenant_id, id, email, full_name, role, phone, created_at)
     values ($1, gen_random_uuid(), gen_random_uuid() || '@example.com', 'Partner', 'owner', $2, now())`,
    [tenantId, PARTNER],
  );
  await salon.aFlow({ kind: 'weekly_report' });
  await clock.set('2026-03-08T20:00:00Z');
  await runJobs();
  expect(await rowsOf(salon)).toMatchObject([{ phone: OWNER }, { phone: PARTNER }]);
  await server.call(changeSettings, { token, body: { notSendWeeklyYclientsReports: true } });
  await runJobs();
  const { items } = (await server.call(listSkipped, { token })).body;
  expect(items).toMatchObject([{ rule: 'report_off', isToOwner: true, contactId: null }]);
  await clock.advance({ hours: 10 });
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.to.phone)).toEqual([PARTNER]);
});

test('a report that went live leaves nothing of its test behind', async () => {
  const salon = await opened();
  await server.owner.query('update tenants set test_phones = $2 where id = $1', [salon.owner.tenantId, [OWNER]]);
  const { body: flow } = await server.call(createFlow, { token: salon.owner.token, body: { kind: 'daily_report' } });
  await runJobs();
  expect(await rowsOf(salon)).toMatchObject([{ is_test: true }, { is_test: true }]);
  await server.call(switchFlowMode, {
    token: salon.owner.token,
    params: { flowId: flow.id },
    body: { mode: 'combat' },
  });
  await runJobs();
  expect(await rowsOf(salon)).toMatchObject([
    { is_test: false, status: 'planned' },
    { is_test: false, status: 'planned' },
  ]);
});
