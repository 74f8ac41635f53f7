import type { MemberScope } from '#server/platform/context/context.ts';
import { countUnreadRows } from './queries.ts';

/** Counts what the brand of the page shows and the member has not read. */
export async function countUnreadAnnouncements(scope: MemberScope): Promise<number> {
  const { brand } = scope.site;
  if (!brand.features.news) return 0;
  return countUnreadRows(scope, { brand: brand.key, memberId: scope.memberId, now: scope.clock.now() });
}
