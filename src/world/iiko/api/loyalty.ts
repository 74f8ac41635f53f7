import { z } from 'zod';
import { digits } from '../../cast/people.ts';
import type { Sim } from '../../sim/sim.ts';
import { IikoError } from '../state/errors.ts';
import { type Call, Id, type Serve } from './serve.ts';
import type { Guest, IikoState, Order, Organization } from '../state/state.ts';
import { nextUuid } from '../state/uuids.ts';

const MONTH_MS = 30 * 86_400_000;

const Info = z.strictObject({
  organizationId: Id,
  type: z.enum(['id', 'phone', 'email', 'cardTrack', 'cardNumber']),
  id: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
  cardTrack: z.string().nullish(),
  cardNumber: z.string().nullish(),
});
const flag = z.union([z.literal(0), z.literal(1), z.literal(2)]).nullish();
const Customer = z.strictObject({
  id: Id.nullish(),
  organizationId: Id,
  phone: z.string().nullish(),
  cardTrack: z.string().nullish(),
  cardNumber: z.string().nullish(),
  name: z.string().nullish(),
  middleName: z.string().nullish(),
  surName: z.string().nullish(),
  birthday: z.string().nullish(),
  email: z.string().nullish(),
  sex: flag,
  consentStatus: flag,
  shouldReceivePromoActionsInfo: z.boolean().nullish(),
  referrerId: Id.nullish(),
  userData: z.string().nullish(),
});
const PERIODS = { AllTime: 0, Month: 3 } as const;
const METRICS = { OrdersSum: 1, OrdersCount: 2 } as const;
/** NOTE: the vendor's own document says integers, its service takes words only and answers integers. */
const Counters = z.strictObject({
  organizationId: Id,
  guestIds: z.array(Id).min(1),
  periods: z.array(z.enum(['AllTime', 'Month'])).min(1),
  metrics: z.array(z.enum(['OrdersCount', 'OrdersSum'])).min(1),
});

/** iikoCard: guests, and what they have spent. */
export function serveLoyalty(serve: Serve): void {
  const bind = <Body extends { organizationId: string }>(
    path: string,
    schema: z.ZodType<Body>,
    handler: (call: Call<Body>, organization: Organization) => object,
  ) =>
    serve.call(`1/loyalty/iiko/${path}`, schema, (call) => {
      const organization = call.organization(call.body.organizationId);
      if (!organization.loyalty)
        throw new IikoError(400, `Organization ${organization.id} was not found`, 'Common_OrganizationNotFound');
      return handler(call, organization);
    });

  bind('customer/info', Info, ({ state, body }, { network }) => {
    const wanted = body[body.type] ?? '';
    const guest = state.guests.find((one) => one.network === network && isNamed(one, body.type, wanted));
    if (!guest) throw new IikoError(400, `There is no user with ${body.type} ${wanted}`);
    return toCustomer(state, guest);
  });
  bind('customer/create_or_update', Customer, ({ sim, body }, { network }) => ({
    id: saveGuest(sim, network, body).id,
  }));
  bind('get_counters', Counters, ({ sim, state, body }, { network }) => ({
    counters: body.guestIds.flatMap((guestId) => {
      const guest = state.guests.find((one) => one.id === guestId && one.network === network);
      if (!guest) throw new IikoError(400, `There is no user with id ${guestId}`);
      return body.periods.flatMap((period) =>
        body.metrics.map((metric) => ({
          guestId,
          period: PERIODS[period],
          metric: METRICS[metric],
          value: counted(state, guest, metric, period === 'Month' ? sim.clock.now() - MONTH_MS : null),
        })),
      );
    }),
  }));
}

function isNamed(guest: Guest, type: z.infer<typeof Info>['type'], wanted: string): boolean {
  if (type === 'phone') return guest.phone === digits(wanted);
  if (type === 'email') return guest.email !== '' && guest.email === wanted;
  return type === 'id' && guest.id === wanted;
}

function saveGuest(sim: Sim, network: string, given: z.infer<typeof Customer>): Guest {
  const { guests } = sim.state.iiko;
  const phone = digits(given.phone ?? '');
  const own = guests.filter((one) => one.network === network);
  const known = own.find((one) => (given.id == null ? phone !== '' && one.phone === phone : one.id === given.id));
  if (given.id != null && !known) throw new IikoError(400, `There is no user with id ${given.id}`);
  if (!known && phone === '') throw new IikoError(400, 'phone must be given', 'INVALID_BODY');
  const guest = known ?? addGuest(sim, network, { name: given.name ?? '', phone });
  if (phone !== '') guest.phone = phone;
  guest.name = given.name ?? guest.name;
  guest.surname = given.surName ?? guest.surname;
  guest.email = given.email ?? guest.email;
  guest.birthday = given.birthday?.slice(0, 10) ?? guest.birthday;
  guest.sex = given.sex ?? guest.sex;
  guest.consentStatus = given.consentStatus ?? guest.consentStatus;
  guest.promo = given.shouldReceivePromoActionsInfo ?? guest.promo;
  sim.changed('iiko');
  return guest;
}

type NewGuest = Pick<Guest, 'name' | 'phone'> & Partial<Pick<Guest, 'surname'>>;

/** A guest of whom nothing else is known yet. */
export function addGuest(sim: Sim, network: string, { name, phone, surname }: NewGuest): Guest {
  const guest: Guest = {
    id: nextUuid(sim.ids),
    network,
    name,
    surname: surname ?? '',
    phone,
    email: '',
    birthday: '',
    sex: 0,
    consentStatus: 0,
    promo: null,
    bonuses: 0,
    earlierOrders: 0,
    earlierSum: 0,
    registeredAt: sim.clock.now(),
    isInBlacklist: false,
  };
  sim.state.iiko.guests.push(guest);
  if (phone !== '') sim.people.byPhone(phone, name);
  return guest;
}

const closedOf = (state: IikoState, guest: Guest): Order[] =>
  state.orders.filter((one) => one.guestId === guest.id && one.closedAt !== null && one.status === 'Closed');

function counted(state: IikoState, guest: Guest, metric: keyof typeof METRICS, since: number | null): number {
  const orders = closedOf(state, guest).filter((one) => since === null || (one.closedAt ?? 0) >= since);
  const earlier = since === null ? [guest.earlierOrders, guest.earlierSum] : [0, 0];
  if (metric === 'OrdersCount') return orders.length + (earlier[0] ?? 0);
  return orders.reduce((sum, one) => sum + one.sum, earlier[1] ?? 0);
}

function toCustomer(state: IikoState, guest: Guest) {
  const closed = closedOf(state, guest).map((one) => one.closedAt ?? 0);
  const stamp = (at: number | undefined) =>
    at === undefined ? null : new Date(at).toISOString().replace('T', ' ').replace('Z', '');
  return {
    id: guest.id,
    referrerId: null,
    name: guest.name,
    surname: guest.surname || null,
    middleName: null,
    comment: null,
    phone: `+${guest.phone}`,
    cultureName: 'ru-RU',
    birthday: guest.birthday === '' ? null : `${guest.birthday} 00:00:00.000`,
    email: guest.email || null,
    sex: guest.sex,
    consentStatus: guest.consentStatus,
    anonymized: false,
    cards: [],
    categories: guest.earlierOrders > 20 ? [{ id: guest.id, name: 'Постоянный гость', isActive: true }] : [],
    walletBalances: [{ id: guest.id, name: 'Бонусы', type: 1, balance: guest.bonuses }],
    userData: null,
    shouldReceivePromoActionsInfo: guest.promo,
    shouldReceiveLoyaltyInfo: null,
    shouldReceiveOrderStatusInfo: null,
    personalDataConsentFrom: null,
    whenRegistered: stamp(guest.registeredAt),
    firstOrderDate: stamp(closed.length > 0 ? Math.min(...closed) : undefined),
    lastProcessedOrderDate: stamp(closed.length > 0 ? Math.max(...closed) : undefined),
    isDeleted: false,
  };
}
