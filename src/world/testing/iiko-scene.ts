import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type World, startWorld } from '../world.ts';
import { type Caller, type Reply, createCaller } from './caller.ts';
import type { Json } from './json.ts';
import { type Product, startProduct } from './product.ts';

export const LOGIN = 'iiko-demo-login';
export const AUTH_TOKEN = 'secret-of-one-account';

/** A world and a product that receives the orders of the restaurant in Moscow, fresh for each test. */
export type IikoScene = {
  sim: Caller;
  product: () => Product;
  /** A call of the Cloud API with the scene's token; the path is below `/api/`. */
  api(path: string, body?: unknown, token?: string): Promise<Reply>;
  /** The restaurant in Moscow, the one in Yekaterinburg, and the free one. */
  organizations: () => [moscow: string, ural: string, kazan: string];
  place(extra?: object): Promise<Json>;
  move(order: Json, status: string, extra?: object): Promise<Json>;
  /** The bodies that the webhook was given, flattened to events. */
  events(): Promise<Json[]>;
  register(extra?: object, organizationId?: string): Promise<Reply>;
  advance(ms: number): Promise<unknown>;
};

const COOKING = 'Unconfirmed WaitCooking ReadyForCooking CookingStarted CookingCompleted';
export const EVERY_STATUS = `${COOKING} Waiting OnWay Delivered Closed Cancelled`.split(' ');

/** The clock goes on only when a test turns it, however slow the machine is. */
const STANDING = 1e-6;

export function iikoScene(): IikoScene {
  let world: World;
  let product: Product;
  let token = '';
  let organizations: [string, string, string];
  const sim: Caller = (...call) => createCaller(world.url)(...call);
  const api: IikoScene['api'] = (path, body = {}, with_ = token) =>
    createCaller(`${world.url}/iiko/api`, { authorization: `Bearer ${with_}` })('POST', `/${path}`, body);
  const register: IikoScene['register'] = (extra = {}, organizationId = organizations[0]) =>
    api('1/webhooks/update_settings', {
      organizationId,
      webHooksUri: `${product.url}/hooks/iiko/a`,
      authToken: AUTH_TOKEN,
      webHooksFilter: {
        deliveryOrderFilter: { orderStatuses: EVERY_STATUS, itemStatuses: [], errors: true },
        tableOrderFilter: null,
        reserveFilter: { updates: true, errors: true },
        stopListUpdateFilter: { updates: false },
        personalShiftFilter: { updates: false },
      },
      ...extra,
    });

  beforeAll(async () => {
    product = await startProduct();
    world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  });
  afterAll(async () => {
    await world.close();
    await product.close();
  });
  beforeEach(async () => {
    await sim('POST', '/_sim/seed', {});
    await sim('POST', '/_sim/clock', { factor: STANDING });
    await sim('POST', '/_sim/behaviour', { channel: 'iiko', limits: 'off' });
    token = (await api('1/access_token', { apiLogin: LOGIN })).body.token;
    organizations = (await sim('GET', '/_sim/iiko')).body.organizations.map(({ id }: Json) => id);
    await register();
    product.webhooks.length = 0;
    product.answers.length = 0;
  });

  return {
    sim,
    api,
    register,
    product: () => product,
    organizations: () => organizations,
    place: async (extra = {}) => (await sim('POST', '/_sim/iiko/orders', extra)).body,
    move: async (order, status, extra = {}) =>
      (await sim('POST', `/_sim/iiko/orders/${order.id}/status`, { status, ...extra })).body,
    events: async () => {
      await sim('POST', '/_sim/settle', {});
      return product.webhooks.flatMap(({ body }) => body);
    },
    advance: (advanceMs) => sim('POST', '/_sim/clock', { advanceMs }),
  };
}
