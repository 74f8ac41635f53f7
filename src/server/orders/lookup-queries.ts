import { sql } from 'kysely';
import { BranchId, type ConnectionId } from '#contract/connections/calls.ts';
import { DeliveryKind, OrderId, OrderStatus } from '#contract/orders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** An order as API clients may read it back. */
export type ApiOrder = {
  id: OrderId;
  externalId: string;
  branchId: BranchId;
  status: OrderStatus;
  /** The status as the program sent it. */
  statusText: string;
  deliveryKind: DeliveryKind | null;
  totalMinor: number;
  currency: string;
  placedAt: Temporal.Instant;
  changedAt: Temporal.Instant | null;
  /** Grows with each emitted change. */
  revision: number;
  statusVersion: number;
};

/** Lists orders of any branch of a connection by their external ids. */
export async function listOrdersByExternalId(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<ApiOrder[]> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'orders.tenant_id').onRef('branches.id', '=', 'orders.branch_id'),
    )
    .selectAll('orders')
    .select('branches.currency')
    .where('orders.tenant_id', '=', tenantId)
    .where('branches.connection_id', '=', connectionId)
    .where('orders.external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return rows.map((row) => ({
    id: OrderId.parse(row.id),
    externalId: row.external_id,
    branchId: BranchId.parse(row.branch_id),
    status: OrderStatus.parse(row.status),
    statusText: row.status_text,
    deliveryKind: orNull(DeliveryKind, row.delivery_kind),
    totalMinor: row.total_minor,
    currency: row.currency,
    placedAt: row.placed_at,
    changedAt: row.source_changed_at,
    revision: row.revision,
    statusVersion: row.status_version,
  }));
}
