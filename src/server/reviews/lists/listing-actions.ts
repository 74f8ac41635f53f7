import { BranchId } from '#contract/connections/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  getReviewStatistics as statisticsCall,
  listReviews as listCall,
  Review,
  ReviewFilter,
} from '#contract/reviews/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { ratingsLeft } from '#server/billing/rating-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listReviewRows } from './list-queries.ts';
import { periodBefore, stepsOf } from '#server/reviews/storage/rules.ts';
import { listSetMaps } from '#server/reviews/widgets/widget-queries.ts';
import { countUncounted, findFirstDay, sumByPlace, sumBySteps, sumReviews, sumTags } from './statistic-queries.ts';

export async function listReviews(
  scope: ActionScope,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  return pageOfReviews(scope, query, query);
}

/** Lists reviews, a page at a time. */
export async function pageOfReviews(
  scope: TenantScope & Pick<ActionScope, 'vault' | 'config'>,
  filter: ReviewFilter,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: Review[]; nextCursor: string | null }> {
  const { timeZone } = await getTenant(scope);
  return listReviewRows(scope, filter, { ...page, timeZone });
}

/** Sums the reviews of a filter; without days, all of them since the first. */
export async function getReviewStatistics(
  scope: ActionScope,
  { step, ...filter }: QueryOf<typeof statisticsCall>,
): Promise<ReplyOf<typeof statisticsCall>> {
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const sums = await sumReviews(scope, filter, timeZone);
  const to = filter.to ? Temporal.PlainDate.from(filter.to) : today;
  const from = filter.from ? Temporal.PlainDate.from(filter.from) : ((await findFirstDay(scope, timeZone)) ?? to);
  const earlier = periodBefore(from, to);
  const before = filter.from
    ? await sumReviews(scope, { ...filter, from: earlier.from.toString(), to: earlier.to.toString() }, timeZone)
    : null;
  const summed = await sumBySteps(scope, filter, { step, timeZone });
  const set = await listSetMaps(scope);
  return {
    ...sums,
    maps: sums.maps.filter(({ map }) => set.has(map)),
    before: before && { count: before.count, average: before.average },
    tags: await sumTags(scope, filter, timeZone),
    branches: await sumByPlace(scope, filter, { by: 'branch', id: BranchId, timeZone }),
    masters: await sumByPlace(scope, filter, { by: 'master', id: MasterId, timeZone }),
    services: await sumByPlace(scope, filter, { by: 'service', id: ServiceId, timeZone }),
    steps: stepsOf({ from, to }, step).map((day) => ({ day, ...(summed.get(day) ?? { count: 0, average: null }) })),
    quota: { left: await ratingsLeft(scope), waiting: await countUncounted(scope) },
  };
}
