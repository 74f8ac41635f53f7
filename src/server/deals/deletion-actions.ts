import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getCapability, type OpenBranch, openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { ProviderResult, SourceContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { listOpenTasks, listWatchedDeals } from './deletion-queries.ts';
import { listStoredDeals, listStoredTasks } from './queries.ts';
import { recordDealGone, recordDeals, recordTaskGone, recordTasks } from './recording-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Messages about a closed deal are over after so long. */
const CLOSED_DAYS = 30;
/** Records that one run reads; an account with more of them is read in turns. */
const READ_AT_ONCE = 500;
/** Turns follow each other as the polls do. */
const TURN_MS = 120_000;
/** Records that a list left out are read one by one, since a list may leave out what our user must not see. */
const MAX_READ_ALONE = 20;

type Branch = { tenantId: TenantId; branchId: BranchId };

/**
 * Finds deals and open tasks that the CRM has no more, where no payload about it came: lists of changes leave them out.
 * A refusal is shown by the poll, which reads the same account.
 */
export async function findDeleted(
  ctx: SourceContext,
  { tenantId, branchId }: Branch,
  signal: AbortSignal,
): Promise<void> {
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  if (!opened) return;
  await findDeletedDeals(ctx, opened);
  await findDeletedTasks(ctx, opened);
}

async function findDeletedDeals(ctx: SourceContext, { provider, caller, branch }: OpenBranch): Promise<void> {
  const { readDeals, getDeal } = getCapability(provider, 'deals');
  const readAt = ctx.clock.now();
  const closedAfter = readAt.subtract({ hours: 24 * CLOSED_DAYS });
  const ids = await withTenant(ctx, caller.tenantId, (scope) =>
    listWatchedDeals(scope, branch.id, { ...turnAt(readAt), closedAfter }),
  );
  if (ids.length === 0) return;
  const read = await readDeals(caller, branch, ids);
  if (!read.isOk) return;
  const gone = await selectGone(missingOf(ids, read.value), (id) => getDeal(caller, branch, id));
  await withTenant(ctx, caller.tenantId, async (scope) => {
    const known = new Map((await listStoredDeals(scope, branch.id, ids)).map((one) => [one.externalId, one.changedAt]));
    const facts = read.value.filter((one) => isNewer(one, known));
    await recordDeals(scope, branch, { facts, readAt });
    for (const externalId of gone) await recordDealGone(scope, branch, { externalId, readAt });
  });
}

async function findDeletedTasks(ctx: SourceContext, { provider, caller, branch }: OpenBranch): Promise<void> {
  const { readTasks, getTask } = getCapability(provider, 'deals');
  const readAt = ctx.clock.now();
  const ids = await withTenant(ctx, caller.tenantId, (scope) => listOpenTasks(scope, branch.id, turnAt(readAt)));
  if (ids.length === 0) return;
  const read = await readTasks(caller, branch, ids);
  if (!read.isOk) return;
  const gone = await selectGone(missingOf(ids, read.value), (id) => getTask(caller, branch, id));
  await withTenant(ctx, caller.tenantId, async (scope) => {
    const stored = await listStoredTasks(scope, branch.id, { externalIds: ids });
    const known = new Map(stored.map((one) => [one.externalId, one.changedAt]));
    const facts = read.value.filter((one) => isNewer(one, known));
    await recordTasks(scope, branch, { facts, readAt });
    for (const externalId of gone) await recordTaskGone(scope, branch, { externalId, readAt });
  });
}

const turnAt = (now: Temporal.Instant) => ({
  turn: Math.floor(now.epochMilliseconds / TURN_MS),
  limit: READ_AT_ONCE,
});

function missingOf(ids: readonly string[], found: readonly { externalId: string }[]): string[] {
  const known = new Set(found.map(({ externalId }) => externalId));
  return ids.filter((id) => !known.has(id));
}

async function selectGone(
  ids: readonly string[],
  get: (id: string) => Promise<ProviderResult<{ isDeleted: boolean } | null>>,
): Promise<string[]> {
  const gone: string[] = [];
  for (const id of ids.slice(0, MAX_READ_ALONE)) {
    const read = await get(id);
    if (read.isOk && (read.value === null || read.value.isDeleted)) gone.push(id);
  }
  return gone;
}

function isNewer(
  { externalId, changedAt }: { externalId: string; changedAt: Temporal.Instant },
  known: ReadonlyMap<string, Temporal.Instant>,
): boolean {
  const before = known.get(externalId);
  return before === undefined || isAfter(changedAt, before);
}
