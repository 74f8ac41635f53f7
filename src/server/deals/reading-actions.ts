import type { ConnectionId } from '#contract/connections/calls.ts';
import type * as contract from '#contract/deals/calls.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { getSecretConnection, openConnection } from '#server/connections/storage/opening-actions.ts';
import type { Scoped, TenantScope } from '#server/platform/database/db.ts';
import { listAccounts } from './catalogue-queries.ts';
import { pageOfDeals } from './list-queries.ts';
import { areNotesUnwanted, setNotesUnwanted } from './note-queries.ts';

export async function listContactDeals(
  scope: Scoped<SourceContext>,
  query: QueryOf<typeof contract.listDeals>,
): Promise<ReplyOf<typeof contract.listDeals>> {
  const urls = new Map<ConnectionId, (externalId: string) => string>();
  const { accounts } = await listDealAccounts(scope);
  for (const id of new Set(accounts.map(({ connectionId }) => connectionId))) {
    const { provider, caller } = openConnection(scope, await getSecretConnection(scope, id));
    urls.set(id, (externalId) => provider.deals?.dealUrl(caller, externalId) ?? '');
  }
  return pageOfDeals(scope, query, ({ connectionId, externalId }) => urls.get(connectionId)?.(externalId) || null);
}

export async function listDealAccounts(scope: TenantScope): Promise<ReplyOf<typeof contract.listDealAccounts>> {
  return { accounts: await listAccounts(scope) };
}

/** @throws {Problem} `connection.not_found` */
export async function getDealNotes(
  scope: TenantScope,
  { connectionId }: ParamsOf<typeof contract.getDealNotes>,
): Promise<ReplyOf<typeof contract.getDealNotes>> {
  await getSecretConnection(scope, connectionId);
  return { isOn: !(await areNotesUnwanted(scope, connectionId)) };
}

/** @throws {Problem} `connection.not_found` */
export async function setDealNotes(
  scope: TenantScope,
  { connectionId }: ParamsOf<typeof contract.setDealNotes>,
  { isOn }: BodyOf<typeof contract.setDealNotes>,
): Promise<ReplyOf<typeof contract.setDealNotes>> {
  await getSecretConnection(scope, connectionId);
  await setNotesUnwanted(scope, connectionId, !isOn);
  return { isOn };
}
