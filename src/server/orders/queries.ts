import { type Selectable, sql } from 'kysely';
import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { OrderId, OrderStatus } from '#contract/orders/calls.ts';
import type { OrderFacts } from '#server/connections/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Orders } from '#server/platform/database/schema.gen.ts';
import type { OrderState } from './rules.ts';

/** A stored order with the ids of its connection. */
export type StoredOrder = OrderState & {
  contactId: ContactId | null;
  placedAt: Temporal.Instant;
  id: OrderId;
  externalId: string;
  statusVersion: number;
  revision: number;
  readAt: Temporal.Instant;
  changedAt: Temporal.Instant | null;
};

/** Serializes recordings of one connection: two readings of one order must not run concurrently. */
export async function lockRecording({ tx, tenantId }: TenantScope, connectionId: ConnectionId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${tenantId}:${connectionId}`}, 0))`.execute(tx);
}

export async function listStored(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<StoredOrder[]> {
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return rows.map(toStored);
}

/** The row of an order to store. */
export type OrderWrite = {
  facts: Omit<OrderFacts, 'client'>;
  branchId: BranchId;
  contactId: ContactId | null;
  statusVersion: number;
  revision: number;
  readAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
};

export async function insertOrder({ tx, tenantId }: TenantScope, order: OrderWrite): Promise<OrderId> {
  const id = newId(OrderId);
  const { facts, recordedAt } = order;
  await tx
    .insertInto('orders')
    .values({
      tenant_id: tenantId,
      id,
      branch_id: order.branchId,
      external_id: facts.externalId,
      placed_at: facts.createdAt ?? recordedAt,
      ...columnsOf(order),
    })
    .execute();
  return id;
}

/** Updates an order; its creation time and its contact stay where the source does not repeat them. */
export async function updateOrder({ tx, tenantId }: TenantScope, id: OrderId, order: OrderWrite): Promise<void> {
  const { createdAt } = order.facts;
  const { contact_id, ...columns } = columnsOf(order);
  await tx
    .updateTable('orders')
    .set({ ...columns, ...(contact_id && { contact_id }), ...(createdAt && { placed_at: createdAt }) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function columnsOf({ facts, ...order }: OrderWrite) {
  return {
    number: facts.number,
    contact_id: order.contactId,
    delivery_kind: facts.deliveryKind,
    status: facts.status,
    status_text: facts.statusText,
    status_version: order.statusVersion,
    total_minor: facts.totalMinor,
    items: JSON.stringify(facts.items),
    complete_before: facts.completeBefore,
    delivered_at: facts.deliveredAt,
    courier_name: facts.courier?.name ?? null,
    courier_phone: facts.courier?.phone ?? null,
    cancel_cause: facts.cancelCause,
    comment: facts.comment,
    revision: order.revision,
    source_changed_at: facts.changedAt,
    read_at: order.readAt,
    recorded_at: order.recordedAt,
  };
}

function toStored(row: Selectable<Orders>): StoredOrder {
  return {
    id: OrderId.parse(row.id),
    externalId: row.external_id,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    placedAt: row.placed_at,
    status: OrderStatus.parse(row.status),
    statusText: row.status_text,
    statusVersion: row.status_version,
    totalMinor: row.total_minor,
    completeBefore: row.complete_before,
    revision: row.revision,
    readAt: row.read_at,
    changedAt: row.source_changed_at,
  };
}
