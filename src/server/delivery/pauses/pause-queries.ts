import { sql } from 'kysely';
import { ChannelKind } from '#contract/channels/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { PLANNED_ONCE, type SystemScope, type TenantScope } from '#server/platform/database/db.ts';
import type { PauseReach } from './pause-rules.ts';

/** A pause as it is set. */
export type NewPause = PauseReach & {
  id: string;
  aim: string;
  name: string | null;
  reason: string;
  pausedBy: { id: string; email: string };
  pausedAt: Temporal.Instant;
  endsAt: Temporal.Instant | null;
};

/** Condition of a pause `p` that holds. */
const holds = (now: Temporal.Instant) => sql<boolean>`(p.ends_at is null or p.ends_at > ${now})
  and not exists (select from sending_pause_ends e where e.pause_id = p.id)`;

/** Whether a pause stops the tenant's channels of a kind. Part of every claim. */
export async function isPaused(
  { tx, tenantId }: TenantScope,
  kind: ChannelKind,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`${PLANNED_ONCE}
    select p.id from sending_pauses p
    where (p.cabinet_id is null or p.cabinet_id = ${tenantId}) and (p.kinds is null or ${kind}::text = any (p.kinds))
      and ${holds(now)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** A pause that concerns a cabinet: all its channels, or some. */
export type ConcerningPause = { id: string; endsAt: Temporal.Instant | null; pausedAt: Temporal.Instant };

/** The pause that stops a channel of the cabinet; of several the one that lasts longest. */
export async function findConcerningPause(
  { tx, tenantId }: TenantScope,
  now: Temporal.Instant,
): Promise<ConcerningPause | null> {
  const { rows } = await sql<{ id: string; ends_at: Temporal.Instant | null; paused_at: Temporal.Instant }>`
    select p.id, p.ends_at, p.paused_at from sending_pauses p
    where (p.cabinet_id is null or p.cabinet_id = ${tenantId}) and ${holds(now)} and exists (
      select from channels c
      where c.tenant_id = ${tenantId} and c.removed_at is null and (p.kinds is null or c.kind = any (p.kinds)))
    order by p.ends_at desc nulls first, p.paused_at limit 1`.execute(tx);
  const row = rows[0];
  return row ? { id: row.id, endsAt: row.ends_at, pausedAt: row.paused_at } : null;
}

/** Pauses that hold; there are few. */
export async function listOpenPauses({ tx }: SystemScope, now: Temporal.Instant): Promise<PauseReach[]> {
  const { rows } = await sql<{ kinds: string[] | null; cabinet_id: string | null }>`
    select p.kinds, p.cabinet_id from sending_pauses p where ${holds(now)}`.execute(tx);
  return rows.map((row) => ({
    kinds: row.kinds && row.kinds.map((kind) => ChannelKind.parse(kind)),
    cabinetId: row.cabinet_id === null ? null : TenantId.parse(row.cabinet_id),
  }));
}

/** Whether a pause of the same target holds. */
export async function hasOpenPause(
  { tx }: SystemScope,
  { aim, name, cabinetId }: Pick<NewPause, 'aim' | 'name' | 'cabinetId'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select p.id from sending_pauses p
    where p.aim = ${aim} and p.name is not distinct from ${name}::text
      and p.cabinet_id is not distinct from ${cabinetId}::uuid and ${holds(now)} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function insertPause({ tx }: SystemScope, pause: NewPause): Promise<void> {
  await tx
    .insertInto('sending_pauses')
    .values({
      id: pause.id,
      aim: pause.aim,
      name: pause.name,
      kinds: pause.kinds && [...pause.kinds],
      cabinet_id: pause.cabinetId,
      reason: pause.reason,
      paused_by: pause.pausedBy.id,
      paused_by_email: pause.pausedBy.email,
      paused_at: pause.pausedAt,
      ends_at: pause.endsAt,
    })
    .execute();
}

/** Keeps the first end where there are two. */
export async function insertPauseEnd(
  { tx }: SystemScope,
  end: { pauseId: string; reason: string; by: { id: string; email: string }; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('sending_pause_ends')
    .values({
      pause_id: end.pauseId,
      reason: end.reason,
      lifted_by: end.by.id,
      lifted_by_email: end.by.email,
      lifted_at: end.at,
    })
    .onConflict((conflict) => conflict.column('pause_id').doNothing())
    .execute();
}
