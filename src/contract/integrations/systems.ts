import type { Language } from '#contract/primitives.ts';
import { apiExamples } from './examples.ts';
import type { API_SCOPES, ApiSystem } from './values.ts';

/** Ready-made flows by which a business begins with the data of a system. */
export const STARTER_FLOWS = {
  squire: ['reminder_24', 'review_request'],
  zapis: ['reminder_24', 'review_request'],
  shopify: ['abandoned_cart', 'order_on_way'],
  yelp: ['api_event'],
} as const satisfies Record<ApiSystem, readonly string[]>;

/** Events in such a system. */
export const SYSTEM_EVENTS = [
  'client',
  'booked',
  'moved',
  'came',
  'cancelled',
  'cart',
  'ordered',
  'sent',
  'order_cancelled',
  'request',
  'review',
] as const;
export type SystemEvent = (typeof SYSTEM_EVENTS)[number];

const OF_SYSTEM = {
  squire: ['client', 'booked', 'moved', 'came', 'cancelled'],
  zapis: ['client', 'booked', 'moved', 'came', 'cancelled'],
  shopify: ['client', 'cart', 'ordered', 'sent', 'order_cancelled'],
  yelp: ['client', 'request', 'review'],
} as const satisfies Record<ApiSystem, readonly SystemEvent[]>;

/** A event as a call of the API: the kind of its items, and an example item. */
export type SystemEventCall = {
  event: SystemEvent;
  scope: (typeof API_SCOPES)[number];
  item: Readonly<Record<string, unknown>>;
};

/** Lists the calls that send the events of a system, with examples that the API accepts in this order. */
export function callsOf(system: ApiSystem, cabinet: Parameters<typeof apiExamples>[0]): SystemEventCall[] {
  const { contacts, visits, orders, carts, custom } = apiExamples(cabinet);
  const { externalId: visitId } = visits;
  const byEvent: Readonly<Record<SystemEvent, Omit<SystemEventCall, 'event'>>> = {
    client: { scope: 'contacts', item: contacts },
    booked: { scope: 'visits', item: visits },
    moved: { scope: 'visits', item: { externalId: visitId, startsAt: '2026-12-02T12:00', timeZone: visits.timeZone } },
    came: { scope: 'visits', item: { externalId: visitId, status: 'arrived' } },
    cancelled: { scope: 'visits', item: { externalId: visitId, status: 'cancelled' } },
    cart: { scope: 'carts', item: carts },
    ordered: { scope: 'orders', item: orders },
    sent: { scope: 'orders', item: { ...orders, status: 'OnWay' } },
    order_cancelled: {
      scope: 'orders',
      item: { ...orders, status: 'Cancelled', cancelCause: REFUND[cabinet.language] },
    },
    request: {
      scope: 'custom',
      item: {
        externalId: `${system}-request-7`,
        name: `${system}_request`,
        client: custom.client,
        properties: { topic: visits.services[0].title },
      },
    },
    review: {
      scope: 'custom',
      item: {
        externalId: `${system}-review-12`,
        name: `${system}_review`,
        client: custom.client,
        properties: { stars: 5 },
      },
    },
  };
  return OF_SYSTEM[system].map((event) => ({ event, ...byEvent[event] }));
}

const REFUND: Readonly<Record<Language, string>> = {
  ru: 'Клиент передумал',
  en: 'The customer changed their mind',
  pt_br: 'O cliente desistiu',
  uk: 'Клієнт передумав',
};
