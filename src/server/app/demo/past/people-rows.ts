import { NAMES } from './names.ts';
import type { Random } from './random.ts';
import { PAST_PREFIX, type Row, type Setting } from './setting.ts';
import type { PastClient } from './year.ts';

/** A client with the name and addresses under which rows mention them. */
export type Person = {
  client: PastClient;
  nth: number;
  name: string;
  phone: string | null;
  birthDate: string;
  address: { id: string; channelId: string; channelUserId: string } | null;
};

/** One of so many clients writes on Telegram. */
const ON_TELEGRAM = 7;
/** Years of birth. */
const [OLDEST, YEARS] = [1958, 49];

export function toPerson(client: PastClient, nth: number, setting: Setting, random: Random): Person {
  const names = NAMES[setting.language];
  const isMan = random.chance(0.22);
  const [first, last] = isMan ? [names.men, names.menSurnames] : [names.women, names.womenSurnames];
  // Numbers differ in their last digits, so that no two clients share one.
  const number = String((nth * 7_919) % 10 ** names.phoneDigits).padStart(names.phoneDigits, '0');
  const phone = client.hasPhone ? `${names.phones[nth % names.phones.length] ?? ''}${number}` : null;
  const month = 1 + random.below(12);
  const birthDate = [OLDEST + random.below(YEARS), month, 1 + random.below(28)]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return {
    client,
    nth,
    name: `${random.pick(first)} ${random.pick(last)}`,
    phone,
    birthDate,
    address: phone === null ? null : addressOf(phone, nth, setting, random.id(client.firstSeen)),
  };
}

function addressOf(phone: string, nth: number, { channels }: Setting, id: string): Person['address'] {
  const telegram = channels.find(({ kind }) => kind.startsWith('telegram'));
  const [first] = channels;
  if (telegram && nth % ON_TELEGRAM === 0)
    return { id, channelId: telegram.id, channelUserId: String(6_500_000_000 + nth) };
  return first ? { id, channelId: first.id, channelUserId: phone.slice(1) } : null;
}

export function contactRow({ client, name, phone, birthDate }: Person): Row {
  const attended = client.visits.filter(({ status }) => status === 'arrived');
  const spent = attended.reduce((sum, { service }) => sum + service.priceMinor, 0);
  return {
    id: client.id,
    name,
    given_name: name.split(' ')[0] ?? null,
    phone,
    birth_date: birthDate,
    categories: attended.length > 24 ? ['VIP'] : [],
    kept_fields: [],
    refuses_mailings: false,
    visits_count: attended.length,
    last_visit_at: attended.at(-1)?.startsAt ?? null,
    spent_minor: spent,
    created_at: client.firstSeen,
  };
}

export function linkRow({ client, nth }: Person): Row {
  return { branch_id: client.branchId, external_id: `${PAST_PREFIX}${nth}`, contact_id: client.id };
}

/** @param lastInboundAt null: the client never wrote */
export function addressRow({ client, address, phone }: Person, lastInboundAt: Temporal.Instant | null): Row[] {
  if (!address) return [];
  return [
    {
      id: address.id,
      contact_id: client.id,
      channel_id: address.channelId,
      channel_user_id: address.channelUserId,
      phone,
      state: 'reachable',
      last_inbound_at: lastInboundAt,
      subscribed_at: lastInboundAt && client.firstSeen,
      has_conversation: lastInboundAt !== null,
      window_until: lastInboundAt?.add({ hours: 24 }) ?? null,
      created_at: client.firstSeen,
    },
  ];
}

export function optOutRow({ client }: Person, random: Random): Row[] {
  const { optedOutAt } = client;
  if (!optedOutAt) return [];
  return [
    {
      id: random.id(optedOutAt),
      contact_id: client.id,
      scope: 'all',
      source: random.pick(['word', 'link']),
      created_at: optedOutAt,
    },
  ];
}
