import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { mailingColumns, type StoredMailing, toMailing } from '#server/mailings/storage/stored-mailings.ts';

const MAX_UNDER_POLICY = 200;

/** Mailings that are not over, newest first. */
export async function listUnderPolicy({ tx, tenantId }: TenantScope): Promise<StoredMailing[]> {
  const rows = await tx
    .selectFrom('mailings')
    .select(mailingColumns)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', ['none', 'done', 'canceled'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_UNDER_POLICY)
    .execute();
  return rows.map(toMailing);
}

export async function listContactsOfMessages(
  { tx, tenantId }: TenantScope,
  ids: readonly MessageId[],
): Promise<Map<MessageId, ContactId>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: MessageId; contact_id: string }>`
    select id, contact_id from messages
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) and contact_id is not null`.execute(tx);
  return new Map(rows.map((row) => [row.id, ContactId.parse(row.contact_id)]));
}
