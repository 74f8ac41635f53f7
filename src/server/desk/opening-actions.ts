import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { getCapability, openBranch, type OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { Caller, SourceContext } from '#server/connections/port.ts';
import type { TalkCapability } from '#server/connections/talk-port.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { Scoped, TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';

/** An account of a desk, opened for calls. Calls about a talk may be made with any account of the connection. */
export type OpenDesk = { talks: TalkCapability; caller: Caller; account: Account };
export type Account = Pick<KnownBranch, 'id' | 'externalId' | 'title'>;

/** The accounts of a desk that work, the first one first; each is a branch of its connection. */
export async function listAccounts(scope: TenantScope, connectionId: ConnectionId): Promise<Account[]> {
  const branches = await listBranches(scope, { connectionId });
  return branches
    .filter(({ isActive, connectionKind: kind }) => isActive && connectionKind(kind).reads === 'talks')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Options = NonNullable<Parameters<typeof openBranch>[2]>;

/** @param options.branchId the account; left out: the first one. @returns null where it does not work */
export async function findDesk(
  scope: Scoped<SourceContext>,
  connectionId: ConnectionId,
  { branchId, ...options }: Options & { branchId?: BranchId | undefined } = {},
): Promise<OpenDesk | null> {
  const accounts = await listAccounts(scope, connectionId);
  const account = branchId === undefined ? accounts[0] : accounts.find(({ id }) => id === branchId);
  return account ? openAccount(scope, account, options) : null;
}

/** Opens each account of a desk that works. */
export async function openAccounts(
  scope: Scoped<SourceContext>,
  connectionId: ConnectionId,
  options: Options,
): Promise<OpenDesk[]> {
  const opened: OpenDesk[] = [];
  for (const account of await listAccounts(scope, connectionId))
    opened.push(await openAccount(scope, account, options));
  return opened;
}

async function openAccount(scope: Scoped<SourceContext>, account: Account, options: Options): Promise<OpenDesk> {
  const { provider, caller }: OpenBranch = await openBranch(scope, account.id, options);
  return { talks: getCapability(provider, 'talks'), caller, account };
}

/** @throws {Problem} `connection.not_found` */
export async function openDesk(
  scope: Scoped<SourceContext>,
  connectionId: ConnectionId,
  options: Options & { branchId?: BranchId | undefined },
): Promise<OpenDesk> {
  const desk = await findDesk(scope, connectionId, options);
  if (!desk) throw new Problem('connection.not_found');
  return desk;
}
