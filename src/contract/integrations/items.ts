import { z } from 'zod';
import { PROPERTY_NAME } from './event-properties.ts';
import { Language, Moment, TimeZone, WebAddress } from '#contract/primitives.ts';
import { CART_STATUSES } from './values.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_STATUSES } from '#contract/visits/values.ts';

/** The API client's own id: an item sent again with it updates the same row. */
export const ExternalKey = z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' });

const Name = z.string().trim().max(200, { error: 'too_long' });
const Title = z.string().trim().min(1, { error: 'required' }).max(300, { error: 'too_long' });
const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'currency' })
  .meta({ description: "ISO 4217; the cabinet's own when left out." });
/** Maximum amount of one item, in minor units. */
export const MAX_MINOR = 1_000_000_000_000;
const MinorUnits = z.int().min(0).max(MAX_MINOR);

const Total = z.object({
  amountMinor: MinorUnits.meta({ description: 'In kopecks, cents.' }),
  currency: Currency.optional(),
});

const About = {
  name: Name.nullish(),
  phone: z
    .string()
    .trim()
    .max(40, { error: 'too_long' })
    .nullish()
    .meta({ description: "As it is written; without a country code it is read as the cabinet's country's." }),
  email: z.email({ error: 'email' }).max(200, { error: 'too_long' }).nullish(),
};

/** The contact, by the API client's own id or by phone. */
export const ApiClient = z
  .object({ externalId: ExternalKey.optional(), ...About })
  .refine(({ externalId, phone }) => Boolean(externalId ?? phone), { path: ['externalId'], error: 'id_or_phone' });
export type ApiClient = z.output<typeof ApiClient>;

export const ContactItem = z
  .object({
    externalId: ExternalKey.optional(),
    ...About,
    birthday: z.iso.date({ error: 'date' }).nullish(),
    language: Language.nullish(),
    timeZone: TimeZone.nullish(),
    categories: z
      .array(z.string().trim().min(1, { error: 'required' }).max(60, { error: 'too_long' }))
      .max(20)
      .optional(),
    refusesMailings: z
      .boolean()
      .optional()
      .meta({ description: 'She wants no mailings; notices of her own visits still go.' }),
  })
  .refine(({ externalId, phone }) => Boolean(externalId ?? phone), { path: ['externalId'], error: 'id_or_phone' });
export type ContactItem = z.output<typeof ContactItem>;

/** The branch. An unknown one is created. */
export const ApiBranch = z.object({
  externalId: ExternalKey,
  title: Title.optional(),
  timeZone: TimeZone.optional(),
});
export type ApiBranch = z.output<typeof ApiBranch>;

const Source = {
  branch: ApiBranch.optional().meta({ description: "The business's first branch when left out." }),
  createdAt: Moment.optional().meta({
    description: 'When it was made; now when left out. Earlier than the first token: history.',
  }),
  changedAt: Moment.optional().meta({
    description: 'When it was last changed; an older change than the known one is dropped.',
  }),
};

/** A visit, or a change of one: absent fields of a stored visit stay unchanged. */
export const VisitItem = z.object({
  externalId: ExternalKey,
  ...Source,
  client: ApiClient.nullish(),
  master: z.object({ externalId: ExternalKey, name: Name.optional() }).nullish(),
  services: z
    .array(z.object({ externalId: ExternalKey.optional(), title: Title }))
    .max(50)
    .optional(),
  startsAt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/, { error: 'datetime' })
    .optional()
    .meta({ description: 'With an offset, or the wall clock of `timeZone` or of the branch. Needed of a new visit.' }),
  timeZone: TimeZone.optional(),
  durationMinutes: z.int().min(1).max(14_400).optional().meta({ description: '60 when left out of a new visit.' }),
  status: z
    .enum(VISIT_STATUSES)
    .exclude(['unknown'])
    .optional()
    .meta({ description: '`waiting` when left out of a new visit.' }),
  total: Total.optional(),
  comment: z.string().max(2000, { error: 'too_long' }).optional(),
  manageUrl: WebAddress.max(2000, { error: 'too_long' }).nullish(),
});
export type VisitItem = z.output<typeof VisitItem>;

const KNOWN_ORDER_STATUSES = ORDER_STATUSES.filter((status) => status !== 'unknown');

/** The current state of an order; it is sent whole. */
export const OrderItem = z.object({
  externalId: ExternalKey,
  ...Source,
  number: z.string().trim().max(60, { error: 'too_long' }).optional().meta({ description: 'What people call it by.' }),
  client: ApiClient.nullish(),
  status: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(60, { error: 'too_long' })
    .meta({
      description: `One of ${KNOWN_ORDER_STATUSES.join(', ')}; any other is stored and shown as it is written, and starts no flow.`,
      examples: [KNOWN_ORDER_STATUSES[0]],
    }),
  deliveryKind: z.enum(DELIVERY_KINDS).nullish(),
  items: z
    .array(z.object({ title: Title, amount: z.number().min(0).max(1_000_000).default(1) }))
    .max(200)
    .default([]),
  total: Total.optional(),
  completeBefore: Moment.nullish(),
  deliveredAt: Moment.nullish(),
  courier: z.object({ name: Name, phone: z.string().trim().max(40).nullish() }).nullish(),
  cancelCause: z.string().trim().max(300, { error: 'too_long' }).nullish(),
  comment: z.string().max(2000, { error: 'too_long' }).optional(),
  cartExternalId: ExternalKey.optional().meta({ description: 'The cart that became this order: it is not abandoned.' }),
});
export type OrderItem = z.output<typeof OrderItem>;

export const CartLine = z.object({
  title: Title,
  quantity: z.number().min(0).max(1_000_000).default(1),
  priceMinor: MinorUnits.nullable().default(null),
});
export type CartLine = z.output<typeof CartLine>;

/** The current state of a cart; it is sent whole. */
export const CartItem = z.object({
  externalId: ExternalKey,
  client: ApiClient.nullish(),
  items: z.array(CartLine).max(200).default([]),
  total: Total.optional().meta({ description: 'What the lines come to when left out.' }),
  url: WebAddress.max(2000, { error: 'too_long' }).nullish().meta({ description: 'Where she goes on with it.' }),
  status: z.enum(CART_STATUSES).optional().meta({
    description:
      '`open` when left out, `emptied` when there is no line. An ordered cart stays ordered until a later post says `open`.',
  }),
  updatedAt: Moment.optional().meta({ description: 'Now when left out; an older one than the known is dropped.' }),
});
export type CartItem = z.output<typeof CartItem>;

/** An event under a name that the business chooses. */
export const CustomItem = z.object({
  externalId: ExternalKey.optional().meta({ description: 'Posted twice under it, it happened once.' }),
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _.:-]{0,59}$/u, { error: 'event_name' })
    .meta({ description: 'Letters, digits, space, `_ . : -`; at most 60.' }),
  client: ApiClient.nullish(),
  properties: z
    .record(
      z.string().regex(PROPERTY_NAME, { error: 'property_name' }),
      z.union([z.string().max(500, { error: 'too_long' }), z.number()]),
    )
    .refine((all) => Object.keys(all).length <= 30, { error: 'too_numerous' })
    .default({})
    .meta({ description: 'Messages about the event may say them: `{points}` is the property `points`.' }),
  occurredAt: Moment.optional().meta({ description: 'Now when left out.' }),
});
export type CustomItem = z.output<typeof CustomItem>;
