import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { countSkips, setRetention } from '#contract/insights/calls.ts';
import { listFlows } from '#contract/flows/calls.ts';
import { countingVerdicts } from '#server/delivery/ledger/change-queries.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const { call, db, owner, signUp, runRepeated, clock } = await testServer({ now: '2026-11-21T09:00:00Z' });
const build = builders(owner);

beforeEach(async () => {
  await clock.set('2026-11-21T09:00:00Z');
});

/** Records a decision against a message on each of the days. */
async function decided({ tenantId }: SignedUp, flowId: string, days: readonly string[]): Promise<void> {
  const rows = JSON.stringify(days.map((day) => ({ day, id: randomUUID() })));
  await withTenant({ db }, tenantId, ({ tx }) =>
    sql`
      with decided as (
        insert into verdicts (tenant_id, id, sender_id, sender_version, subject_kind, subject_id, step, occurrence, stage, outcome, rule,
          decided_at)
        select ${tenantId}::uuid, w.id, ${flowId}::uuid, 1, 'contact', w.id, 1, 1, 'plan', 'skipped', 'too_late', w.day
        from jsonb_to_recordset(${rows}::jsonb) as w (id uuid, day timestamptz)
        returning id, sender_id, message_id, outcome, rule, decided_at
      ),
      ${countingVerdicts(tenantId)}
      select from decided`.execute(tx),
  );
}

async function daysOf({ tenantId }: SignedUp): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    `select to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD') as day from verdicts where tenant_id = $1 order by decided_at`,
    [tenantId],
  );
  return rows.map(({ day }) => day);
}

async function months(): Promise<string[]> {
  const { rows } = await owner.query<{ month: string }>('select month::text from frontdesk.verdict_months() as month');
  return rows.map(({ month }) => month);
}

async function aSalon() {
  const salon = await signUp();
  const { id: flowId } = await build.aFlow({ tenantId: salon.tenantId });
  return { salon, flowId };
}

test('this month and the three after it have tables before they begin', async () => {
  await clock.set('2031-05-31T23:00:00Z');
  await runRepeated('delivery.add-months');
  await runRepeated('delivery.add-months');
  expect(await months()).toEqual(expect.arrayContaining(['2031-05-01', '2031-06-01', '2031-07-01', '2031-08-01']));
});

test('decisions made before their month had a table are moved there, and counted once', async () => {
  const { salon, flowId } = await aSalon();
  await decided(salon, flowId, ['2033-02-01T00:00:00Z', '2033-02-28T23:59:59Z', '2033-03-01T00:00:00Z']);
  await clock.set('2033-02-10T09:00:00Z');
  await runRepeated('delivery.add-months');
  const { rows } = await owner.query(
    `select tableoid::regclass::text as place, count(*)::int from verdicts where tenant_id = $1 group by 1 order by 1`,
    [salon.tenantId],
  );
  expect(rows).toEqual([
    { place: 'frontdesk.verdicts_2033_02', count: 2 },
    { place: 'frontdesk.verdicts_2033_03', count: 1 },
  ]);
  const { body } = await call(countSkips, { token: salon.token, query: { from: '2033-02-01', to: '2033-03-05' } });
  expect(body.counts.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

test('decisions past their tenant’s retention are deleted, and those of others stay', async () => {
  const [own, other] = [await aSalon(), await aSalon()];
  const days = ['2026-07-31T23:00:00Z', '2026-08-01T00:00:00Z', '2026-11-20T09:00:00Z'];
  await decided(own.salon, own.flowId, days);
  await decided(other.salon, other.flowId, days);
  await call(setRetention, { token: own.salon.token, body: { months: 3 } });
  await runRepeated('delivery.add-months');
  await runRepeated('delivery.forget-old');
  await runRepeated('delivery.forget-old');
  expect(await daysOf(own.salon)).toEqual(['2026-08-01', '2026-11-20']);
  expect(await daysOf(other.salon)).toEqual(['2026-07-31', '2026-08-01', '2026-11-20']);
  const { body } = await call(listFlows, { token: own.salon.token });
  expect(body.flows[0]?.counts).toMatchObject({ skipped: 2 });
});

test('a month past every retention is dropped as a whole, with its counts', async () => {
  await owner.query('update tenants set verdict_months = 6');
  const { salon, flowId } = await aSalon();
  await call(setRetention, { token: salon.token, body: { months: 6 } });
  await clock.set('2026-11-02T09:00:00Z');
  await runRepeated('delivery.add-months');
  await decided(salon, flowId, ['2026-11-05T09:00:00Z', '2027-05-30T09:00:00Z']);
  await clock.set('2027-05-31T09:00:00Z');
  await runRepeated('delivery.add-months');
  await runRepeated('delivery.forget-old');
  expect(await months()).toContain('2026-11-01');
  await clock.set('2027-06-01T09:00:00Z');
  await runRepeated('delivery.forget-old');
  expect(await months()).not.toContain('2026-11-01');
  expect(await daysOf(salon)).toEqual(['2027-05-30']);
  const { body } = await call(countSkips, { token: salon.token, query: { from: '2026-11-01', to: '2027-05-31' } });
  expect(body.counts).toEqual([{ day: '2027-05-30', rule: 'too_late', count: 1 }]);
});
