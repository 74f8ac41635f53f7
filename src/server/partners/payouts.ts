import type { PartnerPayout, listPartnerPayouts, Payout, PayoutId } from '#contract/partners/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { closePayout, PayoutCursor } from './payout-actions.ts';
import { findPartnerOf, listPayoutsOfAll } from './payout-queries.ts';

// NOTE: a process: it acts for the operator in the cabinets of partners.

export async function pageOfAllPayouts(
  ctx: MemberContext,
  { cursor, limit, status }: QueryOf<typeof listPartnerPayouts>,
): Promise<ReplyOf<typeof listPartnerPayouts>> {
  const after = readCursor(cursor, PayoutCursor);
  const rows = await withSystem(ctx, (scope) => listPayoutsOfAll(scope, status, { after, limit }));
  return toPage(
    rows,
    limit,
    (row: PartnerPayout) => row,
    (row) => [row.requestedAt, row.id],
  );
}

/** @throws {Problem} `payout.not_found`, `payout.decided`, `payout.not_covered` */
export async function decide(
  ctx: MemberContext,
  id: PayoutId,
  decision: { status: 'paid' | 'refused'; reason: string | null },
): Promise<Payout> {
  const partnerId = await withSystem(ctx, (scope) => findPartnerOf(scope, id));
  if (!partnerId) throw new Problem('payout.not_found');
  return withTenant(ctx, partnerId, (scope) => closePayout(scope, id, { ...decision, by: ctx.memberId }));
}
