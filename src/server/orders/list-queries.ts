import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { DeliveryKind, type listOrders, OrderId, OrderLine, OrderStatus } from '#contract/orders/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { OrderFactsForFlow } from './rules.ts';
import { orNull } from '#server/platform/values/reading.ts';

type Page = z.input<(typeof listOrders)['reply']>;

const ListCursor = z.tuple([z.iso.datetime(), OrderId]);
const Items = z.array(OrderLine);

/** Lists the orders of one period, the latest first. */
export async function pageOfOrders(
  scope: TenantScope,
  { from, to, branchId, contactId, status, cursor, limit }: QueryOf<typeof listOrders>,
): Promise<Page> {
  const last = readCursor(cursor, ListCursor);
  const rows = await selectOrders(scope)
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.tenant_id', '=', 'orders.tenant_id').onRef('contacts.id', '=', 'orders.contact_id'),
    )
    .select(['contacts.name as contact_name', 'contacts.phone as contact_phone'])
    .$if(from !== undefined, (query) => query.where(sql<boolean>`orders.placed_at >= ${from}::timestamptz`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`orders.placed_at < ${to}::timestamptz`))
    .$if(branchId !== undefined, (query) => query.where('orders.branch_id', '=', branchId ?? ''))
    .$if(contactId !== undefined, (query) => query.where('orders.contact_id', '=', contactId ?? ''))
    .$if(status !== undefined, (query) => query.where('orders.status', '=', status ?? ''))
    .where(isBeyond([sql.ref('orders.placed_at'), sql.ref('orders.id')], last, 'desc'))
    .orderBy('orders.placed_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({
      id: row.id,
      branchId: row.branch_id,
      branchTitle: row.title,
      timeZone: row.time_zone,
      contactId: row.contact_id,
      contactName: row.contact_name,
      contactPhone: row.contact_phone,
      number: row.number,
      deliveryKind: orNull(DeliveryKind, row.delivery_kind),
      status: OrderStatus.parse(row.status),
      statusText: row.status_text,
      items: Items.parse(row.items),
      total: { amountMinor: row.total_minor, currency: row.currency },
      placedAt: row.placed_at.toString(),
      completeBefore: row.complete_before?.toString() ?? null,
      deliveredAt: row.delivered_at?.toString() ?? null,
    }),
    (row) => [row.placed_at.toString(), row.id],
  );
}

export async function listFactsById(scope: TenantScope, ids: readonly OrderId[]): Promise<OrderFactsForFlow[]> {
  const rows = await selectFacts(scope)
    .where('orders.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toFacts);
}

type Joined = Pick<DB, 'orders' | 'branches' | 'connections'>;

function isBranchActive({ eb, and }: ExpressionBuilder<Joined, keyof Joined>) {
  return and([
    eb('branches.is_active', '=', true),
    eb('branches.removed_at', 'is', null),
    eb('connections.removed_at', 'is', null),
  ]);
}

/** The contact has no older order; an anonymous order is never a first one. */
const IS_FIRST = sql<boolean>`orders.contact_id is not null and not exists (
  select from orders older where older.tenant_id = orders.tenant_id and older.contact_id = orders.contact_id
    and (older.placed_at, older.id) < (orders.placed_at, orders.id) and older.status <> 'Cancelled')`;

function selectOrders({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('orders')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'orders.tenant_id').onRef('branches.id', '=', 'orders.branch_id'),
    )
    .selectAll('orders')
    .select(['branches.title', 'branches.time_zone', 'branches.currency'])
    .where('orders.tenant_id', '=', tenantId);
}

function selectFacts(scope: TenantScope) {
  return selectOrders(scope)
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.address', 'branches.phone', 'connections.kind as source', IS_FIRST.as('is_first')])
    .select((eb) => isBranchActive(eb).as('is_branch_active'));
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number];

function toFacts(row: FactsRow): OrderFactsForFlow {
  return {
    id: OrderId.parse(row.id),
    branchId: BranchId.parse(row.branch_id),
    branchTitle: row.title,
    branchAddress: row.address,
    branchPhone: row.phone,
    timeZone: row.time_zone,
    currency: row.currency,
    source: ConnectionKind.parse(row.source),
    isBranchActive: row.is_branch_active === true,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    number: row.number,
    deliveryKind: orNull(DeliveryKind, row.delivery_kind),
    status: OrderStatus.parse(row.status),
    statusText: row.status_text,
    statusVersion: row.status_version,
    totalMinor: row.total_minor,
    items: Items.parse(row.items),
    placedAt: row.placed_at,
    completeBefore: row.complete_before,
    deliveredAt: row.delivered_at,
    courier: row.courier_name === null ? null : { name: row.courier_name, phone: row.courier_phone },
    cancelCause: row.cancel_cause,
    comment: row.comment,
    isFirst: row.is_first,
  };
}

export async function listLatestIds({ tx, tenantId }: TenantScope, limit: number): Promise<OrderId[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => OrderId.parse(row.id));
}
