import { z } from 'zod';
import { BranchId } from './connections.ts';
import { ContactId } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { Instant, Moment, Money, PageQuery, pageOf, TimeZone } from './primitives.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from './values.ts';

export const OrderId = z.uuid().brand<'OrderId'>();
export type OrderId = z.infer<typeof OrderId>;

/** The specification's ten; `unknown` is any other, whose own word stands beside it. */
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** `DeliveryByClient`: she fetches it herself. */
export const DeliveryKind = z.enum(DELIVERY_KINDS);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

export const OrderLine = z.object({ title: z.string(), amount: z.number() });
export type OrderLine = z.infer<typeof OrderLine>;

/** What a customer ordered, from a restaurant's system or the business's own program. */
export const Order = z.object({
  id: OrderId,
  branchId: BranchId,
  branchTitle: z.string(),
  /** Of the branch; every time of the order is shown in it. */
  timeZone: TimeZone,
  contactId: ContactId.nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** What people call it by. */
  number: z.string().nullable(),
  /** Null: neither brought nor fetched. */
  deliveryKind: DeliveryKind.nullable(),
  status: OrderStatus,
  /** The word the status came with. */
  statusText: z.string(),
  items: z.array(OrderLine),
  total: Money,
  placedAt: Instant,
  completeBefore: Instant.nullable(),
  deliveredAt: Instant.nullable(),
});
export type Order = z.infer<typeof Order>;

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/v1/orders',
  access: 'member',
  summary: 'Orders of one period, the latest first.',
  query: PageQuery.extend({
    /** By when orders were made. */
    from: Moment.optional(),
    to: Moment.optional(),
    branchId: BranchId.optional(),
    contactId: ContactId.optional(),
    status: OrderStatus.optional(),
  }),
  reply: pageOf(Order),
});
