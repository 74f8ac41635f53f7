import type { TableRequestId } from '#contract/booking/table-requests.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { findBranch, openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { ProviderResult, SourceContext } from '#server/connections/port.ts';
import type { TableReserve } from '#server/connections/table-port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { raiseNotice } from '#server/tenants/actions.ts';
import { settleTableJob } from '#server/booking/jobs.ts';
import { become, noticeKey } from './table-actions.ts';
import { findRequest, type StoredRequest, updateRequest } from './table-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

type Settling = { tenantId: TenantId; requestId: TableRequestId; attempt: number };

/** Seconds before the next attempt to reach the restaurant's system; then staff answers. */
const RETRY_SECONDS = [3, 10, 30, 60, 120, 300];

/**
 * Makes the reserve in the restaurant's system match a request: reserves a table for a new one, which confirms it, and cancels
 * the reserve of one that was declined or cancelled. Where the system cannot, staff answers. Safe to repeat.
 */
export async function settleTable(ctx: SourceContext, settling: Settling, signal: AbortSignal): Promise<void> {
  const { tenantId, requestId } = settling;
  const found = await withTenant(ctx, tenantId, async (scope) => {
    const request = await findRequest(scope, requestId);
    return request && { request, opened: await openIfActive(scope, request.branchId, signal) };
  });
  if (!found) return;
  const { request, opened } = found;
  const tables = opened?.provider.tables;
  const wanted = stepOf(request);
  if (wanted === null) return;
  if (!tables) return withTenant(ctx, tenantId, (scope) => callStaff(scope, request));

  const { caller, branch } = opened;
  if (wanted === 'cancel') {
    const cancelled = await tables.cancelReserve(caller, branch, request.id);
    const result: Result = cancelled.isOk ? { isOk: true, value: { state: 'cancelled', text: null } } : cancelled;
    return withTenant(ctx, tenantId, (scope) => recordResult(scope, settling, result));
  }
  const result =
    wanted === 'reserve'
      ? await tables.reserve(caller, branch, request)
      : await tables.getReserve(caller, branch, request.id);
  return withTenant(ctx, tenantId, (scope) => recordResult(scope, settling, result));
}

/** Returns the next step for the reserve of a request; null where nothing is left to do. */
function stepOf({ status, reserve }: StoredRequest): 'reserve' | 'check' | 'cancel' | null {
  if (status === 'new') {
    if (reserve === 'none') return 'reserve';
    return reserve === 'pending' ? 'check' : null;
  }
  const isReserved = reserve === 'held' || reserve === 'pending';
  return status !== 'confirmed' && isReserved ? 'cancel' : null;
}

type Result = ProviderResult<TableReserve | 'closed' | 'full' | null>;

async function recordResult(scope: ActionScope, settling: Settling, result: Result): Promise<void> {
  const request = await findRequest(scope, settling.requestId, { isLocked: true });
  if (!request) return;
  if (!result.isOk) {
    if (result.isTemporary && (await tryLater(scope, settling))) return;
    return handOver(scope, request, { reserve: request.reserve, reserveText: result.text });
  }
  const { value } = result;
  if (value === 'closed') return handOver(scope, request, { reserve: 'none', reserveText: null });
  if (value === 'full' || value === null) return handOver(scope, request, { reserve: 'refused', reserveText: null });
  await updateRequest(scope, request.id, { reserve: value.state, reserveText: value.text });
  const present: StoredRequest = { ...request, reserve: value.state };
  switch (value.state) {
    case 'held':
      // NOTE: a guest may have cancelled meanwhile: then the reserve is cancelled next.
      if (request.status === 'new') return become(scope, present, 'confirmed');
      if (stepOf(present) === 'cancel') await enqueue(scope, settleTableJob, { ...settling, attempt: 0 });
      return;
    case 'pending':
      if (!(await tryLater(scope, settling))) await callStaff(scope, request);
      return;
    case 'refused':
      return callStaff(scope, request);
    case 'cancelled':
      if (request.status === 'new') await callStaff(scope, request);
  }
}

async function handOver(
  scope: ActionScope,
  request: StoredRequest,
  change: Pick<StoredRequest, 'reserve' | 'reserveText'>,
): Promise<void> {
  await updateRequest(scope, request.id, change);
  await callStaff(scope, request);
}

/** @returns false when there were enough attempts */
async function tryLater(scope: ActionScope, settling: Settling): Promise<boolean> {
  const seconds = RETRY_SECONDS[settling.attempt];
  if (seconds === undefined) return false;
  const runAt = scope.clock.now().add({ seconds });
  await enqueue(scope, settleTableJob, { ...settling, attempt: settling.attempt + 1 }, { runAt });
  return true;
}

/** Has staff answer a request, or cancel its reserve by hand. */
async function callStaff(scope: ActionScope, request: StoredRequest): Promise<void> {
  const { id, name, guests, startsAt, branchId, status } = request;
  if (status === 'confirmed') return;
  const branch = await findBranch(scope, branchId);
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'table_request',
    key: noticeKey(id),
    severity: 'attention',
    params: {
      requestId: id,
      contactName: name,
      count: guests,
      startsAt: startsAt.toString(),
      timeZone: branch?.timeZone,
    },
  });
}
