import type { ConnectionId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import { listBranches } from '#server/connections/actions.ts';
import {
  recordPayloadCount,
  noteUnknownFields,
  noteUnreadable,
  noteUnreadableRecords,
} from '#server/connections/health-actions.ts';
import { readOrderPayloadsJob } from '#server/connections/jobs.ts';
import type { OrderContext, OrderPayload, OrderProvider } from '#server/connections/order-port.ts';
import { orderProviderOf } from '#server/connections/ordering-actions.ts';
import { UnreadablePayload } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/rules.ts';
import { isTransient } from '#server/platform/db-errors.ts';
import { type TenantScope, withRetry, withTenant } from '#server/platform/db.ts';
import { finishInbox, type InboxRow, takeInbox } from '#server/platform/inbox.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { queueGuests } from './guests-actions.ts';
import { recordOrders } from './recording-actions.ts';

type ConnectionRef = { tenantId: TenantId; connectionId: ConnectionId };

/** Then others have their turn. */
const POSTS_AT_ONCE = 40;

/**
 * Reads what a system of orders posted, oldest first. Posts come with our token and hold whole orders, so they are
 * believed; which is news and which came late is told by the orders themselves.
 */
export async function readOrderPayloads(ctx: OrderContext, whose: ConnectionRef, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < POSTS_AT_ONCE; count++) {
    if (signal.aborted) break;
    if (!(await persistNext(ctx, whose))) return;
  }
  await withTenant(ctx.db, whose.tenantId, (scope) => enqueue(scope, readOrderPayloadsJob, whose));
}

/**
 * One post, one transaction: one that cannot be stored keeps no other waiting.
 *
 * @returns whether there was a post
 */
async function persistNext(ctx: OrderContext, whose: ConnectionRef): Promise<boolean> {
  try {
    return await withRetry(ctx.db, whose.tenantId, (scope) => readNext(ctx, scope, whose));
  } catch (error) {
    if (isTransient(error)) throw error;
    ctx.log.error({ err: error, ...whose }, 'a post could not be acted on');
    return withTenant(ctx.db, whose.tenantId, async (scope) => {
      const [row] = await takeInbox(scope, whose.connectionId, 1);
      if (row) await finishInbox(scope, [row.id], 'failed', 'could not be stored');
      return row !== undefined;
    });
  }
}

async function readNext(ctx: OrderContext, scope: TenantScope, { connectionId }: ConnectionRef): Promise<boolean> {
  const provider = await orderProviderOf(ctx, scope, connectionId);
  const [row] = provider ? await takeInbox(scope, connectionId, 1) : [];
  if (!provider || !row) return false;
  const branches = await listBranches(scope, { connectionId });
  const read = readOne(provider, row, branches);
  if (read instanceof UnreadablePayload) {
    await finishInbox(scope, [row.id], 'unreadable', read.message);
    await noteUnreadable(ctx, scope, connectionId);
    return true;
  }
  const { payloads, unreadable } = read;
  const byBranch = Map.groupBy(payloads, (payload) => payload.branchExternalId);
  for (const branch of branches.filter((one) => one.isActive))
    await recordPayloads(ctx, scope, branch, { payloads: byBranch.get(branch.externalId) ?? [], row });
  await noteUnreadableRecords(ctx, scope, connectionId, unreadable);
  await finishInbox(scope, [row.id], 'done', null);
  const counts = new Map([...byBranch].map(([externalId, of]) => [externalId, of.length]));
  await recordPayloadCount(ctx, scope, { connectionId, counts, at: row.receivedAt });
  await noteUnknownFields(
    ctx,
    scope,
    connectionId,
    payloads.flatMap(({ unknownFields }) => unknownFields),
  );
  return true;
}

/** One after another: a list may tell of one order twice, and each status counts. */
async function recordPayloads(
  ctx: OrderContext,
  scope: TenantScope,
  branch: KnownBranch,
  { payloads, row }: { payloads: readonly OrderPayload[]; row: InboxRow },
): Promise<void> {
  for (const { orders, unreadable } of payloads) {
    await recordOrders(ctx, scope, branch, { facts: orders, readAt: row.receivedAt });
    await noteUnreadableRecords(ctx, scope, branch.connectionId, unreadable);
  }
  await queueGuests(
    scope,
    branch,
    payloads.flatMap(({ orders }) => orders),
  );
}

function readOne(
  provider: Pick<OrderProvider, 'read'>,
  { body }: InboxRow,
  places: readonly KnownBranch[],
): ReturnType<OrderProvider['read']> | UnreadablePayload {
  try {
    return provider.read(body, places);
  } catch (error) {
    if (error instanceof UnreadablePayload) return error;
    throw error;
  }
}
