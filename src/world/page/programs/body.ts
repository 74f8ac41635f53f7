import type { Kind, Values } from './kinds.ts';

export type Person = { name: string; phone: string };

/** The body of a call as the documentation describes it, from what the form holds; empty fields are left out. */
export function bodyOf(kind: Kind, values: Values, person: Person): { items: object[] } {
  return { items: [filled(MAKERS[kind](values, person))] };
}

const MAKERS: Record<Kind, (values: Values, person: Person) => Record<string, unknown>> = {
  contacts: (values, { name, phone }) => ({
    externalId: values['externalId'],
    name,
    phone,
    email: values['email'],
    birthday: values['birthday'],
    categories: listOf(values['categories']),
  }),
  visits: (values, person) => ({
    externalId: values['externalId'],
    client: clientOf(person),
    master: values['master'] ? { externalId: values['master'], name: values['master'] } : undefined,
    services: values['service'] ? [{ title: values['service'] }] : undefined,
    startsAt: values['startsAt'],
    status: values['status'],
    total: moneyOf(values['total']),
  }),
  orders: (values, person) => ({
    externalId: values['externalId'],
    client: clientOf(person),
    status: values['status'],
    deliveryKind: values['deliveryKind'],
    items: values['item'] ? [{ title: values['item'], amount: 1 }] : undefined,
    total: moneyOf(values['total']),
    cartExternalId: values['cartExternalId'],
  }),
  carts: (values, person) => ({
    externalId: values['externalId'],
    client: clientOf(person),
    items: values['item']
      ? [{ title: values['item'], quantity: Number(values['quantity'] ?? 1), priceMinor: minorOf(values['price']) }]
      : [],
    url: values['url'],
    status: values['status'],
  }),
  custom: (values, person) => ({
    externalId: values['externalId'],
    name: values['event'],
    client: clientOf(person),
    properties: propertiesOf(values['properties']),
  }),
};

function clientOf({ name, phone }: Person): object | undefined {
  return phone === '' ? undefined : filled({ name, phone });
}

const minorOf = (major: string | undefined) => (major ? Math.round(Number(major) * 100) : undefined);

function moneyOf(major: string | undefined): object | undefined {
  const amountMinor = minorOf(major);
  return amountMinor === undefined ? undefined : { amountMinor };
}

function listOf(text: string | undefined): string[] | undefined {
  const parts = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length === 0 ? undefined : parts;
}

/** `points=1200`: a number where it is one. */
function propertiesOf(text: string | undefined): Record<string, string | number> | undefined {
  const pairs = (text ?? '').split('\n').flatMap((line) => {
    const [name = '', ...rest] = line.split('=');
    const value = rest.join('=').trim();
    if (name.trim() === '' || value === '') return [];
    return [[name.trim(), /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value] as const];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function filled(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
