import { sql } from 'kysely';
import type { z } from 'zod';
import type { ContactChange, ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { contactColumns, type KnownContact, toContact } from './stored-contacts.ts';

/**
 * Stores a member's changes of a contact; fields that a booking system has too are marked, so that it does not
 * overwrite them.
 */
export async function changeContact(
  { tx, tenantId }: TenantScope,
  id: ContactId,
  { name, language, timeZone, birthDate }: z.infer<typeof ContactChange>,
): Promise<KnownContact> {
  const edited = { name, birth_date: birthDate, language, time_zone: timeZone };
  const editedFields = Object.entries(edited).flatMap(([field, value]) => (value === undefined ? [] : field));
  const row = await tx
    .updateTable('contacts')
    .set({
      kept_fields: sql<string[]>`array(select distinct unnest(kept_fields || ${editedFields}::text[]))`,
      ...(name !== undefined && { name, given_name: null }),
      ...(language !== undefined && { language }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(birthDate !== undefined && { birth_date: birthDate }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(contactColumns)
    .executeTakeFirstOrThrow();
  return toContact(row);
}

/** Replaces the name of a contact where it is still the expected one. */
export async function replaceName(
  { tx, tenantId }: TenantScope,
  id: ContactId,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('contacts')
    .set({ name: to, given_name: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('name', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
