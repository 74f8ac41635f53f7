import { sql } from 'kysely';
import type { TenantScope } from './db.ts';

/** The NOTIFY channel of live streams; {@link parseNotification} reads its payloads. */
export const NOTIFY_CHANNEL = 'frontdesk_changes';

export type RealtimeMessage =
  | { kind: 'change'; tenantId: string; id: number; room: string }
  | { kind: 'session_over'; sessionId: string };

const SESSION_OVER = 'over';

/** The announcements each transaction has made, so that each room is announced once. */
const announcedBy = new WeakMap<TenantScope['tx'], Set<string>>();

/**
 * Announces a change of a room to every open page of the tenant, which fetches it again. The notification is sent on
 * commit, and not after a rollback.
 *
 * @param room name of the web room whose queries are stale, e.g. `flows`
 */
export async function announce({ tx, tenantId }: TenantScope, room: string): Promise<void> {
  const announced = announcedBy.getOrInsertComputed(tx, () => new Set());
  if (announced.has(room)) return;
  announced.add(room);
  await sql`
    with change as (insert into changes (tenant_id, room) values (${tenantId}, ${room}) returning id)
    select pg_notify(${NOTIFY_CHANNEL}, concat_ws(':', ${tenantId}::text, id, ${room}::text)) from change`.execute(tx);
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
  const [tenantId, id, what] = payload.split(':');
  if (!tenantId || !id || !what) return null;
  return id === SESSION_OVER
    ? { kind: 'session_over', sessionId: what }
    : { kind: 'change', tenantId, id: Number(id), room: what };
}
