import { z } from 'zod';
import { isAmount, isNearby } from '#server/platform/values/outside-numbers.ts';

/** A text or a number that may be missing, null or empty. */
const TextOrNone = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) => (value === null || value === undefined ? null : String(value).trim() || null));

/** An amount in the currency's main unit, written as a text; null when it is none. */
const AmountOrNone = TextOrNone.transform((text) => (text === null ? null : Number(text))).transform((amount) =>
  amount !== null && Number.isFinite(amount) && amount >= 0 && isAmount(amount) ? amount : null,
);

/** An instant with its offset; null when it is none. */
const InstantOrNone = TextOrNone.transform((text) => {
  try {
    const at = text === null ? null : Temporal.Instant.from(text);
    return at && isNearby(at) ? at : null;
  } catch {
    return null;
  }
});

const Currency = TextOrNone.transform((text) => (text && /^[A-Z]{3}$/.test(text) ? text : null));

const Person = z.object({ first_name: TextOrNone, last_name: TextOrNone, name: TextOrNone, phone: TextOrNone });
const PersonOrNone = Person.nullish().catch(null);

const Customer = Person.extend({ id: TextOrNone, email: TextOrNone, default_address: PersonOrNone })
  .nullish()
  .catch(null);

const Line = z.object({ title: TextOrNone, name: TextOrNone, quantity: AmountOrNone, price: AmountOrNone });
export type Line = z.output<typeof Line>;

const Lines = z
  .array(Line)
  .nullish()
  .transform((value) => value ?? []);

/** Where a record names its buyer; each part may be missing. */
const Buyer = {
  email: TextOrNone,
  phone: TextOrNone,
  customer: Customer,
  billing_address: PersonOrNone,
  shipping_address: PersonOrNone,
};
const WithBuyer = z.object(Buyer);
export type Buyer = z.output<typeof WithBuyer>;

export const Order = WithBuyer.extend({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  name: TextOrNone,
  currency: Currency,
  total_price: AmountOrNone,
  current_total_price: AmountOrNone,
  financial_status: TextOrNone,
  fulfillment_status: TextOrNone,
  fulfillments: z
    .array(z.object({ status: TextOrNone, shipment_status: TextOrNone }))
    .nullish()
    .catch(null)
    .transform((value) => value ?? []),
  cancelled_at: InstantOrNone,
  cancel_reason: TextOrNone,
  created_at: InstantOrNone,
  updated_at: InstantOrNone,
  checkout_token: TextOrNone,
  line_items: Lines,
  note: TextOrNone,
});
export type Order = z.output<typeof Order>;

export const Checkout = WithBuyer.extend({
  token: z.string().min(1),
  currency: Currency,
  total_price: AmountOrNone,
  abandoned_checkout_url: TextOrNone,
  completed_at: InstantOrNone,
  updated_at: InstantOrNone,
  line_items: Lines,
});
export type Checkout = z.output<typeof Checkout>;
