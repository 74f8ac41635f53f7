import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Moment, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from './values.ts';

export const OrderId = z.uuid().brand<'OrderId'>();
export type OrderId = z.infer<typeof OrderId>;

/** The specification's ten; `unknown` is any other, with its text in `statusText`. */
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** `DeliveryByClient`: pickup by the contact. */
export const DeliveryKind = z.enum(DELIVERY_KINDS);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

export const OrderLine = z.object({ title: z.string(), amount: z.number() });
export type OrderLine = z.infer<typeof OrderLine>;

/** An order of a contact, from a restaurant's system or an API client. */
export const Order = z.object({
  id: OrderId,
  branchId: BranchId,
  branchTitle: z.string(),
  /** Time zone of the branch; every time of the order is shown in it. */
  timeZone: TimeZone,
  contactId: ContactId.nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** The number people use for the order. */
  number: z.string().nullable(),
  /** Null: neither delivery nor pickup. */
  deliveryKind: DeliveryKind.nullable(),
  status: OrderStatus,
  /** The status text as received. */
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
    /** Filters by the time of the order. */
    from: Moment.optional(),
    to: Moment.optional(),
    branchId: BranchId.optional(),
    contactId: ContactId.optional(),
    status: OrderStatus.optional(),
  }),
  reply: pageOf(Order),
});
