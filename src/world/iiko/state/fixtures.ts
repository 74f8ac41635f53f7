import { KYIV_CAST, LONDON_CAST, SAO_PAULO_CAST } from '../../cast/cast-languages.ts';
import { CAST, LAVANDA_CAST, type Role, URAL_CAST } from '../../cast/cast.ts';
import { stableNumber } from '../../values/ids.ts';
import { KYIV_MENU, LONDON_MENU, PIZZERIA, SAO_PAULO_MENU, TEAHOUSE } from './menu.ts';
import { seedOrders } from './past.ts';
import type { Guest, IikoState, Login, Organization, TerminalGroup } from './state.ts';
import { uuidOf } from './uuids.ts';

/** The network with two restaurants, and the business that is free for a cabinet of one's own. */
const NETWORK = 'Тесто и угли';
const FREE = 'Чайхана Шафран';

/** The restaurants of the demos in other languages. */
const DEMOS_ABROAD: readonly (NewOrganization & { key: string })[] = [
  {
    key: 'ember',
    menu: LONDON_MENU,
    network: 'Ember & Crust',
    name: 'Ember & Crust, Soho',
    city: 'London',
    address: '27 Old Compton Street',
    timeZone: 'Europe/London',
    currency: 'GBP',
    guests: LONDON_CAST,
    loyalty: true,
  },
  {
    key: 'brasa',
    menu: SAO_PAULO_MENU,
    network: 'Massa e Brasa',
    name: 'Massa e Brasa, Pinheiros',
    city: 'São Paulo',
    address: 'Rua dos Pinheiros, 270',
    timeZone: 'America/Sao_Paulo',
    currency: 'BRL',
    guests: SAO_PAULO_CAST,
    loyalty: true,
  },
  {
    key: 'zhar',
    menu: KYIV_MENU,
    network: 'Тісто і жар',
    name: 'Тісто і жар, Поділ',
    city: 'Київ',
    address: 'вул. Сагайдачного, 27',
    timeZone: 'Europe/Kyiv',
    currency: 'UAH',
    guests: KYIV_CAST,
    loyalty: true,
  },
];

export function seedIiko(now: number): IikoState {
  const state = emptyState(now);
  const pizzeria = { menu: PIZZERIA, network: NETWORK };
  const moscow = addOrganization(state, now, {
    ...pizzeria,
    name: 'Тесто и угли, Пятницкая',
    city: 'Москва',
    address: 'Пятницкая ул., 27',
    timeZone: 'Europe/Moscow',
    guests: CAST,
    loyalty: true,
  });
  const ural = addOrganization(state, now, {
    ...pizzeria,
    name: 'Тесто и угли, Урал',
    city: 'Екатеринбург',
    address: 'ул. Вайнера, 12',
    timeZone: 'Asia/Yekaterinburg',
    guests: URAL_CAST,
    loyalty: false,
  });
  const kazan = addOrganization(state, now, {
    menu: TEAHOUSE,
    network: FREE,
    name: 'Чайхана Шафран, Казань',
    city: 'Казань',
    address: 'ул. Баумана, 44',
    timeZone: 'Europe/Moscow',
    guests: LAVANDA_CAST,
    loyalty: true,
  });
  for (const { key, ...restaurant } of DEMOS_ABROAD)
    state.logins.push(
      aLogin('apiLogin', `iiko-${key}-login`, 'Frontdesk', [addOrganization(state, now, restaurant).id]),
    );
  state.terminalGroups.push({
    ...aTerminalGroup(moscow, 'Europe/Moscow'),
    id: uuidOf('group:storehouse'),
    name: 'Склад (не выдан)',
    isGranted: false,
  });
  state.logins.push(
    aLogin('apiLogin', 'iiko-demo-login', 'Frontdesk', [moscow.id, ural.id]),
    aLogin('apiKey', 'iiko-demo-api-key', 'Frontdesk v2', [moscow.id, ural.id]),
    aLogin('apiLogin', 'iiko-shafran-login', 'Frontdesk', [kazan.id]),
    aLogin('apiKey', 'iiko-shafran-api-key', 'Frontdesk v2', [kazan.id]),
  );
  return state;
}

function emptyState(now: number): IikoState {
  return {
    apps: [{ appId: uuidOf('app:frontdesk'), clientSecret: 'iiko-demo-client-secret' }],
    logins: [],
    organizations: [],
    terminalGroups: [],
    orderTypes: [
      { id: uuidOf('type:courier'), name: 'Доставка курьером', kind: 'DeliveryByCourier' },
      { id: uuidOf('type:pickup'), name: 'Доставка самовывоз', kind: 'DeliveryByClient' },
      { id: uuidOf('type:common'), name: 'Обычный заказ', kind: 'Common' },
    ],
    cancelCauses: [
      { id: uuidOf('cause:guest'), name: 'Гость отказался' },
      { id: uuidOf('cause:no-answer'), name: 'Не дозвонились' },
      { id: uuidOf('cause:late'), name: 'Опоздание доставки' },
      { id: uuidOf('cause:mistake'), name: 'Ошибка в заказе' },
    ],
    couriers: [],
    products: [],
    guests: [],
    orders: [],
    reserves: [],
    webhooks: [],
    commands: [],
    heldEvents: [],
    lastNumber: 1200,
    lastRevision: Math.floor(now),
    switches: { webhooks: 'on', body: 'array', bearer: false, order: 'kept', held: false, commands: 'work' },
  };
}

export function aLogin(kind: Login['kind'], key: string, name: string, organizationIds: string[]): Login {
  return { kind, key, name, organizationIds, denied: [], revokedBefore: 0, isBlocked: false };
}

export type NewOrganization = Pick<Organization, 'name' | 'network' | 'city' | 'address' | 'loyalty'> & {
  timeZone: string;
  /** ISO 4217; roubles when left out. */
  currency?: string;
  menu: readonly (readonly [name: string, price: number])[];
  guests: readonly Role[];
  /** Without orders. */
  isEmpty?: boolean;
};

/** Adds a restaurant with its terminals, couriers, menu, guests and four weeks of orders. */
export function addOrganization(state: IikoState, now: number, order: NewOrganization): Organization {
  const { timeZone, menu, guests, isEmpty, ...given } = order;
  const organization: Organization = {
    currency: 'RUB',
    ...given,
    id: uuidOf(`organization:${order.name}`),
    latitude: 55.74,
    longitude: 37.62,
    online: true,
  };
  state.organizations.push(organization);
  state.terminalGroups.push(aTerminalGroup(organization, timeZone));
  state.couriers.push(
    ...COURIERS.map((name, index) => ({
      id: uuidOf(`courier:${order.name}:${index}`),
      organizationId: organization.id,
      name,
      phone: `+7999300${String(stableNumber(`${order.name}:${index}`, 10_000)).padStart(4, '0')}`,
    })),
  );
  addMenu(state, order.network, menu);
  for (const role of guests) addGuest(state, order.network, role, now);
  if (!isEmpty) seedOrders(state, now, organization, guests);
  return organization;
}

const COURIERS = ['Пётр Ветров', 'Азамат Юлдашев', 'Лидия Быстрова'] as const;

function aTerminalGroup({ id, name, address }: Organization, timeZone: string): TerminalGroup {
  return {
    id: uuidOf(`group:${name}`),
    organizationId: id,
    name: name.replace(/^.*, /, ''),
    address,
    timeZone,
    isGranted: true,
    isAsleep: false,
  };
}

function addMenu(state: IikoState, network: string, menu: NewOrganization['menu']): void {
  if (state.products.some((one) => one.network === network)) return;
  state.products.push(...menu.map(([name, price]) => ({ id: uuidOf(`${network}:${name}`), network, name, price })));
}

const DAY_MS = 86_400_000;

function addGuest(state: IikoState, network: string, role: Role, now: number): void {
  const isStored = role.phone === '' || state.guests.some((one) => one.network === network && one.phone === role.phone);
  if (isStored) return;
  const guest: Guest = {
    id: uuidOf(`guest:${network}:${role.phone}`),
    network,
    name: role.name,
    surname: role.surname,
    phone: role.phone,
    email: role.email,
    birthday: role.birthDate,
    sex: role.sex,
    consentStatus: 1,
    promo: role.visits % 7 === 0 ? null : true,
    bonuses: role.visits * 30,
    earlierOrders: role.visits,
    earlierSum: role.spent,
    registeredAt: now - (role.visits + 5) * 7 * DAY_MS,
    isInBlacklist: false,
  };
  state.guests.push(guest);
}
