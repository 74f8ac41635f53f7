import { type RawBuilder, sql } from 'kysely';
import { TEST_ENDED_RULES } from '#contract/delivery/rules.ts';
import { POLICY_RULES } from '#contract/policy/codes.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { PRIORITY } from './rules.ts';

/**
 * Part of the `set` list of every statement that changes messages and counts them: the old values, which {@link
 * CHANGE} returns. The table's alias is `m`.
 *
 * NOTE: `returning` has old values only since PostgreSQL 18. A locking select before the update would miss a row that
 * another transaction inserts meanwhile under the key of an `insert … on conflict do update`, and count it twice.
 */
export const FORMER = sql.raw('former_status = m.status, was_replied = m.replied_at is not null');

/**
 * The columns returned by a statement that changes messages (`insert`, `update` or `insert … on conflict do update`),
 * as {@link countingChanges} needs them. An update also sets {@link FORMER}; an inserted row has no former status.
 */
export const CHANGE = sql.raw(
  `m.id, m.sender_id, m.status, m.reason, m.priority, m.is_test, m.updated_at,
   m.replied_at is not null as is_replied, m.former_status, m.was_replied`,
);

/** The same columns by name, for the combined results of several statements. */
export const CHANGE_NAMES = sql.raw(
  'id, sender_id, status, reason, priority, is_test, updated_at, is_replied, former_status, was_replied',
);

/**
 * Part of the `with` list of every statement that changes messages: keeps counts equal to the ledger at any moment,
 * and appends to the feed of changes. The statement before it is named `changed` and returns {@link CHANGE}.
 *
 * - `message_tallies`: messages of each sender by status.
 * - `called_off` and `skip_tallies`: messages that were cancelled before they were due, until they are planned
 *   again. A
 *   test that was cancelled with its mode or number skipped no contact.
 * - `message_changes`: changes of messages; a claim is not recorded, its outcome is.
 *
 * NOTE: each connection counts in rows of its own, so that no transaction waits for another's.
 *
 * @param options.mayCancel false for a statement that never cancels, which is planned faster
 */
export function countingChanges(
  tenantId: TenantId,
  { mayCancel = true }: { mayCancel?: boolean } = {},
): RawBuilder<unknown> {
  const called = sql`
    called as (
      insert into called_off (tenant_id, message_id, sender_id, rule, called_off_at, day)
      select ${tenantId}::uuid, c.id, c.sender_id, c.reason, c.updated_at, (c.updated_at at time zone tenants.time_zone)::date
      from changed c join tenants on tenants.id = ${tenantId}
      where c.status = 'cancelled' and c.former_status <> 'cancelled' and c.priority > ${PRIORITY.answer} and c.reason is not null
        and not (c.is_test and c.reason = any (${[...TEST_ENDED_RULES]}::text[]))
      on conflict (tenant_id, message_id) do nothing
      returning day, sender_id, rule
    ),`;
  return sql`
    counted as (
      insert into message_tallies as t (tenant_id, sender_id, status, counted_by, count, replied)
      select ${tenantId}::uuid, sender_id, status, pg_backend_pid(), sum(count), sum(replied) from (
        select sender_id, status, 1 as count, is_replied::int as replied from changed
        union all
        select sender_id, former_status, -1, -was_replied::int from changed where former_status is not null
      ) change
      group by sender_id, status having sum(count) <> 0 or sum(replied) <> 0
      on conflict (tenant_id, sender_id, status, counted_by) do update
        set count = t.count + excluded.count, replied = t.replied + excluded.replied
    ),
    wanted_again as (
      delete from called_off
      where tenant_id = ${tenantId}
        and message_id = any (array(select id from changed where former_status = 'cancelled' and status <> 'cancelled'))
      returning day, sender_id, rule
    ),
    ${mayCancel ? called : sql``}
    skipped as (
      insert into skip_tallies as t (tenant_id, day, sender_id, rule, counted_by, count)
      select ${tenantId}::uuid, day, sender_id, rule, pg_backend_pid(), sum(count) from (
        ${mayCancel ? sql`select *, 1 as count from called union all` : sql``} select *, -1 as count from wanted_again
      ) change
      group by day, sender_id, rule having sum(count) <> 0
      on conflict (tenant_id, day, sender_id, rule, counted_by) do update set count = t.count + excluded.count
    ),
    noted as (
      insert into message_changes (tenant_id, message_id, sender_id, status, former_status, is_reply, rule, at)
      select ${tenantId}::uuid, id, sender_id, status, former_status, is_replied and not was_replied, reason, updated_at
      from changed
      where (status is distinct from former_status and status <> 'sending') or is_replied and not was_replied
      returning 1
    )`;
}

/**
 * Part of the `with` list of the statement that writes verdicts: counts decisions against a message, and what the contact
 * policy did, by day of the tenant's calendar; appends decisions to the feed. The statement before it is named `decided`
 * and returns the verdicts.
 */
export function countingVerdicts(tenantId: TenantId): RawBuilder<unknown> {
  return sql`
    daily as (
      select v.*, (v.decided_at at time zone tenants.time_zone)::date as day
      from decided v join tenants on tenants.id = ${tenantId}
    ),
    counted as (
      insert into message_tallies as t (tenant_id, sender_id, status, counted_by, count, replied)
      select ${tenantId}::uuid, sender_id, 'decided_against', pg_backend_pid(), count(*), 0
      from daily where outcome = 'skipped' and message_id is null group by sender_id
      on conflict (tenant_id, sender_id, status, counted_by) do update set count = t.count + excluded.count
    ),
    skipped as (
      insert into skip_tallies as t (tenant_id, day, sender_id, rule, counted_by, count)
      select ${tenantId}::uuid, day, sender_id, rule, pg_backend_pid(), count(*)
      from daily where outcome = 'skipped' group by day, sender_id, rule
      on conflict (tenant_id, day, sender_id, rule, counted_by) do update set count = t.count + excluded.count
    ),
    held as (
      insert into policy_tallies as t (tenant_id, day, sender_id, rule, is_held, counted_by, count)
      select ${tenantId}::uuid, day, sender_id, rule, outcome = 'deferred', pg_backend_pid(), count(*)
      from daily where rule = any (${[...POLICY_RULES]}::text[]) and outcome in ('deferred', 'skipped', 'cancelled')
      group by day, sender_id, rule, outcome = 'deferred'
      on conflict (tenant_id, day, sender_id, rule, is_held, counted_by) do update set count = t.count + excluded.count
    ),
    noted as (
      insert into message_changes (tenant_id, verdict_id, sender_id, rule, at)
      select ${tenantId}::uuid, id, sender_id, rule, decided_at from daily where outcome = 'skipped' and message_id is null
      returning 1
    )`;
}
