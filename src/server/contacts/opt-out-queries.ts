import { sql } from 'kysely';
import type { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { ContactId, OptOutId, OptOutScope, OptOutSource } from '#contract/contacts.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { OptOutBounds } from './rules.ts';

/** Whom an entry is about: a contact, a number that is no contact yet, or both. */
export type Subject = { contactId: ContactId | null; phone: string | null };

export type ActiveOptOut = OptOutBounds & Subject & { id: OptOutId; source: z.infer<typeof OptOutSource> };

/** Entries that hold now, for any of the subjects. */
export async function listActiveOptOuts(
  { tx, tenantId }: TenantScope,
  subjects: readonly Subject[],
): Promise<ActiveOptOut[]> {
  const ids = subjects.flatMap(({ contactId }) => contactId ?? []);
  const phones = subjects.flatMap(({ phone }) => phone ?? []);
  const rows = await tx
    .selectFrom('opt_outs')
    .select(['id', 'contact_id', 'phone', 'channel_id', 'scope', 'source'])
    .where('tenant_id', '=', tenantId)
    .where('lifted_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('contact_id', '=', sql<string>`any (${ids}::uuid[])`),
        eb('phone', '=', sql<string>`any (${phones}::text[])`),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    id: OptOutId.parse(row.id),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    phone: row.phone,
    channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
    scope: OptOutScope.parse(row.scope),
    source: OptOutSource.parse(row.source),
  }));
}

export type NewOptOut = Subject &
  OptOutBounds & { source: z.infer<typeof OptOutSource>; note: string | null; createdAt: Temporal.Instant };

export async function insertOptOut({ tx, tenantId }: TenantScope, entry: NewOptOut): Promise<OptOutId> {
  const id = newId(OptOutId);
  await tx
    .insertInto('opt_outs')
    .values({
      tenant_id: tenantId,
      id,
      contact_id: entry.contactId,
      phone: entry.phone,
      channel_id: entry.channelId,
      scope: entry.scope,
      source: entry.source,
      note: entry.note,
      created_at: entry.createdAt,
    })
    .execute();
  return id;
}

/** @returns whether any of them held until now */
export async function setLifted(
  { tx, tenantId }: TenantScope,
  ids: readonly OptOutId[],
  liftedAt: Temporal.Instant,
): Promise<boolean> {
  if (ids.length === 0) return false;
  const lifted = await tx
    .updateTable('opt_outs')
    .set({ lifted_at: liftedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('lifted_at', 'is', null)
    .returning('id')
    .execute();
  return lifted.length > 0;
}
