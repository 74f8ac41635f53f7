import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Minutes until a message that is not delivered goes on; null: never. */
export async function findPassOnMinutes({ tx, tenantId }: TenantScope): Promise<number | null> {
  const row = await tx
    .selectFrom('cascades')
    .select('pass_on_minutes')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.pass_on_minutes ?? null;
}

export async function setPassOnMinutes({ tx, tenantId }: TenantScope, minutes: number | null): Promise<void> {
  if (minutes === null) {
    await tx.deleteFrom('cascades').where('tenant_id', '=', tenantId).execute();
    return;
  }
  await tx
    .insertInto('cascades')
    .values({ tenant_id: tenantId, pass_on_minutes: minutes })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ pass_on_minutes: minutes }))
    .execute();
}

/** Numbers the channels: first those given, then the others in their present order. */
export async function setPositions({ tx, tenantId }: TenantScope, ids: readonly ChannelId[]): Promise<void> {
  await sql`
    update channels c set position = ordered.n
    from (
      select id, row_number() over (order by array_position(${[...ids]}::uuid[], id), position, id) as n
      from channels where tenant_id = ${tenantId}
    ) ordered
    where c.tenant_id = ${tenantId} and c.id = ordered.id and c.position <> ordered.n`.execute(tx);
}
