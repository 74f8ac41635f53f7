import type * as contract from '#contract/audiences/rfm.ts';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getStoredRfm } from './dashboard-actions.ts';
import { countMoves, listRfmIds, pageOfRfm } from './figure-queries.ts';
import { aroundOf } from './placing-actions.ts';

type Filter = Omit<QueryOf<typeof contract.listRfmPeople>, 'cursor' | 'limit'>;

export async function listRfmPeople(
  scope: ActionScope,
  id: RfmDashboardId,
  { days, ...query }: Filter & { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof contract.listRfmPeople>> {
  await getStoredRfm(scope, id);
  const { today, currency } = await aroundOf(scope);
  return pageOfRfm(scope, id, { ...query, since: today.subtract({ days }), currency });
}

/** Lists the ids of the people behind a number. */
export async function listRfmContacts(
  scope: ActionScope,
  id: RfmDashboardId,
  { days, ...query }: Filter,
): Promise<ContactId[]> {
  await getStoredRfm(scope, id);
  const { today } = await aroundOf(scope);
  return listRfmIds(scope, id, { ...query, since: today.subtract({ days }) });
}

/** Compares the groups with those some days ago. */
export async function listRfmMoves(
  scope: ActionScope,
  id: RfmDashboardId,
  { days }: QueryOf<typeof contract.listRfmMoves>,
): Promise<ReplyOf<typeof contract.listRfmMoves>> {
  const { formedAt } = await getStoredRfm(scope, id);
  const { today, timeZone } = await aroundOf(scope);
  const since = today.subtract({ days });
  const formed = formedAt?.toZonedDateTimeISO(timeZone).toPlainDate() ?? today;
  const isLater = Temporal.PlainDate.compare(formed, since) > 0;
  return {
    since: since.toString(),
    knownSince: isLater ? formed.toString() : null,
    ...(await countMoves(scope, id, since)),
  };
}
