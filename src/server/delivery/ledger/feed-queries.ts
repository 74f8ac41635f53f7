import { sql } from 'kysely';
import { DecisionRule, MessageStatus } from '#contract/delivery/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';
import type { MessageChange } from './rules.ts';

/** Rows of the feed are deleted after this many days; a reader that falls further behind misses them. */
const RETENTION_DAYS = 3;

/**
 * The oldest transaction that still runs: changes of older ones are complete.
 *
 * NOTE: a statement of its own, which Citus runs on its coordinator. Changes have numbers of the coordinator's
 * transactions; the nodes that hold them count their own.
 */
export async function findOldestTransaction({ tx }: SystemScope): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx);
  if (!rows[0]) throw new Error('A select without a table returns one row');
  return rows[0].xid;
}

/** Tenants with changes that the reader has not read, older than a transaction. */
export async function listTenantsChanged(
  { tx }: SystemScope,
  { reader, before }: { reader: string; before: string },
): Promise<TenantId[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenants t
    left join message_change_cursors r on r.tenant_id = t.id and r.reader = ${reader}
    where exists (
      select from message_changes c where c.tenant_id = t.id and (c.tx, c.id) > (${cursorOf('r')}) and c.tx < ${before}::xid8)
    order by t.id`.execute(tx);
  return rows.map(({ id }) => TenantId.parse(id));
}

/**
 * Reads the next rows after the reader's cursor and moves the cursor. The cursor is locked: one run reads at a
 * time.
 *
 * @param before the oldest running transaction: a row whose transaction still runs, or began while an older one does,
 * stays for the next read
 */
export async function takeChanges(
  { tx, tenantId }: TenantScope,
  { reader, before, limit }: { reader: string; before: string; limit: number },
): Promise<MessageChange[]> {
  await sql`
    insert into message_change_cursors (tenant_id, reader, tx, id) values (${tenantId}, ${reader}, '0', 0)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<ChangeColumns>`
    with reached as (
      select * from message_change_cursors where tenant_id = ${tenantId} and reader = ${reader} for no key update
    ),
    taken as materialized (
      select c.* from message_changes c
      where c.tenant_id = ${tenantId} and (c.tx, c.id) > (select reached.tx, reached.id from reached) and c.tx < ${before}::xid8
      order by c.tx, c.id limit ${limit}
    ),
    moved as (
      update message_change_cursors r set tx = last.tx, id = last.id
      from (select tx, id from taken order by tx desc, id desc limit 1) last
      where r.tenant_id = ${tenantId} and r.reader = ${reader}
    )
    select message_id, verdict_id, status, former_status, is_reply, rule, at from taken order by tx, id`.execute(tx);
  return rows.map(toChange);
}

/** Deletes rows that every reader had time to read. Of all tenants. */
export async function dropOldChanges({ tx }: SystemScope): Promise<void> {
  await sql`
    delete from message_changes where recorded_at < statement_timestamp() - ${RETENTION_DAYS} * interval '1 day'`.execute(
    tx,
  );
}

const cursorOf = (reader: string) =>
  sql`coalesce(${sql.ref(`${reader}.tx`)}, '0'::xid8), coalesce(${sql.ref(`${reader}.id`)}, 0)`;

type ChangeColumns = {
  message_id: string | null;
  verdict_id: string | null;
  status: string | null;
  former_status: string | null;
  is_reply: boolean;
  rule: string | null;
  at: Temporal.Instant;
};

function toChange(row: ChangeColumns): MessageChange {
  const id = row.message_id ?? row.verdict_id;
  if (!id) throw new Error('A change is of a message or of a verdict');
  return {
    about: { kind: row.message_id ? 'message' : 'verdict', id },
    status: orNull(MessageStatus, row.status),
    formerStatus: orNull(MessageStatus, row.former_status),
    isReply: row.is_reply,
    rule: orNull(DecisionRule, row.rule),
    at: row.at,
  };
}
