import type { TextKey } from '../texts.ru.ts';

/** Kinds of items a program can post; also the last part of the address. */
export const KINDS = ['contacts', 'visits', 'orders', 'carts', 'custom'] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_TEXTS: Record<Kind, TextKey> = {
  contacts: 'kindContacts',
  visits: 'kindVisits',
  orders: 'kindOrders',
  carts: 'kindCarts',
  custom: 'kindCustom',
};

export type Field = {
  name: string;
  label: TextKey;
  input?: 'text' | 'number' | 'lines';
  /** How it is written. */
  placeholder?: string;
  /** Choices, in the words that travel. */
  options?: readonly string[];
  first: string;
};

export type Values = Readonly<Record<string, string>>;

const VISIT_STATUSES = ['waiting', 'confirmed', 'arrived', 'no_show', 'cancelled'];
const ORDER_STATUSES = [
  'Unconfirmed',
  'WaitCooking',
  'ReadyForCooking',
  'CookingStarted',
  'CookingCompleted',
  'Waiting',
  'OnWay',
  'Delivered',
  'Closed',
  'Cancelled',
];
const CART_STATUSES = ['open', 'ordered', 'abandoned', 'emptied'];
const DELIVERY = ['DeliveryByCourier', 'DeliveryByClient'];

const id = (first: string): Field => ({ name: 'externalId', label: 'fieldExternalId', first });
const text = (name: string, label: TextKey, first = ''): Field => ({ name, label, first });
const choice = (name: string, label: TextKey, options: readonly string[]): Field => ({
  name,
  label,
  options,
  first: options[0] ?? '',
});
const number = (name: string, label: TextKey, first: string): Field => ({ name, label, input: 'number', first });

/** The fields of each kind's form, beside who it is about. */
export const FIELDS: Record<Kind, readonly Field[]> = {
  contacts: [
    id('client-1'),
    text('email', 'fieldEmail'),
    { name: 'birthday', label: 'fieldBirthday', placeholder: '1990-05-14', first: '' },
    text('categories', 'fieldCategories', 'VIP'),
  ],
  visits: [
    id('visit-1'),
    { name: 'startsAt', label: 'fieldStartsAt', placeholder: '2026-12-01T15:30', first: '' },
    text('service', 'fieldService', 'Стрижка'),
    text('master', 'fieldMaster', 'Ольга'),
    choice('status', 'fieldStatus', VISIT_STATUSES),
    number('total', 'fieldTotal', '2500'),
  ],
  orders: [
    id('order-1'),
    text('item', 'fieldItem', 'Букет «Утро»'),
    number('total', 'fieldTotal', '3900'),
    choice('status', 'fieldStatus', ORDER_STATUSES),
    choice('deliveryKind', 'fieldDelivery', DELIVERY),
    text('cartExternalId', 'fieldCart'),
  ],
  carts: [
    id('cart-1'),
    text('item', 'fieldItem', 'Букет «Утро»'),
    number('quantity', 'fieldQuantity', '1'),
    number('price', 'fieldPrice', '3900'),
    choice('status', 'fieldStatus', CART_STATUSES),
    text('url', 'fieldUrl', 'https://shop.example.com/cart/1'),
  ],
  custom: [
    text('event', 'fieldEvent', 'bonus_expiring'),
    { name: 'properties', label: 'fieldProperties', input: 'lines', first: 'points=1200\nexpiresOn=30 ноября' },
    id(''),
  ],
};

export const firstValues = (kind: Kind): Values =>
  Object.fromEntries(FIELDS[kind].map(({ name, first }) => [name, first]));
