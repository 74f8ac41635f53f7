import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId, OptOutId, OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import type { ImportId } from '#contract/imports/calls.ts';
import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { OptOuts } from '#server/platform/database/schema.gen.ts';
import type { OptOutBounds, OptOutEnd } from './rules.ts';

/** The subject of an opt-out: a contact, a number without contact, or both. */
export type Subject = { contactId: ContactId | null; phone: string | null };

/** A stored opt-out. */
export type OptOutEntry = OptOutBounds &
  Subject & {
    id: OptOutId;
    source: z.infer<typeof OptOutSource>;
    note: string | null;
    createdAt: Temporal.Instant;
    /** It does not hold from then on; null: it holds for ever. */
    endsAt: Temporal.Instant | null;
    liftedAt: Temporal.Instant | null;
    liftedHow: string | null;
  };

/** A transaction with the product's clock. */
export type ClockedScope = Pick<ActionScope, 'tx' | 'tenantId' | 'clock'>;

const COLUMNS = [
  'id',
  'contact_id',
  'phone',
  'channel_id',
  'scope',
  'source',
  'note',
  'created_at',
  'ends_at',
  'lifted_at',
  'lifted_how',
] as const;

/** Lists opt-outs in effect for any of the subjects. */
export async function listActiveOptOuts(
  { tx, tenantId, clock }: ClockedScope,
  subjects: readonly Subject[],
): Promise<OptOutEntry[]> {
  const ids = subjects.flatMap(({ contactId }) => contactId ?? []);
  const phones = subjects.flatMap(({ phone }) => phone ?? []);
  const rows = await tx
    .selectFrom('opt_outs')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('lifted_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
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
  createdBy?: MemberId | null;
  importId?: ImportId | null;
  endsAt?: Temporal.Instant | null;
};

/** @returns their ids, in the order of the subjects */
export async function insertOptOuts(
  { tx, tenantId }: TenantScope,
  subjects: readonly (Subject & { note?: string | null })[],
  entry: NewOptOut,
): Promise<OptOutId[]> {
  const rows = subjects.map(({ contactId, phone, note }) => ({
    tenant_id: tenantId,
    id: newId(OptOutId),
    contact_id: contactId,
    phone,
    channel_id: entry.channelId,
    scope: entry.scope,
    source: entry.source,
    note: note ?? entry.note,
    created_at: entry.createdAt,
    created_by: entry.createdBy ?? null,
    import_id: entry.importId ?? null,
    ends_at: entry.endsAt ?? null,
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
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toEntry(row);
}

/** Stores an edited entry; from now on the undo of its import leaves it. */
export async function updateOptOut(
  { tx, tenantId }: TenantScope,
  id: OptOutId,
  { note, endsAt }: Pick<OptOutEntry, 'note' | 'endsAt'>,
): Promise<void> {
  await tx
    .updateTable('opt_outs')
    .set({ note, ends_at: endsAt, import_id: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** When, how and by whom opt-outs were taken off. */
export type Lifting = { at: Temporal.Instant; how: OptOutEnd; by?: MemberId | null };

/** @returns those that were in effect until now */
export async function setLifted(
  { tx, tenantId }: TenantScope,
  ids: readonly OptOutId[],
  { at, how, by = null }: Lifting,
): Promise<OptOutEntry[]> {
  if (ids.length === 0) return [];
  const lifted = await tx
    .updateTable('opt_outs')
    .set({ lifted_at: at, lifted_how: how, lifted_by: by })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('lifted_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .returning(COLUMNS)
    .execute();
  return lifted.map(toEntry);
}

/** Puts entries back that a member took off and whose time is not over. @returns those that were put back */
export async function setRestored(
  { tx, tenantId }: TenantScope,
  ids: readonly OptOutId[],
  now: Temporal.Instant,
): Promise<OptOutEntry[]> {
  const restored = await tx
    .updateTable('opt_outs')
    .set({ lifted_at: null, lifted_how: null, lifted_by: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('lifted_how', '=', 'member')
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .returning(COLUMNS)
    .execute();
  return restored.map(toEntry);
}

/** Returns those of the phones that an import has added already. */
export async function listPhonesOfImport(
  { tx, tenantId }: TenantScope,
  importId: ImportId,
  phones: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('opt_outs')
    .select('phone')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('phone', '=', sql<string>`any (${[...phones]}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ phone }) => phone ?? []));
}

/** Lists opt-outs of an import that are in effect; at most `limit`. */
export async function listActiveOfImport(
  { tx, tenantId, clock }: ClockedScope,
  importId: ImportId,
  limit: number,
): Promise<OptOutId[]> {
  const rows = await tx
    .selectFrom('opt_outs')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('lifted_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => OptOutId.parse(id));
}

/** Lists opt-outs of every tenant whose time is over, and that are not recorded as ended; at most `limit`. */
export async function listEnded(
  { tx }: SystemScope,
  now: Temporal.Instant,
  limit: number,
): Promise<{ tenantId: TenantId; id: OptOutId }[]> {
  const rows = await tx
    .selectFrom('opt_outs')
    .select(['tenant_id', 'id'])
    .where('lifted_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), id: OptOutId.parse(row.id) }));
}

/** Records that the time of entries is over. @returns those that were not recorded yet */
export async function setEnded(
  { tx, tenantId }: TenantScope,
  ids: readonly OptOutId[],
  now: Temporal.Instant,
): Promise<OptOutEntry[]> {
  const ended = await tx
    .updateTable('opt_outs')
    .set({ lifted_at: sql<Temporal.Instant>`ends_at`, lifted_how: 'period' })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('lifted_at', 'is', null)
    .where('ends_at', '<=', now)
    .returning(COLUMNS)
    .execute();
  return ended.map(toEntry);
}

function toEntry(row: Pick<Selectable<OptOuts>, (typeof COLUMNS)[number]>): OptOutEntry {
  return {
    id: OptOutId.parse(row.id),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    phone: row.phone,
    channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
    scope: OptOutScope.parse(row.scope),
    source: OptOutSource.parse(row.source),
    note: row.note,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    liftedAt: row.lifted_at,
    liftedHow: row.lifted_how,
  };
}
