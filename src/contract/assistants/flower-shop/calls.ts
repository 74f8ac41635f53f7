import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Money, PageQuery, pageOf } from '#contract/primitives.ts';
import { AssistantParams } from '#contract/assistants/calls.ts';
import { CATALOGUE_FAULTS, FLOWER_ORDER_STATUSES, FLOWER_ORDER_WAYS } from './values.ts';

/** Goods of a catalogue. */
export const CatalogueItem = z.object({
  /** The shop's own id of it. */
  sku: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  price: Money,
  isAvailable: z.boolean(),
  pictureUrl: z.string().nullable(),
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;

const CatalogueFault = z.object({
  /** Row of the sheet or line of the text, from 1; of YML the number of the offer. */
  line: z.int(),
  reason: z.enum(CATALOGUE_FAULTS),
  /** The wrong text of the row, or its title. */
  value: z.string(),
});
export type CatalogueFault = z.infer<typeof CatalogueFault>;

/** The catalogue that was last uploaded. */
export const Catalogue = z.object({
  fileName: z.string(),
  uploadedAt: Instant,
  items: z.int(),
  available: z.int(),
  /** Rows that were left out, the first of them named. */
  faultCount: z.int(),
  faults: z.array(CatalogueFault),
});
export type Catalogue = z.infer<typeof Catalogue>;

/**
 * Uploads a file (`multipart/form-data`, field `file`) with the query `assistantId`, and replaces the catalogue by it.
 * Answers with {@link Catalogue}; refusals `assistant.not_found`, `catalogue.*` and those of any upload. A refused file
 * leaves the catalogue as it was.
 */
export const uploadCatalogue = { method: 'POST', path: '/api/v1/assistants/catalogue/files' } as const;

export const getCatalogue = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/catalogue',
  access: 'member',
  summary: 'The catalogue of an assistant, counted.',
  params: AssistantParams,
  reply: z.object({
    /** Null: none was uploaded. */
    catalogue: Catalogue.nullable(),
    /** ISO 4217, of the cabinet: that of all prices. */
    currency: z.string(),
  }),
  problems: ['assistant.not_found'],
});

export const listCatalogueItems = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/catalogue/items',
  access: 'member',
  summary: 'Goods of the catalogue of an assistant, by title.',
  params: AssistantParams,
  query: PageQuery.extend({
    /** A part of the title, the article or the category. */
    words: z.string().trim().max(100, { error: 'too_long' }).optional(),
  }),
  reply: pageOf(CatalogueItem),
  problems: ['assistant.not_found'],
});

export const FlowerOrderId = z.uuid().brand<'FlowerOrderId'>();
export type FlowerOrderId = z.infer<typeof FlowerOrderId>;

export const FlowerOrderStatus = z.enum(FLOWER_ORDER_STATUSES);
export type FlowerOrderStatus = z.infer<typeof FlowerOrderStatus>;

/** Goods of an order as they were sold. */
export const FlowerOrderLine = z.object({
  sku: z.string(),
  title: z.string(),
  priceMinor: z.int(),
  quantity: z.int(),
});
export type FlowerOrderLine = z.infer<typeof FlowerOrderLine>;

/** An order that a contact placed with an assistant. */
export const FlowerOrder = z.object({
  id: FlowerOrderId,
  /** Counted by assistant, from 1. */
  number: z.int(),
  status: FlowerOrderStatus,
  createdAt: Instant,
  contactId: ContactId,
  /** Null: the conversation is no more. */
  conversationId: ConversationId.nullable(),
  lines: z.array(FlowerOrderLine),
  goods: Money,
  delivery: Money,
  total: Money,
  way: z.enum(FLOWER_ORDER_WAYS),
  /** Title of the zone; null: it is picked up. */
  zone: z.string().nullable(),
  address: z.string(),
  /** When it is delivered or picked up. */
  dueAt: Instant,
  recipientName: z.string(),
  recipientPhone: z.string(),
  cardText: z.string(),
  comment: z.string(),
});
export type FlowerOrder = z.infer<typeof FlowerOrder>;

export const listFlowerOrders = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/orders',
  access: 'member',
  summary: 'Orders that contacts placed with an assistant, the latest first.',
  params: AssistantParams,
  query: PageQuery.extend({ status: FlowerOrderStatus.optional() }),
  reply: pageOf(FlowerOrder).extend({
    /** Orders of the assistant by status. */
    counts: z.record(FlowerOrderStatus, z.int()),
  }),
  problems: ['assistant.not_found'],
});

/** Safe to repeat. The contact is not informed by it; a later question about the order is answered by it. */
export const setFlowerOrderStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/orders/:orderId/status',
  access: 'member',
  summary: 'Sets the status of an order.',
  params: AssistantParams.extend({ orderId: FlowerOrderId }),
  body: z.object({ status: FlowerOrderStatus }),
  reply: FlowerOrder,
  problems: ['assistant.not_found', 'flower_order.not_found'],
});
