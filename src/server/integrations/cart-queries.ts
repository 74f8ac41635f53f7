import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { CartId, CartStatus } from '#contract/integrations/events.ts';
import { CartLine } from '#contract/integrations/items.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Carts } from '#server/platform/database/schema.gen.ts';
import type { CartFacts, CartState } from './rules.ts';

export type StoredCart = Omit<CartFacts, 'timeZone'>;

/** Serializes calls about one cart, also about one that does not exist yet. */
export async function lockCart({ tx, tenantId }: TenantScope, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart:${tenantId}:${externalId}`}, 0))`.execute(tx);
}

export async function findCart({ tx, tenantId }: TenantScope, externalId: string): Promise<StoredCart | undefined> {
  const row = await tx
    .selectFrom('carts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row && toCart(row);
}

export async function listCartsById({ tx, tenantId }: TenantScope, ids: readonly CartId[]): Promise<StoredCart[]> {
  const rows = await tx
    .selectFrom('carts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toCart);
}

/** Upserts a cart. */
export async function putCart(
  { tx, tenantId }: TenantScope,
  cart: CartState & { id?: CartId | undefined; externalId: string; updatedAt: Temporal.Instant; version: number },
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

function toCart(row: Selectable<Carts>): StoredCart {
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
