import { describe, expect, test } from 'vitest';
import { pauseFlow, continueFlow } from '#contract/flows/calls.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;
const DAY_MINUTES = 1_440;

/** A visit held so many days before now, which is noon of 2 March in Moscow. */
const heldDaysAgo = (days: number) => ({
  startsAt: clock.now().subtract({ hours: 24 * days }),
  createdAt: clock.now().subtract({ hours: 24 * (days + 1) }),
  changedAt: clock.now().subtract({ hours: 24 * days - 1 }),
  status: 'arrived' as const,
});

test('a return is planned in the last two days before its moment, and not months ahead', async () => {
  const salon = await open();
  await salon.book(heldDaysAgo(1));
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  expect(await salon.messages(flow.id)).toEqual([]);
  expect(await salon.verdicts(flow.id)).toEqual([]);

  await clock.advance({ hours: 24 * 28 });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-31 09:00:00+00' }]);

  await clock.advance({ hours: 24 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(salon.whatsApp.sent[0]?.message.text).toContain('Пора повторить?');
});

test('a contact who books meanwhile is not invited back, and the reason is stored', async () => {
  const salon = await open();
  await salon.book(heldDaysAgo(29));
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned' }]);
  await salon.book({ startsAt: clock.now().add({ hours: 72 }) });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'visit_ahead' }]);
  expect(await salon.verdicts(flow.id)).toMatchObject([{ outcome: 'cancelled', rule: 'visit_ahead' }, {}]);
});

const FOLLOWING = [
  { kind: 'repeat_visit', status: 'arrived', days: 30 },
  { kind: 'lost_client', status: 'arrived', days: 90 },
  { kind: 'no_show_retry', status: 'no_show', days: 1 },
] as const;

/** A visit whose message is due tomorrow at noon, and another ahead that is booked before or after the flow is planned. */
async function contactBooks({ kind, status, days }: (typeof FOLLOWING)[number], isBefore: boolean) {
  const salon = await open();
  await salon.book({ ...heldDaysAgo(days - 1), status });
  const ahead = { startsAt: clock.now().add({ hours: 24 * 5 }) };
  const before = isBefore ? await salon.book(ahead) : null;
  const flow = await salon.aFlow({ kind, delayMinutes: days * DAY_MINUTES });
  await runJobs();
  const { externalId } = before ?? (await salon.book(ahead));
  return { salon, flow, cancel: () => salon.book({ externalId, ...ahead, status: 'cancelled' }) };
}

describe.each([true, false])('a visit ahead that is cancelled, booked before the flow looked: %s', (isBefore) => {
  test.each(FOLLOWING)(
    '$kind: the contact is messaged after all while its moment has not passed',
    async (following) => {
      const { salon, flow, cancel } = await contactBooks(following, isBefore);
      expect(await salon.verdicts(flow.id)).toContainEqual(expect.objectContaining({ rule: 'visit_ahead' }));
      await clock.advance({ hours: 20 });
      await cancel();
      expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-03 09:00:00+00' }]);
    },
  );

  test.each(FOLLOWING)('$kind: the contact is not messaged once its moment has passed', async (following) => {
    const { salon, flow, cancel } = await contactBooks(following, isBefore);
    await clock.advance({ hours: 25 });
    await cancel();
    expect((await salon.messages(flow.id)).filter((message) => message.status === 'planned')).toEqual([]);
  });
});

test('a contact who misses the visit ahead is messaged after all while the moment has not passed', async () => {
  const salon = await open();
  await salon.book(heldDaysAgo(29));
  const startsAt = clock.now().add({ hours: 2 });
  const { externalId } = await salon.book({ startsAt });
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  expect(await salon.messages(flow.id)).toEqual([]);
  await clock.advance({ hours: 3 });
  await salon.book({ externalId, startsAt, status: 'no_show' });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-03 09:00:00+00' }]);
});

test('a review is asked for once the contact came, and not when they only confirmed', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 60 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 1 }) });
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 1 }), status: 'confirmed' });
  expect(await salon.messages(flow.id)).toEqual([]);
  const startsAt = clock.now().add({ hours: 1 });
  await clock.advance({ hours: 2 });
  await salon.book({ externalId, startsAt, status: 'arrived' });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-02 12:00:00+00' }]);
  await clock.advance({ hours: 1 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a birthday is greeted at its hour of the day, once a year', async () => {
  const salon = await open();
  await salon.book({});
  await server.owner.query(`update contacts set birth_date = '1990-03-04' where tenant_id = $1`, [
    salon.owner.tenantId,
  ]);
  const flow = await salon.aFlow({ kind: 'birthday' });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([
    { status: 'planned', dueAt: '2026-03-04 07:00:00+00', occurrence: 2026 },
  ]);
  await clock.set('2026-03-04T07:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  await clock.set('2027-03-03T12:00:00Z');
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([
    { status: 'accepted' },
    { status: 'planned', occurrence: 2027 },
  ]);
});

test('a paused flow of returns searches no contacts, and searches again when it is resumed', async () => {
  const salon = await open();
  await salon.book(heldDaysAgo(1));
  const flow = await salon.aFlow({ kind: 'lost_client', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  const on = { token: salon.owner.token, params: { flowId: flow.id } };
  await server.call(pauseFlow, on);
  await clock.advance({ hours: 24 * 28 });
  await runJobs();
  expect(await salon.messages(flow.id)).toEqual([]);
  await server.call(continueFlow, on);
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned' }]);
});

test('a flow of returns writes to 200 contacts a day and to the others the next day', async () => {
  const salon = await open();
  await salon.book(heldDaysAgo(29));
  await server.owner.query(
    `with people as (
       insert into contacts (tenant_id, id, name, phone, created_at)
       select $1, gen_random_uuid(), 'Client ' || n, '+7917' || lpad(n::text, 7, '0'), now() from generate_series(1, 249) n
       returning tenant_id, id, phone),
     addresses as (
       insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
       select tenant_id, gen_random_uuid(), id, $2, substr(phone, 2), phone, '2030-01-01', now() from people)
     insert into visits (tenant_id, id, branch_id, external_id, contact_id, starts_at, duration_minutes, status, recorded_at)
     select $1, gen_random_uuid(), $3, 'many-' || people.id, people.id, $4, 60, 'arrived', now() from people`,
    [salon.owner.tenantId, salon.channelId, salon.branchId, String(clock.now().subtract({ hours: 24 * 29 }))],
  );
  await server.owner.query(`update message_balances set available = 1000 where tenant_id = $1`, [salon.owner.tenantId]);
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  await clock.advance({ hours: 24 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(200);
  const held = (await salon.messages(flow.id)).filter(({ status }) => status === 'planned');
  expect(held).toHaveLength(50);
  expect(held[0]).toMatchObject({ reason: 'daily_limit', dueAt: '2026-03-04 07:00:00+00' });
  await clock.set('2026-03-04T07:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(250);
});
