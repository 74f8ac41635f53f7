import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import type { SimulatedOrder, SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';
import { NO_ACTIONS, type Opening, type Person, type Place } from './place.ts';

/** A restaurant of iiko with delivery and guests in its loyalty program. */
export async function restaurantPlace({ server, world, owner }: Opening): Promise<Place> {
  const timeZone = 'Asia/Yekaterinburg';
  const about = { name: 'Пиццерия', network: 'Пиццерия', apiLogin: 'login', apiKey: 'key', empty: true, timeZone };
  const restaurant = await world.control<SimulatedRestaurant>('POST', '/iiko/organizations', about);
  const { token } = owner;
  const offer = await server.call(offerBranches, { token, body: { kind: 'iiko', apiLogin: restaurant.apiLogin } });
  const body = { ticket: offer.body.ticket, branchExternalIds: [restaurant.id] };
  const connected = await server.call(connectBranches, { token, body: { kind: 'iiko', ...body } });
  if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
  const organizationId = restaurant.id;

  const guests = new Map<string, string>();
  async function saveGuest({ name, phone }: Person, about: object): Promise<void> {
    const known = guests.get(phone);
    if (known) return world.control('PUT', `/iiko/guests/${known}`, about);
    const guest = { organizationId, name, phone, ...about };
    guests.set(phone, (await world.control<{ id: string }>('POST', '/iiko/guests', guest)).id);
  }

  const place: Place = {
    ...NO_ACTIONS,
    hasVisits: false,
    hasCategories: false,
    timeZone,
    services: [],
    async order(person) {
      const { id } = await world.control<SimulatedOrder>('POST', '/iiko/orders', {
        organizationId,
        guest: { name: person?.name ?? 'Гость', phone: person?.phone ?? '' },
        items: [{ name: 'Пицца «Маргарита»', price: 640, amount: 2 }],
      });
      return id;
    },
    async moveOrder(order, status) {
      await world.control('POST', `/iiko/orders/${order}/status`, { status });
    },
    /** The loyalty program is polled once the guest orders. */
    async setBirthday(person, birthday) {
      await saveGuest(person, { birthday: `${birthday} 00:00:00.000` });
      await place.order(person);
    },
    refuseMailings: (person) => saveGuest(person, { consentStatus: 2 }),
  };
  return place;
}
