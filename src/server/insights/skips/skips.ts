import type { MemberScope, ActionScope } from '#server/platform/context/context.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { countSkips as countCall, listSkipped as listCall } from '#contract/insights/calls.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { backwards } from '#server/insights/conversion/periods.ts';
import { countByDay, pageOfSkipped } from './skip-queries.ts';

const DAYS_SHOWN = 30;
/** A year, and the days before it to compare with. */
const MAX_DAYS = 400;

/** Days of the tenant's calendar, both included. */
export type SkipPeriod = { from: Temporal.PlainDate; to: Temporal.PlainDate; timeZone: string };

export async function countSkips(
  scope: MemberScope,
  query: QueryOf<typeof countCall>,
): Promise<ReplyOf<typeof countCall>> {
  const period = await periodOf(scope, query);
  const { from, to, timeZone } = period;
  const counts = await countByDay(scope, period, query.senderId);
  return { from: from.toString(), to: to.toString(), timeZone, counts };
}

export async function listSkipped(
  scope: MemberScope,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  return pageOfSkipped(scope, await periodOf(scope, query), query);
}

/**
 * The requested days, limited in length.
 *
 * @throws {Problem} `request.invalid` for a period that ends before it begins
 */
async function periodOf(
  scope: ActionScope,
  requested: { senderId?: SenderId | undefined; from?: string | undefined; to?: string | undefined },
): Promise<SkipPeriod> {
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const to = requested.to === undefined ? today : Temporal.PlainDate.from(requested.to);
  const wanted =
    requested.from === undefined ? to.subtract({ days: DAYS_SHOWN - 1 }) : Temporal.PlainDate.from(requested.from);
  if (Temporal.PlainDate.compare(wanted, to) > 0) throw backwards(requested);
  const earliest = to.subtract({ days: MAX_DAYS - 1 });
  return { from: Temporal.PlainDate.compare(wanted, earliest) < 0 ? earliest : wanted, to, timeZone };
}
