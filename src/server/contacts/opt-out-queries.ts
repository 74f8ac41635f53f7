import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { ContactId, OptOutId, OptOutScope, OptOutSource } from '#contract/contacts.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { OptOuts } from '#server/platform/schema.gen.ts';
import type { OptOutBounds } from './rules.ts';

/** The subject of an opt-out: a contact, a number without contact, or both. */
export type Subject = { contactId: ContactId | null; phone: string | null };

export type OptOutEntry = OptOutBounds & Subject & { id: OptOutId; source: z.infer<typeof OptOutSource> };

/** Lists opt-outs in effect for any of the subjects. */
export async function listActiveOptOuts(
  { tx, tenantId }: TenantScope,
  subjects: readonly Subject[],
): Promise<OptOutEntry[]> {
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
  return rows.map(toEntry);
}

export type NewOptOut = OptOutBounds & {
  source: z.infer<typeof OptOutSource>;
  note: string | null;
  createdAt: Temporal.Instant;
};

/** @returns their ids, in the order of the subjects */
export async function insertOptOuts(
  { tx, tenantId }: TenantScope,
  subjects: readonly Subject[],
  entry: NewOptOut,
): Promise<OptOutId[]> {
  const rows = subjects.map(({ contactId, phone }) => ({
    tenant_id: tenantId,
    id: newId(OptOutId),
    contact_id: contactId,
    phone,
    channel_id: entry.channelId,
    scope: entry.scope,
    source: entry.source,
    note: entry.note,
    created_at: entry.createdAt,
  }));
  await tx.insertInto('opt_outs').values(rows).execute();
  return rows.map(({ id }) => id);
}

export async function findOptOutForUpdate(
  { tx, tenantId }: TenantScope,
  id: OptOutId,
): Promise<OptOutEntry | undefined> {
  const row = await tx
    .selectFrom('opt_outs')
    .select(['id', 'contact_id', 'phone', 'channel_id', 'scope', 'source'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toEntry(row);
}

/** @returns whether any of them was in effect */
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

/** @returns false when it is in effect already */
export async function setRestored({ tx, tenantId }: TenantScope, id: OptOutId): Promise<boolean> {
  const restored = await tx
    .updateTable('opt_outs')
    .set({ lifted_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lifted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return restored !== undefined;
}

function toEntry(
  row: Pick<Selectable<OptOuts>, 'id' | 'contact_id' | 'phone' | 'channel_id' | 'scope' | 'source'>,
): OptOutEntry {
  return {
    id: OptOutId.parse(row.id),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    phone: row.phone,
    channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
    scope: OptOutScope.parse(row.scope),
    source: OptOutSource.parse(row.source),
  };
}
