import { type Sender, SenderId, SenderKind } from '#contract/senders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type SenderTraits = { importance: number | null; passOnMinutes: number | null };

/** Writes a sender by its id; an equal one is not written, a deleted one is restored. */
export async function upsertSender(
  { tx, tenantId }: TenantScope,
  { id, kind, title }: Sender,
  { importance, passOnMinutes }: SenderTraits,
): Promise<void> {
  await tx
    .insertInto('senders')
    .values({ tenant_id: tenantId, id, kind, title, importance, pass_on_minutes: passOnMinutes })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ kind, title, importance, pass_on_minutes: passOnMinutes, deleted_at: null })
        .where(({ or, eb }) =>
          or([
            eb('senders.title', '<>', title),
            eb('senders.kind', '<>', kind),
            eb('senders.importance', 'is distinct from', importance),
            eb('senders.pass_on_minutes', 'is distinct from', passOnMinutes),
            eb('senders.deleted_at', 'is not', null),
          ]),
        ),
    )
    .execute();
}

export async function setSenderDeleted(
  { tx, tenantId }: TenantScope,
  id: SenderId,
  deletedAt: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('senders')
    .set({ deleted_at: deletedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Lists senders that are not deleted, by title. */
export async function listSenderRows({ tx, tenantId }: TenantScope): Promise<Sender[]> {
  const rows = await tx
    .selectFrom('senders')
    .select(['id', 'kind', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('title')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: SenderId.parse(row.id),
    kind: SenderKind.parse(row.kind),
    title: row.title,
  }));
}

/** Whether the tenant has the sender, and it is not deleted. */
export async function isSenderAlive({ tx, tenantId }: TenantScope, id: SenderId): Promise<boolean> {
  const row = await tx
    .selectFrom('senders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
