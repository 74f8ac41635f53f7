import { sql } from 'kysely';
import type { DataRoom } from '#contract/data-rooms.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';

/** The NOTIFY channel of live streams; {@link parseNotification} reads its payloads. */
export const NOTIFY_CHANNEL = 'frontdesk_changes';

export type RealtimeMessage =
  | { kind: 'change'; tenantId: string; id: number; room: string }
  /** Numbered events up to this one were committed. */
  | { kind: 'numbered'; tenantId: string; seq: number }
  /** Something of the moment, passed on as it is. */
  | { kind: 'passing'; tenantId: string; data: unknown }
  | { kind: 'session_over'; sessionId: string };

const SESSION_OVER = 'over';
const NUMBERED = 'numbered';
const PASSING = 'passing';

/** The announcements each transaction has made, so that each room is announced once. */
const announcedBy = new WeakMap<TenantScope['tx'], Set<string>>();

/**
 * Announces a change of a room to every open page of the tenant, which fetches it again. The notification is sent on
 * commit, and not after a rollback.
 */
export async function announce({ tx, tenantId }: TenantScope, room: DataRoom): Promise<void> {
  const announced = announcedBy.getOrInsertComputed(tx, () => new Set());
  if (announced.has(room)) return;
  announced.add(room);
  await sql`${PLANNED_ONCE}
    with change as (insert into changes (tenant_id, room) values (${tenantId}, ${room}) returning id)
    select pg_notify(${NOTIFY_CHANNEL}, concat_ws(':', ${tenantId}::text, id, ${room}::text)) from change`.execute(tx);
}

/** Announces that numbered events up to this one can be read. */
export async function announceNumbered({ tx, tenantId }: TenantScope, seq: number): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${`${tenantId}:${NUMBERED}:${seq}`})`.execute(tx);
}

/** Passes something of the moment to every open page of the tenant; it is not stored. */
export async function announcePassing({ tx, tenantId }: TenantScope, data: object): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${`${tenantId}:${PASSING}:${JSON.stringify(data)}`})`.execute(tx);
}

/** Ends the live streams of expired or revoked sessions in every process. */
export async function announceSessionsOver(
  { tx, tenantId }: TenantScope,
  sessionIds: readonly string[],
): Promise<void> {
  for (const sessionId of sessionIds)
    await sql`select pg_notify(${NOTIFY_CHANNEL}, ${`${tenantId}:${SESSION_OVER}:${sessionId}`})`.execute(tx);
}

/** @returns null for an empty payload: the listener lost its connection and may have missed notifications */
export function parseNotification(payload: string): RealtimeMessage | null {
  const [tenantId, what, ...rest] = payload.split(':');
  const about = rest.join(':');
  if (!tenantId || !what || !about) return null;
  if (what === SESSION_OVER) return { kind: 'session_over', sessionId: about };
  if (what === NUMBERED) return { kind: 'numbered', tenantId, seq: Number(about) };
  if (what === PASSING) return { kind: 'passing', tenantId, data: parseOutside(about) };
  return { kind: 'change', tenantId, id: Number(what), room: about };
}
