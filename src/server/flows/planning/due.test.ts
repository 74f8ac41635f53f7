import { expect, test } from 'vitest';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

/** A visit at noon on 4 March with a planned reminder an hour before, which is decided again only when it is due. */
async function salonWithReminder(): Promise<Salon> {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  return salon;
}

async function becomeDue(): Promise<void> {
  await clock.set('2026-03-04T08:00:00Z');
  await runJobs();
}

/** Changes rows by SQL, without any event. */
const change = (salon: Salon, sql: string) => server.owner.query(sql, [salon.owner.tenantId]);

test.each([
  ['the visit was cancelled', `update visits set status = 'cancelled' where tenant_id = $1`, 'visit_cancelled'],
  ['she is there already', `update visits set status = 'arrived' where tenant_id = $1`, 'visit_finished'],
  ['the visit has another time', `update visits set time_version = 2 where tenant_id = $1`, 'visit_moved'],
  ['the flow was paused', `update flows set status = 'pause' where tenant_id = $1`, 'flow_paused'],
  ['the flow was deleted', `update flows set deleted_at = now() where tenant_id = $1`, 'flow_deleted'],
  ['the flow is back in test mode', `update flows set mode = 'test' where tenant_id = $1`, 'flow_stopped'],
  ['the branch is switched off', `update branches set is_active = false where tenant_id = $1`, 'branch_inactive'],
  [
    'she is on the ignore list',
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     select tenant_id, gen_random_uuid(), id, 'all', 'member', now() from contacts where tenant_id = $1`,
    'opted_out',
  ],
])('a due message is not sent when %s', async (_what, sql, rule) => {
  const salon = await salonWithReminder();
  await change(salon, sql);
  await becomeDue();
  expect(salon.whatsApp.sent).toEqual([]);
  expect(await salon.messages()).toMatchObject([{ status: 'skipped', reason: rule }]);
  expect((await salon.verdicts()).at(-1)).toMatchObject({ outcome: 'skipped', rule });
});

test('a due message has the present values of the customer, the visit and the flow', async () => {
  const salon = await salonWithReminder();
  await change(salon, `update contacts set name = 'Марія', language = 'uk' where tenant_id = $1`);
  await change(salon, `update tenants set name = 'Кучерик' where id = $1`);
  await becomeDue();
  expect(salon.whatsApp.sent[0]?.message).toMatchObject({
    text: expect.stringContaining('Марія, чекаємо на вас 4 березня, середа, о 12:00.'),
    buttons: [{ title: 'Підтвердити' }, { title: 'Скасувати' }],
  });
});

test('the spent sum is rendered in every spelling of its variable', async () => {
  const salon = await salonWithReminder();
  await salon.book({
    externalId: 'before',
    startsAt: clock.now().subtract({ hours: 24 }),
    status: 'arrived',
    totalMinor: 150_000,
  });
  const texts = JSON.stringify({ default: 'Оставлено: { SpentSum }' });
  await change(
    salon,
    `update flows set settings = jsonb_set(settings, '{content,texts}', '${texts}') where tenant_id = $1`,
  );
  await becomeDue();
  expect(salon.whatsApp.sent[0]?.message.text).toMatch(/Оставлено: 1.500.₽/);
});

test('a due message goes to the present contact of its visit', async () => {
  const salon = await salonWithReminder();
  await salon.book({
    externalId: 'later',
    startsAt: clock.now().add({ hours: 240 }),
    phone: '+79165550011',
    clientName: 'Вера',
  });
  await change(
    salon,
    `update visits v set contact_id = c.id from contacts c where v.tenant_id = $1 and c.tenant_id = $1 and c.name = 'Вера'`,
  );
  await becomeDue();
  await clock.advance({ seconds: 15 });
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => [message.to.phone, message.text.split(',')[0]])).toEqual([
    ['+79165550011', 'Вера'],
  ]);
});

test('a due message whose channel no longer reaches the contact goes by another', async () => {
  const salon = await salonWithReminder();
  const other = await salon.addChannel('dialog360', 'WhatsApp 2');
  await change(
    salon,
    `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
     select tenant_id, gen_random_uuid(), id, '${other}', substr(phone, 2), phone, '2030-01-01', now()
     from contacts where tenant_id = $1`,
  );
  await change(
    salon,
    `insert into opt_outs (tenant_id, id, contact_id, channel_id, scope, source, created_at)
     select tenant_id, gen_random_uuid(), id, '${salon.channelId}', 'all', 'provider', now() from contacts where tenant_id = $1`,
  );
  await becomeDue();
  await clock.advance({ seconds: 15 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(await salon.messages()).toMatchObject([{ status: 'accepted', channelId: other }]);
});

test('a message refused because its contact left the channel leaves on the next one at once', async () => {
  const salon = await open();
  const telegram = await salon.addChannel('telegram_bot', 'Telegram');
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await change(
    salon,
    `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, created_at)
     select tenant_id, gen_random_uuid(), id, '${telegram}', '555', now() from contacts where tenant_id = $1`,
  );
  await salon.book({ externalId: 'earlier', startsAt: clock.now().add({ hours: 44 }) });
  salon.whatsApp.send = async () => ({ kind: 'refused', errorClass: 'opted_out', code: '131050', text: 'Stopped' });
  await becomeDue();
  expect(salon.telegram.sent).toHaveLength(1);
  expect(await salon.messages()).toContainEqual(expect.objectContaining({ status: 'accepted', channelId: telegram }));
});
