import { sql } from 'kysely';
import type { TenantScope } from './db.ts';

/** The NOTIFY channel of what live streams must know; a payload is read by {@link parseNotification}. */
export const NOTIFY_CHANNEL = 'frontdesk_changes';

export type RealtimeMessage =
  | { kind: 'change'; tenantId: string; id: number; room: string }
  | { kind: 'session_over'; sessionId: string };

const SESSION_OVER = 'over';

/** What transactions have said already; a room that is told of twice is fetched once. */
const toldBy = new WeakMap<TenantScope['tx'], Set<string>>();

/**
 * Tells every open cabinet of the tenant that something in a room changed; they fetch it again.
 * Leaves with the transaction: what is rolled back was never said.
 *
 * @param room name of the web room whose queries are stale, e.g. `flows`
 */
export async function announce({ tx, tenantId }: TenantScope, room: string): Promise<void> {
  const told = toldBy.getOrInsertComputed(tx, () => new Set());
  if (told.has(room)) return;
  told.add(room);
  await sql`
    with change as (insert into changes (tenant_id, room) values (${tenantId}, ${room}) returning id)
    select pg_notify(${NOTIFY_CHANNEL}, concat_ws(':', ${tenantId}::text, id, ${room}::text)) from change`.execute(tx);
}

/** Ends the live streams of sessions that are over, whichever process holds them. */
export async function announceSessionsOver(
  { tx, tenantId }: TenantScope,
  sessionIds: readonly string[],
): Promise<void> {
  for (const sessionId of sessionIds)
    await sql`select pg_notify(${NOTIFY_CHANNEL}, ${`${tenantId}:${SESSION_OVER}:${sessionId}`})`.execute(tx);
}

/** @returns null for an empty payload: the listener lost its connection, and anything may have happened meanwhile */
export function parseNotification(payload: string): RealtimeMessage | null {
  const [tenantId, id, what] = payload.split(':');
  if (!tenantId || !id || !what) return null;
  return id === SESSION_OVER
    ? { kind: 'session_over', sessionId: what }
    : { kind: 'change', tenantId, id: Number(id), room: what };
}
