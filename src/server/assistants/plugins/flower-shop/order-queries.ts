import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import {
  FlowerOrder,
  FlowerOrderId,
  FlowerOrderLine,
  type FlowerOrderStatus,
} from '#contract/assistants/flower-shop/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';

/** An order as it is placed. */
export type NewOrder = {
  assistantId: AssistantId;
  contactId: ContactId;
  conversationId: ConversationId | null;
  /** The key of the turn: a repeated turn places one order. */
  key: string;
  lines: readonly FlowerOrderLine[];
  goodsMinor: number;
  deliveryMinor: number;
  currency: string;
  way: FlowerOrder['way'];
  zone: string | null;
  address: string;
  dueAt: Temporal.Instant;
  recipientName: string;
  recipientPhone: string;
  cardText: string;
  comment: string;
};

/**
 * Stores an order with the next number of its assistant, once for its key. The row of the assistant is locked.
 *
 * @returns null where the key has an order
 */
export async function insertOrder(
  { tx, tenantId }: TenantScope,
  order: NewOrder,
  now: Temporal.Instant,
): Promise<FlowerOrder | null> {
  const { assistantId } = order;
  const last = await tx
    .selectFrom('assistant_orders')
    .select((query) => query.fn.max('number').as('number'))
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .executeTakeFirst();
  const row = await tx
    .insertInto('assistant_orders')
    .values({
      tenant_id: tenantId,
      id: newId(FlowerOrderId),
      assistant_id: assistantId,
      number: (last?.number ?? 0) + 1,
      contact_id: order.contactId,
      conversation_id: order.conversationId,
      key: order.key,
      lines: JSON.stringify(order.lines),
      goods_minor: order.goodsMinor,
      delivery_minor: order.deliveryMinor,
      currency: order.currency,
      way: order.way,
      zone: order.zone,
      address: order.address,
      due_at: order.dueAt,
      recipient_name: order.recipientName,
      recipient_phone: order.recipientPhone,
      card_text: order.cardText,
      comment: order.comment,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'assistant_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

export async function findOrderOfTurn(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  key: string,
): Promise<FlowerOrder | null> {
  const row = await tx
    .selectFrom('assistant_orders')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The latest orders of a contact with an assistant. */
export async function listOrdersOfContact(
  { tx, tenantId }: TenantScope,
  { assistantId, contactId, number }: { assistantId: AssistantId; contactId: ContactId; number: number | null },
  limit: number,
): Promise<FlowerOrder[]> {
  const rows = await tx
    .selectFrom('assistant_orders')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('assistant_id', '=', assistantId)
    .$if(number !== null, (query) => query.where('number', '=', Number(number)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

const ByTime = z.tuple([z.iso.datetime(), FlowerOrderId]);

/** Orders of an assistant, the latest first, and one more than the limit where there are more. */
export async function listOrders(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { status, cursor, limit }: { status?: FlowerOrderStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<FlowerOrder[]> {
  const rows = await tx
    .selectFrom('assistant_orders')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .$if(status !== undefined, (query) => query.where('status', '=', String(status)))
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, ByTime), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toOrder);
}

/** How many orders of an assistant have each status. */
export async function countOrders(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
): Promise<Record<FlowerOrderStatus, number>> {
  const rows = await tx
    .selectFrom('assistant_orders')
    .select((query) => ['status', query.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .groupBy('status')
    .execute();
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const of = (status: FlowerOrderStatus) => counts.get(status) ?? 0;
  return { new: of('new'), accepted: of('accepted'), done: of('done'), cancelled: of('cancelled') };
}

/** @returns null where the assistant has no such order */
export async function updateOrderStatus(
  { tx, tenantId }: TenantScope,
  { assistantId, orderId }: { assistantId: AssistantId; orderId: FlowerOrderId },
  status: FlowerOrderStatus,
): Promise<FlowerOrder | null> {
  const row = await tx
    .updateTable('assistant_orders')
    .set({ status })
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

function toOrder(row: Selectable<DB['assistant_orders']>): FlowerOrder {
  const { currency } = row;
  const [goods, delivery] = [Number(row.goods_minor), Number(row.delivery_minor)];
  return FlowerOrder.parse({
    id: row.id,
    number: row.number,
    status: row.status,
    createdAt: row.created_at.toString(),
    contactId: row.contact_id,
    conversationId: row.conversation_id,
    lines: z.array(FlowerOrderLine).parse(row.lines),
    goods: { amountMinor: goods, currency },
    delivery: { amountMinor: delivery, currency },
    total: { amountMinor: goods + delivery, currency },
    way: row.way,
    zone: row.zone,
    address: row.address,
    dueAt: row.due_at.toString(),
    recipientName: row.recipient_name,
    recipientPhone: row.recipient_phone,
    cardText: row.card_text,
    comment: row.comment,
  });
}
