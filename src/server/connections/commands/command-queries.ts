import { sql } from 'kysely';
import { z } from 'zod';
import { type ConnectionCommand, COMMAND_STATES } from '#contract/connections/commands.ts';
import { ConnectionId } from '#contract/connections/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { secondsFromNow } from '#server/platform/database/database-clock.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { NextState } from './command-rules.ts';

export type StoredCommand = {
  id: string;
  connectionId: ConnectionId;
  kind: string;
  key: string;
  payload: unknown;
  attempts: number;
  createdAt: Temporal.Instant;
  /** Its outcome is to be looked up: it was sent. */
  isUnknown: boolean;
};

/** @returns false where it was asked for before */
export async function insertCommand(
  { tx, tenantId }: TenantScope,
  command: { id: string; connectionId: ConnectionId; kind: string; key: string; payload: unknown },
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('connection_commands')
    .values({
      tenant_id: tenantId,
      id: command.id,
      connection_id: command.connectionId,
      kind: command.kind,
      key: command.key,
      payload: JSON.stringify(command.payload),
      due_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Claims the next due command of a connection for some seconds. One whose run died counts as unknown. */
export async function claimCommand(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  { now, seconds }: { now: Temporal.Instant; seconds: number },
): Promise<StoredCommand | null> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    key: string;
    payload: unknown;
    attempts: number;
    created_at: Temporal.Instant;
    was: string;
  }>`
    with next as materialized (
      select id, state from connection_commands
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and due_at <= ${now}
        and (state in ('waiting', 'unknown') or state = 'running' and lease_until < now())
      order by due_at, id limit 1 for update skip locked
    )
    update connection_commands c
    set state = 'running', attempts = c.attempts + 1, lease_until = ${secondsFromNow(seconds)}
    from next
    where c.tenant_id = ${tenantId} and c.id = next.id
    returning c.id, c.kind, c.key, c.payload, c.attempts, c.created_at, next.state as was`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { id, kind, key, payload, attempts, created_at: createdAt, was } = row;
  return { id, connectionId, kind, key, payload, attempts, createdAt, isUnknown: was !== 'waiting' };
}

export async function recordCommand(
  { tx, tenantId }: TenantScope,
  id: string,
  { state, dueAt, trouble, text, answer, attempts }: NextState & { answer: unknown; attempts?: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('connection_commands')
    .set({
      state,
      due_at: dueAt,
      lease_until: null,
      trouble,
      text: text?.slice(0, 500) ?? null,
      finished_at: state === 'done' || state === 'refused' ? now : null,
      ...(attempts !== undefined && { attempts }),
      ...(answer !== undefined && { answer: JSON.stringify(answer) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Lists connections of all tenants with due commands. */
export async function listConnectionsWithDueCommands(
  { tx }: SystemScope,
  now: Temporal.Instant,
): Promise<{ tenantId: TenantId; connectionId: ConnectionId }[]> {
  const { rows } = await sql<{ tenant_id: string; connection_id: string }>`
    select distinct tenant_id, connection_id from connection_commands where due_at <= ${now}`.execute(tx);
  return rows.map((row) => ({
    tenantId: TenantId.parse(row.tenant_id),
    connectionId: ConnectionId.parse(row.connection_id),
  }));
}

/** Deletes commands of all tenants that ended before a time. */
export async function deleteOldCommands({ tx }: SystemScope, before: Temporal.Instant): Promise<void> {
  await sql`
    delete from connection_commands where ctid in (
      select ctid from connection_commands where finished_at < ${before} limit 10000)`.execute(tx);
}

export async function hasCommand(
  { tx, tenantId }: TenantScope,
  { connectionId, commandId }: { connectionId: ConnectionId; commandId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('connection_commands')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('id', '=', commandId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a failed command due again. @returns false where it did not fail */
export async function retryFailedCommand(
  { tx, tenantId }: TenantScope,
  { connectionId, commandId }: { connectionId: ConnectionId; commandId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('connection_commands')
    .set({ state: 'waiting', due_at: now, attempts: 0, finished_at: null, trouble: null, text: null, created_at: now })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('id', '=', commandId)
    .where('state', 'in', ['refused', 'unknown'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const Position = z.tuple([z.string(), z.uuid()]);

/** A page of commands, the newest first. */
export async function pageOfCommands(
  { tx, tenantId }: TenantScope,
  {
    connectionId,
    cursor,
    limit,
    isFailed,
  }: {
    connectionId: ConnectionId;
    cursor?: string | undefined;
    limit: number;
    isFailed?: boolean | undefined;
  },
): Promise<{ items: ConnectionCommand[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Position);
  const rows = await tx
    .selectFrom('connection_commands')
    .select(['id', 'kind', 'state', 'attempts', 'trouble', 'text', 'created_at', 'finished_at'])
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .$if(isFailed === true, (query) => query.where('state', 'in', ['refused', 'unknown']))
    .where(isBeyond([sql.ref('created_at'), sql.ref('id')], after, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({
      id: row.id,
      kind: row.kind,
      state: z.enum(COMMAND_STATES).parse(row.state),
      attempts: row.attempts,
      trouble: row.trouble,
      text: row.text,
      createdAt: row.created_at.toString(),
      finishedAt: row.finished_at?.toString() ?? null,
    }),
    (row) => [row.created_at.toString(), row.id],
  );
}
