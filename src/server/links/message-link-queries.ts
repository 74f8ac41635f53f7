import { sql } from 'kysely';
import { LinkId } from '#contract/links/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A link of a message to one contact. */
export type MessageLink = { code: string; messageId: string; target: string; linkId: LinkId | null };

/** Lists the links that messages have already. */
export async function listMessageLinks(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
): Promise<Pick<MessageLink, 'code' | 'messageId' | 'target'>[]> {
  const { rows } = await sql<{ code: string; message_id: string; target: string }>`
    select code, message_id, target from message_links
    where tenant_id = ${tenantId} and message_id = any(${[...messageIds]}::uuid[])`.execute(tx);
  return rows.map((row) => ({ code: row.code, messageId: row.message_id, target: row.target }));
}

export async function insertMessageLinks(
  { tx, tenantId }: TenantScope,
  links: readonly MessageLink[],
  now: Temporal.Instant,
): Promise<void> {
  if (links.length === 0) return;
  await sql`
    insert into message_links (tenant_id, code, message_id, target, link_id, created_at)
    select ${tenantId}::uuid, code, message_id, target, link_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(
      links.map(({ code, messageId, target, linkId }) => ({ code, message_id: messageId, target, link_id: linkId })),
    )}::jsonb) as new (code text, message_id uuid, target text, link_id uuid)
    returning 1`.execute(tx);
}

/** Finds links to share by their codes; deleted and unknown ones are left out. */
export async function findSharedLinks(
  { tx, tenantId }: TenantScope,
  codes: readonly string[],
): Promise<Map<string, LinkId>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from short_links
    where tenant_id = ${tenantId} and code = any(${[...codes]}::text[]) and deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.code, LinkId.parse(row.id)]));
}
