import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { CartId, CartStatus } from '#contract/integrations/events.ts';
import { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import { API_KIND } from '#contract/connections/kinds.ts';
import { CartLine } from '#contract/integrations/items.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Carts } from '#server/platform/database/schema.gen.ts';
import type { CartFacts, CartState } from './rules.ts';

export type StoredCart = Omit<CartFacts, 'timeZone'>;

/** Carts with the state of their shops. */
function cartsOf({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('carts')
    .leftJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'carts.tenant_id').onRef('branches.id', '=', 'carts.branch_id'),
    )
    .leftJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .selectAll('carts')
    .select([
      'branches.title as shop_title',
      'connections.kind as shop_kind',
      sql<boolean>`coalesce(branches.is_active and branches.removed_at is null and connections.removed_at is null, true)`.as(
        'is_shop_active',
      ),
    ])
    .where('carts.tenant_id', '=', tenantId);
}

/** Serializes calls about one cart, also about one that does not exist yet. */
export async function lockCart({ tx, tenantId }: TenantScope, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart:${tenantId}:${externalId}`}, 0))`.execute(tx);
}

export async function findCart(scope: TenantScope, externalId: string): Promise<StoredCart | undefined> {
  const row = await cartsOf(scope).where('carts.external_id', '=', externalId).executeTakeFirst();
  return row && toCart(row);
}

export async function listCartsById(scope: TenantScope, ids: readonly CartId[]): Promise<StoredCart[]> {
  const rows = await cartsOf(scope)
    .where('carts.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toCart);
}

/** Upserts a cart. */
export async function putCart(
  { tx, tenantId }: TenantScope,
  cart: CartState & {
    id?: CartId | undefined;
    externalId: string;
    updatedAt: Temporal.Instant;
    version: number;
    branchId: BranchId | null;
  },
): Promise<CartId> {
  const columns = {
    contact_id: cart.contactId,
    items: JSON.stringify(cart.items),
    total_minor: cart.totalMinor,
    currency: cart.currency,
    url: cart.url,
    status: cart.status,
    updated_at: cart.updatedAt,
    version: cart.version,
    branch_id: cart.branchId,
  };
  const row = await tx
    .insertInto('carts')
    .values({ tenant_id: tenantId, id: cart.id ?? newId(CartId), external_id: cart.externalId, ...columns })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'external_id']).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow();
  return CartId.parse(row.id);
}

/** Records that the cart is unchanged at a time: reports from before then are stale. */
export async function noteCartSeen({ tx, tenantId }: TenantScope, id: CartId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('carts')
    .set({ updated_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

type CartRow = Selectable<Carts> & { shop_title: string | null; shop_kind: string | null; is_shop_active: boolean };

function toCart(row: CartRow): StoredCart {
  return {
    id: CartId.parse(row.id),
    externalId: row.external_id,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    items: z.array(CartLine).parse(row.items),
    totalMinor: row.total_minor,
    currency: row.currency,
    url: row.url,
    status: CartStatus.parse(row.status),
    updatedAt: row.updated_at,
    version: row.version,
    branchId: row.branch_id === null ? null : BranchId.parse(row.branch_id),
    source: orNull(ConnectionKind, row.shop_kind) ?? API_KIND,
    shopTitle: row.shop_title,
    isShopActive: row.is_shop_active,
  };
}

/** Ids grow with time. */
export async function listLatestCarts({ tx, tenantId }: TenantScope, limit: number): Promise<CartId[]> {
  const rows = await tx
    .selectFrom('carts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => CartId.parse(row.id));
}
