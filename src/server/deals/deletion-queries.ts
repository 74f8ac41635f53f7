import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Some of the records; after the last ones it is the turn of the first. */
type Turn = { turn: number; limit: number };

/** Lists ids of deals that are open, or were closed after a time. */
export async function listWatchedDeals(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  { closedAfter, turn, limit }: Turn & { closedAfter: Temporal.Instant },
): Promise<string[]> {
  const watched = tx
    .selectFrom('deals')
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', closedAfter)]));
  const { count } = await watched.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const offset = offsetOf({ turn, limit }, Number(count));
  const rows = await watched.select('external_id').orderBy('id').limit(limit).offset(offset).execute();
  return rows.map((row) => row.external_id);
}

/** Lists ids of open tasks. */
export async function listOpenTasks(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  { turn, limit }: Turn,
): Promise<string[]> {
  const open = tx
    .selectFrom('deal_tasks')
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where(sql<boolean>`not is_done and not is_deleted`);
  const { count } = await open.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const offset = offsetOf({ turn, limit }, Number(count));
  const rows = await open.select('external_id').orderBy('id').limit(limit).offset(offset).execute();
  return rows.map((row) => row.external_id);
}

const offsetOf = ({ turn, limit }: Turn, count: number) => (turn % Math.max(1, Math.ceil(count / limit))) * limit;
