import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A message with a contact, as a note has it. */
export type NotedMessage = {
  id: string;
  contactId: ContactId;
  channelTitle: string;
  text: string;
  at: Temporal.Instant;
};

/** Messages sent to contacts, without tests. Read only: delivery owns the ledger. */
export async function listSentMessages({ tx, tenantId }: TenantScope, ids: readonly string[]): Promise<NotedMessage[]> {
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.channel_id'),
    )
    .select(['m.id', 'm.contact_id', 'm.body', 'm.accepted_at', 'm.due_at', 'c.title'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('m.contact_id', 'is not', null)
    .where('m.is_test', '=', false)
    .orderBy('m.accepted_at')
    .orderBy('m.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    contactId: ContactId.parse(row.contact_id),
    channelTitle: row.title,
    text: row.body,
    at: row.accepted_at ?? row.due_at,
  }));
}

/** A message that a contact sent; null: it was deleted. Read only: conversations own it. */
export async function findReceivedMessage({ tx, tenantId }: TenantScope, id: string): Promise<NotedMessage | null> {
  const row = await tx
    .selectFrom('inbound_messages as m')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.channel_id'),
    )
    .select(['m.id', 'm.contact_id', 'm.text', 'm.received_at', 'c.title'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { title: channelTitle, text, received_at: at } = row;
  return { id: row.id, contactId: ContactId.parse(row.contact_id), channelTitle, text: text ?? '', at };
}
