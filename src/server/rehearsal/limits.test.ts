import { expect, test } from 'vitest';
import { getRehearsal, listRehearsalRows, startRehearsal } from '#contract/rehearsal/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs, owner } = server;

const DAY_MINUTES = 1_440;

/** Contacts whose visits were held 29 days ago, each so many seconds after the one before; all can be messaged. */
async function manyCame(
  { owner: { tenantId }, branchId, channelId }: Salon,
  count: number,
  secondsApart = 0,
): Promise<void> {
  await owner.query(
    `with people as (
       insert into contacts (tenant_id, id, name, phone, created_at)
       select $1, gen_random_uuid(), 'Client ' || n, '+7917' || lpad(n::text, 7, '0'), now() from generate_series(1, $5) n
       returning tenant_id, id, phone),
     addresses as (
       insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
       select tenant_id, gen_random_uuid(), id, $2, substr(phone, 2), phone, '2030-01-01', now() from people)
     insert into visits (tenant_id, id, branch_id, external_id, contact_id, starts_at, duration_minutes, status, recorded_at)
     select $1, gen_random_uuid(), $3, people.id, people.id,
       $4::timestamptz + row_number() over (order by people.id desc) * $6::int * interval '1 second', 60, 'arrived', now() from people`,
    [tenantId, channelId, branchId, String(clock.now().subtract({ hours: 24 * 29 })), count, secondsApart],
  );
  await owner.query('update message_balances set available = 10000 where tenant_id = $1', [tenantId]);
}

/** Counts of sent messages by moment. */
async function leftBy({ owner: { tenantId } }: Salon): Promise<[string, number][]> {
  const { rows } = await owner.query<{ at: Temporal.Instant; count: number }>(
    `select accepted_at as at, count(*)::int as count from messages
     where tenant_id = $1 and accepted_at is not null group by 1 order by 1`,
    [tenantId],
  );
  return rows.map(({ at, count }) => [String(at), count]);
}

test('a rehearsal postpones the messages beyond the daily limit that were really postponed, and reports it', async () => {
  const salon = await open();
  await manyCame(salon, 230);
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  for (const moment of ['2026-03-03T09:00:00Z', '2026-03-04T07:00:00Z', '2026-03-04T12:00:00Z']) {
    await clock.set(moment);
    await runJobs();
  }
  expect(await leftBy(salon)).toEqual([
    ['2026-03-03T09:00:00Z', 200],
    ['2026-03-04T07:00:00Z', 30],
  ]);

  const { token } = salon.owner;
  const { id } = (await server.call(startRehearsal, { token, body: { days: 7, flowIds: [flow.id] } })).body;
  await runJobs();
  const params = { rehearsalId: id };
  const { summary } = (await server.call(getRehearsal, { token, params })).body;
  expect(summary).toMatchObject({ sent: 230, people: 230, skipped: 0, putOff: 30 });
  expect(summary.byDay).toEqual([
    { day: '2026-03-03', sent: 200, skipped: 0 },
    { day: '2026-03-04', sent: 30, skipped: 0 },
  ]);
  const query = { rule: 'daily_limit', limit: 100 };
  const { items } = (await server.call(listRehearsalRows, { token, params, query })).body;
  expect(items.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, () => '2026-03-04T07:00:00Z'));
  expect(items[0]?.compared).toEqual({ sent: 200, limit: 200 });
});

test('the contact postponed to the next day is the one whose moment came last, as in reality', async () => {
  const salon = await open();
  await manyCame(salon, 210, 1);
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  for (const moment of ['2026-03-03T09:10:00Z', '2026-03-04T07:00:00Z', '2026-03-04T12:00:00Z']) {
    await clock.set(moment);
    await runJobs();
  }
  const { tenantId, token } = salon.owner;
  const { rows } = await owner.query<{ id: string }>(
    `select contact_id as id from messages where tenant_id = $1 and accepted_at >= '2026-03-04'`,
    [tenantId],
  );
  expect(rows).toHaveLength(10);

  const { id } = (await server.call(startRehearsal, { token, body: { days: 7, flowIds: [flow.id] } })).body;
  await runJobs();
  const params = { rehearsalId: id };
  const query = { rule: 'daily_limit', limit: 100 };
  const { items } = (await server.call(listRehearsalRows, { token, params, query })).body;
  expect(items.map(({ contactId }) => contactId).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  const { summary } = (await server.call(getRehearsal, { token, params })).body;
  expect(summary).toMatchObject({ sent: 210, people: 210, skipped: 0, putOff: 10 });
  expect(summary.byDay).toEqual([
    { day: '2026-03-03', sent: 200, skipped: 0 },
    { day: '2026-03-04', sent: 10, skipped: 0 },
  ]);
});
