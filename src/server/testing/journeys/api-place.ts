import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createApiToken } from '#contract/integrations/tokens.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { POST_CALLS } from '#server/testing/server/api-program.ts';
import { NO_ACTIONS, type Opening, type Person, type Place } from './place.ts';

const SERVICES = ['Стрижка', 'Окрашивание'] as const;
const ORDER = {
  number: '881',
  deliveryKind: 'DeliveryByCourier',
  items: [{ title: 'Букет «Утро»', amount: 1 }],
  total: { amountMinor: 390_000 },
} as const;

/** A business that reports its events through the API, with an API token of the cabinet. */
export async function apiPlace({ server, owner }: Opening): Promise<Place> {
  const body = { name: 'Сайт', scopes: API_SCOPES };
  const { secret } = (await server.call(createApiToken, { token: owner.token, body })).body;
  const timeZone = 'Europe/Moscow';
  const post = postTogether(async (kind, items) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await server.call(POST_CALLS[kind], { token: secret, body: { items }, headers });
    if (answer.body.refusedCount !== 0) throw new Error(`Not posted: ${JSON.stringify(answer.body)}`);
  });
  const clientOf = (person: Person | null) => (person ? { client: { name: person.name, phone: person.phone } } : {});
  const named = () => randomUUID().slice(0, 8);
  const orderedBy = new Map<string, Person | null>();
  // Services are created by being booked.
  for (const title of SERVICES)
    await post('visits', {
      externalId: named(),
      services: [{ externalId: title, title }],
      startsAt: String(server.clock.now().subtract({ hours: 24 })),
    });
  return {
    ...NO_ACTIONS,
    hasVisits: true,
    hasCategories: true,
    timeZone,
    services: SERVICES,
    async book(person, { startsAt, service = 0 }) {
      const externalId = named();
      const services = [{ externalId: SERVICES[service], title: SERVICES[service] }];
      const master = { externalId: 'olga', name: 'Ольга' };
      const total = { amountMinor: 250_000 };
      await post('visits', { externalId, ...clientOf(person), services, master, total, startsAt: String(startsAt) });
      return externalId;
    },
    move: (externalId, startsAt) => post('visits', { externalId, startsAt: String(startsAt) }),
    setStatus: (externalId, status) => post('visits', { externalId, status }),
    cancel: (externalId) => post('visits', { externalId, status: 'cancelled' }),
    setBirthday: (person, birthday) => post('contacts', { ...person, birthday }),
    addToCategory: (person, category) => post('contacts', { ...person, categories: [category] }),
    refuseMailings: (person) => post('contacts', { ...person, refusesMailings: true }),
    async order(person) {
      const externalId = named();
      orderedBy.set(externalId, person);
      await post('orders', { ...ORDER, externalId, ...clientOf(person), status: 'WaitCooking' });
      return externalId;
    },
    /** The API takes whole orders. */
    moveOrder: (externalId, status) =>
      post('orders', { ...ORDER, externalId, ...clientOf(orderedBy.get(externalId) ?? null), status }),
    async fillCart(person) {
      const externalId = named();
      const items = [{ title: 'Букет «Утро»', quantity: 1, priceMinor: 390_000 }];
      await post('carts', { externalId, ...clientOf(person), items, url: 'https://shop.example.com/cart/55' });
      return externalId;
    },
    async orderCart(cartExternalId) {
      await post('orders', { ...ORDER, externalId: named(), status: 'WaitCooking', cartExternalId });
    },
    postEvent: (person, name) => post('custom', { name, ...clientOf(person) }),
  };
}

type Kind = keyof typeof POST_CALLS;

/** Collects the items of one turn of the event loop into one call, as an API client with many events does. */
function postTogether(
  post: (kind: Kind, items: readonly object[]) => Promise<void>,
): (kind: Kind, item: object) => Promise<void> {
  const batches = new Map<Kind, { items: object[]; posting: Promise<void> }>();
  return (kind, item) => {
    const open = batches.get(kind);
    if (open && open.items.length < MAX_AT_ONCE) {
      open.items.push(item);
      return open.posting;
    }
    const items = [item];
    const posting = nextTurn().then(() => {
      if (batches.get(kind)?.items === items) batches.delete(kind);
      return post(kind, items);
    });
    batches.set(kind, { items, posting });
    return posting;
  };
}

const MAX_AT_ONCE = 100;
