import { randomUUID } from 'node:crypto';
import type { SimulatedOrder, SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';
import type { ConnectionBinding, VendorAccount } from '#server/testing/conformance/connections/binding.ts';

const loginOf = ({ login }: VendorAccount) => login['apiLogin'] ?? '';

export const IIKO: ConnectionBinding = {
  kind: 'iiko',
  service: 'iiko',
  skips: {
    refresh_race: 'A login gets any number of tokens, and an earlier one stays valid.',
    moving_pages: 'The orders of a day come in one list, without pages.',
    gone: 'Webhooks hold the orders themselves, and an order is not deleted.',
    early_webhook: 'Webhooks hold the orders themselves, which are not read again.',
    lost_answer: 'Orders are not written; a reserve of a table has an id of ours.',
  },
  async found(world) {
    const name = randomUUID();
    const order = { name, network: name, apiLogin: name, apiKey: `key-${name}`, empty: true };
    const { id } = await world.control<SimulatedRestaurant>('POST', '/iiko/organizations', order);
    return { login: { kind: 'iiko', apiLogin: name }, branchId: id };
  },
  lists: '/api/1/deliveries/by_',
  async create(world, { branchId }, { phone = '+79161112233', isSilent = false }) {
    const { id } = await world.control<SimulatedOrder>('POST', '/iiko/orders', {
      organizationId: branchId,
      guest: { name: 'Мария', phone },
      webhook: !isSilent,
    });
    return id;
  },
  change: (world, id) => world.control('POST', `/iiko/orders/${id}/status`, { status: 'CookingStarted' }),
  statuses: { created: 'Unconfirmed', changed: 'CookingStarted' },
  switchWebhooks: (world, on) => world.control('POST', '/iiko/switches', { webhooks: on ? 'on' : 'off' }),
  forgetWebhook: (world, account) =>
    world.control('POST', '/iiko/foreign-webhook', {
      organizationId: account.branchId,
      login: loginOf(account),
      url: '',
    }),
  async revoke(world, account) {
    const block = (on: boolean) => world.control('POST', '/iiko/logins/block', { login: loginOf(account), on });
    await block(true);
    return {
      async restore() {
        await block(false);
        return account;
      },
    };
  },
  rights: [{ flags: ['1/loyalty'], right: 'loyalty' }],
  setRight: (world, account, paths, isGranted) =>
    world.control('POST', '/iiko/permissions', { login: loginOf(account), [isGranted ? 'grant' : 'deny']: paths }),
  phones: ['+7 (926) 555-00-01', '89265550001', '8 (926) 555-00-01', '7 926 555 00 01', '+79265550001'],
  tooFast: (seconds) => ({
    status: 429,
    body: { errorDescription: 'Too many requests', error: 'TOO_MANY_REQUESTS' },
    ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
  }),
};
