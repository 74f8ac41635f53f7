import { stableNumber } from '../values/ids.ts';

/** A person with a phone: WhatsApp by the number, Telegram by the chat id. */
export type Person = {
  /** Digits with the country code; null for somebody known to Telegram alone. */
  phone: string | null;
  name: string;
  username: string | null;
  languageCode: string;
  /** WhatsApp's business-scoped user id. */
  userId: string;
  /** Telegram's id of the person and of the private chat. */
  chatId: number;
  deactivated: boolean;
};

/** Finds people and invents those who are not yet known. */
export type People = {
  all(): Person[];
  /** @param phone in its own form or in WhatsApp's */
  byPhone(phone: string, name?: string): Person;
  byChat(chatId: number): Person | undefined;
  byUserId(userId: string): Person | undefined;
  /** @param from a phone, else a chat id */
  forTelegram(from: string | number, name?: string): Person;
};

type Index = { of: Person[]; phone: Map<string, Person>; chat: Map<number, Person>; userId: Map<string, Person> };

export function createPeople(state: () => Person[]): People {
  let index: Index = { of: [], phone: new Map(), chat: new Map(), userId: new Map() };
  const enter = (person: Person) => {
    if (person.phone !== null) {
      index.phone.set(person.phone, person);
      index.phone.set(waIdOf(person) ?? person.phone, person);
    }
    index.chat.set(person.chatId, person);
    index.userId.set(person.userId, person);
  };
  const current = () => {
    if (index.of === state()) return index;
    index = { of: state(), phone: new Map(), chat: new Map(), userId: new Map() };
    for (const person of index.of) enter(person);
    return index;
  };
  const invent = (person: Person) => {
    current().of.push(person);
    enter(person);
    return person;
  };
  const byPhone = (phone: string, name?: string) => {
    const number = digits(phone);
    return current().phone.get(number) ?? invent(aPerson(number, name ?? `+${number}`));
  };

  return {
    all: state,
    byPhone,
    byChat: (chatId) => current().chat.get(chatId),
    byUserId: (userId) => current().userId.get(userId),
    forTelegram: (from, name) => {
      const number = digits(String(from));
      const known = current().phone.get(number) ?? current().chat.get(Number(number));
      if (known) return known;
      if (typeof from === 'string' && (from.startsWith('+') || number.length >= 11)) return byPhone(number, name);
      return invent({ ...aPerson(null, name ?? `Гость ${number}`), chatId: Number(number) });
    },
  };
}

/** WhatsApp's own form of a number: Brazilian mobiles are registered without their ninth digit. */
export function waIdOf({ phone }: Person): string | undefined {
  if (phone === null) return undefined;
  return phone.length === 13 && phone.startsWith('55') ? phone.slice(0, 4) + phone.slice(5) : phone;
}

export function aPerson(phone: string | null, name: string): Person {
  const key = phone ?? name;
  return {
    phone,
    name,
    username: null,
    languageCode: languageOf(phone),
    userId: `${countryOf(phone)}.${String(stableNumber(`user:${key}`, 9e15) + 1e15)}`,
    chatId: 5_000_000_000 + stableNumber(`chat:${key}`, 1e9),
    deactivated: false,
  };
}

export function digits(phone: string): string {
  const bare = phone.replaceAll(/\D/g, '');
  return bare.length === 11 && bare.startsWith('8') ? `7${bare.slice(1)}` : bare;
}

const COUNTRIES = [
  ['380', 'UA', 'uk'],
  ['55', 'BR', 'pt-br'],
  ['7', 'RU', 'ru'],
] as const;

const countryOf = (phone: string | null) => COUNTRIES.find(([prefix]) => phone?.startsWith(prefix))?.[1] ?? 'US';
const languageOf = (phone: string | null) =>
  phone === null ? 'ru' : (COUNTRIES.find(([prefix]) => phone.startsWith(prefix))?.[2] ?? 'en');
