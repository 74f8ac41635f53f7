import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readPage } from '#server/senders/listing/page-reads.ts';
import { withCounts } from '#server/mailings/editing/mailing-reads.ts';
import { countDeleted, countMailingsByStatus, listMailingPage } from './list-queries.ts';

/** One page of the list, with the counts of each mailing. */
export async function listMailings(
  scope: TenantScope,
  { cursor, limit, sort, isDescending, ...filter }: QueryOf<typeof contract.listMailings>,
): Promise<ReplyOf<typeof contract.listMailings>> {
  const query = { cursor, limit, sort, isDescending };
  const page = await readPage(query, filter, (one) => listMailingPage(scope, one));
  const items = (await withCounts(scope, page.items)).map(({ settings: { timing }, ...row }) => ({
    ...row,
    daysOfWeek: timing.daysOfWeek,
    dispatchHours: timing.dispatchHours,
    startsAt: timing.startsAt,
    repeat: timing.repeat,
  }));
  return { items, nextCursor: page.nextCursor };
}

export async function countMailings(
  scope: TenantScope,
  filter: QueryOf<typeof contract.countMailings>,
): Promise<ReplyOf<typeof contract.countMailings>> {
  const byStatus = await countMailingsByStatus(scope, filter);
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return { total, byStatus, deleted: await countDeleted(scope, filter) };
}
