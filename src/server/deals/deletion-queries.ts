import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists ids of open deals or tasks, some at a time; after the last ones the turn is the first ones' again. */
export async function listOpenIds(
  { tx, tenantId }: TenantScope,
  table: 'deals' | 'deal_tasks',
  branchId: BranchId,
  { turn, limit }: { turn: number; limit: number },
): Promise<string[]> {
  const isOpen = table === 'deals' ? sql<boolean>`closed_at is null` : sql<boolean>`not is_done`;
  const open = tx
    .selectFrom(table)
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('is_deleted', '=', false)
    .where(isOpen);
  const { count } = await open.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const turns = Math.max(1, Math.ceil(Number(count) / limit));
  const rows = await open
    .select('external_id')
    .orderBy('id')
    .limit(limit)
    .offset((turn % turns) * limit)
    .execute();
  return rows.map((row) => row.external_id);
}
