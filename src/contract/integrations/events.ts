import { z } from 'zod';
import { API_EXAMPLES } from './examples.ts';
import { CartItem, CartLine, ContactItem, CustomItem, ExternalKey, OrderItem, VisitItem } from './items.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Language, Money } from '#contract/primitives.ts';
import { API_SCOPES, CART_STATUSES } from './values.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_STATUSES } from '#contract/visits/values.ts';

export const CartId = z.uuid().brand<'CartId'>();
export type CartId = z.infer<typeof CartId>;
export const ApiEventId = z.uuid().brand<'ApiEventId'>();
export type ApiEventId = z.infer<typeof ApiEventId>;

export const CartStatus = z.enum(CART_STATUSES);
export type CartStatus = z.infer<typeof CartStatus>;

/** The kinds of items a token may send. */
export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;

/** Maximum number of items of one call. */
export const MAX_ITEMS = 100;
/** Calls of one token per minute, of all kinds together. */
export const API_CALLS_PER_MINUTE = 120;

/** Explains `fields` to authors of API clients, here and where a call is refused as a whole. */
export const REASONS_BY_FIELD =
  'the reasons by the path of the field. A reason is a sentence or one of these words: `required` (left out or empty), ' +
  '`too_long`, `too_numerous`, `too_deep`, `phone` (no number of its country), `id_or_phone` (one of both is needed), ' +
  '`date` and `datetime` (not ISO 8601), `birth_date` (not come yet, or too long ago), `time_zone` (no IANA name), `url`, ' +
  '`currency` (no ISO 4217 code), `currency_differs` (from that of the cabinet), `event_name` and `property_name` ' +
  '(other signs than allowed), `characters` (some that cannot be kept).';

/** Result of one item of a call. */
export const ItemOutcome = z.object({
  /** Position in the call, from 0. */
  index: z.int(),
  externalId: z.string().nullable(),
  /** `stale`: the stored state is newer. `refused`: see `fields`. */
  outcome: z.enum(['created', 'updated', 'unchanged', 'stale', 'refused']),
  id: z.uuid().nullable(),
  fields: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: `Of a refused item: ${REASONS_BY_FIELD}` }),
  /** Fields that the API does not know. */
  ignoredFields: z.array(z.string()).optional(),
});
export type ItemOutcome = z.infer<typeof ItemOutcome>;

export const ItemsReply = z.object({
  acceptedCount: z.int(),
  refusedCount: z.int(),
  /** Items of the whole call. */
  ignoredCount: z.int(),
  /** Fields beside `items` that the API does not know. */
  ignoredFields: z.array(z.string()).default([]),
  items: z.array(ItemOutcome),
});
export type ItemsReply = z.infer<typeof ItemsReply>;

const PROBLEMS = [
  'auth.token_revoked',
  'auth.forbidden',
  'tariff.missing',
  'api.disconnected',
  'idempotency.key_missing',
  'idempotency.key_reused',
] as const;

/** A list whose items are parsed one by one, so that an invalid item does not reject the others. */
const Items = listOf(z.unknown());

function listOf(item: z.ZodType) {
  return z.looseObject({ items: z.array(item).min(1, { error: 'required' }).max(MAX_ITEMS) });
}

const posting = <const Path extends string, Scope extends ApiScope>(
  path: Path,
  scope: Scope,
  { shape, summary }: { shape: z.ZodType; summary: string },
) =>
  endpoint({
    method: 'POST',
    path,
    access: 'api',
    scope,
    needsIdempotencyKey: true,
    summary,
    ratePerMinute: API_CALLS_PER_MINUTE,
    body: Items,
    documentedBody: listOf(shape),
    reply: ItemsReply,
    problems: PROBLEMS,
    example: {
      body: { items: [API_EXAMPLES[scope]] },
      reply: {
        acceptedCount: 1,
        refusedCount: 0,
        ignoredCount: 0,
        ignoredFields: [],
        items: [
          {
            index: 0,
            externalId: API_EXAMPLES[scope].externalId,
            outcome: 'created',
            id: '019ab1c2-7d10-7000-8000-3f6f0c9d2a11',
            ignoredFields: [],
          },
        ],
      },
    },
  });

export const postContacts = posting('/api/v1/events/contacts', 'contacts', {
  shape: ContactItem,
  summary: 'Says who the customers are: up to 100 at once, each told what became of it.',
});
export const postVisits = posting('/api/v1/events/visits', 'visits', {
  shape: VisitItem,
  summary: 'Says what was booked, moved, confirmed or cancelled: up to 100 visits at once.',
});
export const postOrders = posting('/api/v1/events/orders', 'orders', {
  shape: OrderItem,
  summary: 'Says what was ordered and how far it is: up to 100 orders at once.',
});
export const postCarts = posting('/api/v1/events/carts', 'carts', {
  shape: CartItem,
  summary: 'Says what customers have chosen and not yet bought: up to 100 carts at once.',
});
export const postCustomEvents = posting('/api/v1/events/custom', 'custom', {
  shape: CustomItem,
  summary: "Says what happened in the business's own words: up to 100 events at once.",
});

const reading = <const Path extends string, Reply extends z.ZodType>(
  path: Path,
  scope: ApiScope,
  { reply, summary }: { reply: Reply; summary: string },
) =>
  endpoint({
    method: 'GET',
    path,
    access: 'api',
    scope,
    summary,
    ratePerMinute: API_CALLS_PER_MINUTE,
    params: z.object({ externalId: ExternalKey }),
    reply,
    problems: ['auth.token_revoked', 'auth.forbidden', 'tariff.missing', 'api.disconnected', 'api_item.not_found'],
  });

const StoredItem = z.object({ id: z.uuid(), externalId: z.string() });

export const readContact = reading('/api/v1/events/contacts/:externalId', 'contacts', {
  summary: 'A customer as she is known now.',
  reply: StoredItem.extend({
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    birthday: z.string().nullable(),
    language: Language.nullable(),
    timeZone: z.string().nullable(),
    categories: z.array(z.string()),
    refusesMailings: z.boolean(),
  }),
});
export const readVisit = reading('/api/v1/events/visits/:externalId', 'visits', {
  summary: "A visit as it is known now: `confirmed` and `cancelled` may be the customer's own answers.",
  reply: StoredItem.extend({
    branchExternalId: z.string(),
    startsAt: Instant,
    durationMinutes: z.int(),
    status: z.enum(VISIT_STATUSES),
    total: Money,
  }),
});
export const readOrder = reading('/api/v1/events/orders/:externalId', 'orders', {
  summary: 'An order as it is known now.',
  reply: StoredItem.extend({
    status: z.enum(ORDER_STATUSES),
    statusText: z.string().meta({ description: 'The status as it was sent; of an `unknown` one the only name.' }),
    deliveryKind: z.enum(DELIVERY_KINDS).nullable(),
    total: Money,
  }),
});
export const readCart = reading('/api/v1/events/carts/:externalId', 'carts', {
  summary: 'A cart as it is known now.',
  reply: StoredItem.extend({
    status: CartStatus,
    items: z.array(CartLine),
    total: Money,
    url: z.string().nullable(),
    updatedAt: Instant,
  }),
});
export const readCustomEvent = reading('/api/v1/events/custom/:externalId', 'custom', {
  summary: 'An event as it was posted.',
  reply: StoredItem.extend({
    name: z.string(),
    properties: z.record(z.string(), z.union([z.string(), z.number()])),
    occurredAt: Instant,
  }),
});
