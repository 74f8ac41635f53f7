import type { ConnectionId } from '#contract/connections/calls.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { getCapability, openBranch, type OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { Caller, SourceContext } from '#server/connections/port.ts';
import type { TalkCapability } from '#server/connections/talk-port.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { Scoped, TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';

/** A desk, opened for calls. @property account its id there */
export type OpenDesk = { talks: TalkCapability; caller: Caller; account: string };

/** The account of a desk: talks are numbered within it, so one of a connection counts. Null: nothing works. */
export async function findAccount(scope: TenantScope, connectionId: ConnectionId): Promise<KnownBranch | null> {
  const branches = await listBranches(scope, { connectionId });
  const [first] = branches
    .filter(({ isActive, connectionKind: kind }) => isActive && connectionKind(kind).reads === 'talks')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return first ?? null;
}

/** Returns null where the connection is no desk, or does not work. */
export async function findDesk(
  scope: Scoped<SourceContext>,
  connectionId: ConnectionId,
  options: Parameters<typeof openBranch>[2] = {},
): Promise<OpenDesk | null> {
  const account = await findAccount(scope, connectionId);
  if (!account) return null;
  const { provider, caller }: OpenBranch = await openBranch(scope, account.id, options);
  return { talks: getCapability(provider, 'talks'), caller, account: account.externalId };
}

/** @throws {Problem} `connection.not_found` */
export async function openDesk(
  scope: Scoped<SourceContext>,
  connectionId: ConnectionId,
  options: Parameters<typeof openBranch>[2] = {},
): Promise<OpenDesk> {
  const desk = await findDesk(scope, connectionId, options);
  if (!desk) throw new Problem('connection.not_found');
  return desk;
}
