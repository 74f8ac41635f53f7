import type * as contract from '#contract/links/calls.ts';
import type { LinkId } from '#contract/links/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Context, MemberScope } from '#server/platform/context/context.ts';
import type { SystemScoped } from '#server/platform/database/db.ts';
import { wrongField } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { type ClickPeriod, countAll, countClicks, deleteProgramsBefore, listContacts } from './click-queries.ts';
import { aliveLink } from './link-actions.ts';

const DAYS_SHOWN = 30;
const MAX_DAYS = 366;
/** Requests by programs are kept for a quarter, clicks for ever. */
const PROGRAM_DAYS = 90;

export async function getLinkFigures(scope: MemberScope): Promise<ReplyOf<typeof contract.getLinkFigures>> {
  const since = scope.clock.now().subtract({ hours: DAYS_SHOWN * 24 });
  return { ...(await countAll(scope, since)), days: DAYS_SHOWN };
}

export async function getLinkClicks(
  scope: MemberScope,
  id: LinkId,
  query: QueryOf<typeof contract.getLinkClicks>,
): Promise<ReplyOf<typeof contract.getLinkClicks>> {
  const { code } = await aliveLink(scope, id);
  return countClicks(scope, code, await periodOf(scope, query));
}

export async function listLinkContacts(
  scope: MemberScope,
  id: LinkId,
  query: QueryOf<typeof contract.listLinkContacts>,
): Promise<ReplyOf<typeof contract.listLinkContacts>> {
  const { code } = await aliveLink(scope, id);
  return listContacts(scope, code, await periodOf(scope, query), query);
}

/** Deletes requests by programs that are too old to be shown. */
export async function deleteOldPrograms(scope: SystemScoped<Context>): Promise<void> {
  await deleteProgramsBefore(scope, scope.clock.now().subtract({ hours: PROGRAM_DAYS * 24 }));
}

/** The requested days, limited in length. @throws {Problem} for a period that ends before it begins */
export async function periodOf(
  scope: MemberScope,
  requested: { from?: string | undefined; to?: string | undefined },
): Promise<ClickPeriod> {
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const to = requested.to === undefined ? today : Temporal.PlainDate.from(requested.to);
  const wanted =
    requested.from === undefined ? to.subtract({ days: DAYS_SHOWN - 1 }) : Temporal.PlainDate.from(requested.from);
  if (Temporal.PlainDate.compare(wanted, to) > 0) throw wrongField('to', 'range');
  const earliest = to.subtract({ days: MAX_DAYS - 1 });
  return { from: Temporal.PlainDate.compare(wanted, earliest) < 0 ? earliest : wanted, to, timeZone };
}
