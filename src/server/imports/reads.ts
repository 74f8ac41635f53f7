import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import { ImportId } from '#contract/imports/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const MAX_CHOICES = 200;

/** Lists imported lists for a choice, newest first. */
export async function listImportedLists({ tx, tenantId }: TenantScope): Promise<{ id: ImportId; title: string }[]> {
  const rows = await tx
    .selectFrom('imports')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', ['running', 'done', 'failed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHOICES)
    .execute();
  return rows.map(({ id, title }) => ({ id: ImportId.parse(id), title }));
}

/** Whether an imported list is there, complete or not. */
export async function hasImportedList({ tx, tenantId }: TenantScope, id: ImportId): Promise<boolean> {
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', ['running', 'done', 'failed'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a contact's note is that of an imported list: a list wrote it, or made the contact, who has no card in a booking system. */
export async function isNoteFromList({ tx, tenantId }: TenantScope, id: ContactId, note: string): Promise<boolean> {
  const { rows } = await sql<{ is_listed: boolean }>`
    select exists (
      select from imported_contacts m where m.tenant_id = ${tenantId} and m.contact_id = ${id}
        and (m.changes -> 'note' ->> 1 = ${note} or m.was_created and not exists (
          select from contact_links l where l.tenant_id = ${tenantId} and l.contact_id = ${id}))) as is_listed`.execute(
    tx,
  );
  return rows[0]?.is_listed ?? false;
}
