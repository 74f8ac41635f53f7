import type { SenderId } from '#contract/senders/calls.ts';
import { searchable, writtenPart } from '#server/conversations/threads/rules.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { assistantExchangesOf } from './assistant-rows.ts';
import { conversationDayRows, conversationRow, exchangesOf } from './conversation-rows.ts';
import {
  answersOf,
  bodyOf,
  flowOf,
  isAgainst,
  messageRow,
  verdictRow,
  visitOccasion,
  visitWords,
} from './message-rows.ts';
import { rowsOfGuest } from './order-rows.ts';
import type { GuestHistory } from './orders-year.ts';
import { addressRow, contactRow, linkRow, optOutRow, toPerson } from './people-rows.ts';
import type { Random } from './random.ts';
import { PAST_PREFIX, type Row, type Setting } from './setting.ts';
import type { PastVisit, ClientHistory } from './year.ts';

/** Rows by table, tables that others reference first. */
export type PastRows = Map<keyof DB & string, Row[]>;

const TABLES = [
  'contacts',
  'contact_links',
  'contact_addresses',
  'opt_outs',
  'visits',
  'orders',
  'carts',
  'api_events',
  'mailings',
  'sender_versions',
  'mailing_recipients',
  'messages',
  'verdicts',
  'conversations',
  'inbound_messages',
  'assistant_turns',
  'conversation_days',
  'searched_texts',
  'message_tallies',
  'skip_tallies',
  'reviews',
] as const;

type Making = { setting: Setting; random: Random; now: Temporal.Instant; chatbotId: SenderId };

/** Rows of a year, one contact after another, so that a caller can pause between them. */
export function* toRows(
  histories: Iterable<ClientHistory>,
  guests: Iterable<GuestHistory>,
  making: Making,
): Generator<void, PastRows> {
  const rows: PastRows = new Map(TABLES.map((table) => [table, []]));
  const add = (ofContact: Partial<Record<keyof DB, Row[]>>) => {
    for (const [table, some] of Object.entries(ofContact)) rows.get(table as (typeof TABLES)[number])?.push(...some);
  };
  let nth = 0;
  for (const history of histories) {
    add(rowsOfClient(history, nth++, making));
    yield;
  }
  for (const guest of guests) {
    add(rowsOfGuest(guest, toPerson(guest.client, nth++, making.setting, making.random), making));
    yield;
  }
  return rows;
}

/** Adds the counts that the product keeps beside the ledger. */
export function countRows(rows: PastRows, setting: Setting): void {
  const [messages, verdicts] = [rows.get('messages') ?? [], rows.get('verdicts') ?? []];
  rows.set('message_tallies', tallies(messages, verdicts));
  rows.set('skip_tallies', skipTallies(verdicts, setting));
}

/** Adds what clients and the chatbot wrote to the texts that are searched. */
export function addSearchedTexts(rows: PastRows): void {
  const conversations = new Map((rows.get('conversations') ?? []).map((row) => [row['contact_id'], row['id']]));
  const answers = (rows.get('messages') ?? []).filter((row) => row['priority'] === PRIORITY.answer);
  const written = [
    ...(rows.get('inbound_messages') ?? []).map((row) => ({
      row,
      direction: 'in',
      text: row['text'],
      at: row['received_at'],
    })),
    ...answers.map((row) => ({ row, direction: 'out', text: row['body'], at: row['sent_at'] })),
  ];
  rows.set(
    'searched_texts',
    written.flatMap(({ row, direction, text, at }): Row[] => {
      const conversationId = conversations.get(row['contact_id']);
      if (conversationId === undefined || typeof text !== 'string' || text.trim() === '') return [];
      const searched = { text: searchable(text), written: writtenPart(text) };
      return [{ id: row['id'], conversation_id: conversationId, direction, ...searched, at }];
    }),
  );
}

function rowsOfClient(
  { client, messages }: ClientHistory,
  nth: number,
  making: Making,
): Partial<Record<keyof DB, Row[]>> {
  const { setting, random } = making;
  const person = toPerson(client, nth, setting, random);
  const decided = messages.flatMap((message) => {
    const flow = flowOf(message, setting);
    return flow ? [{ message, flow }] : [];
  });
  const sent = decided.filter(({ message }) => !isAgainst(message));
  const conversationId = random.id(client.firstSeen);
  const confirmed = new Set(messages.flatMap(({ visit, reply }) => (reply?.answer === 'confirm' ? [visit.id] : [])));
  const replied = sent.map(({ message }) => message);
  const exchanges = [
    ...exchangesOf(replied, person, conversationId, making),
    ...assistantExchangesOf(person, { ...making, conversationId }),
  ].toSorted((one, other) => compareInstants(one.at, other.at));
  const answers = exchanges.flatMap(({ answer }): Row[] => (answer ? [answer] : []));
  return {
    contacts: [contactRow(person)],
    contact_links: [linkRow(person)],
    contact_addresses: addressRow(person, exchanges.at(-1)?.at ?? null),
    opt_outs: optOutRow(person, random),
    visits: client.visits.map((visit, nth) => visitRow(visit, nth, confirmed.has(visit.id))),
    messages: [
      ...sent.map(({ message, flow }) => {
        const body = bodyOf(visitWords(message, setting), flow, person, setting);
        const buttons = message.kind === 'visit_reminder' ? answersOf(message, setting) : [];
        return messageRow(message, { ...visitOccasion(message, flow), body, answers: buttons }, flow, person);
      }),
      ...answers,
    ],
    verdicts: decided.map(({ message, flow }) =>
      verdictRow(message, visitOccasion(message, flow), flow, random.id(message.at)),
    ),
    conversations: conversationRow(conversationId, person, exchanges),
    inbound_messages: exchanges.map(({ inbound }) => inbound),
    assistant_turns: exchanges.flatMap(({ turn }): Row[] => (turn ? [turn] : [])),
    conversation_days: conversationDayRows(conversationId, exchanges, setting.timeZone),
  };
}

function visitRow(visit: PastVisit, nth: number, wasConfirmed: boolean): Row {
  const { service, status, bookedAt, startsAt } = visit;
  return {
    id: visit.id,
    branch_id: visit.branchId,
    external_id: `${PAST_PREFIX}${visit.id}`,
    contact_id: visit.clientId,
    master_id: visit.master.id,
    service_ids: service.id === null ? [] : [service.id],
    service_titles: [service.title],
    starts_at: startsAt,
    duration_minutes: service.minutes,
    status,
    status_text: '',
    total_minor: service.priceMinor,
    comment: '',
    is_first: nth === 0,
    is_online: visit.isOnline,
    was_confirmed: wasConfirmed,
    time_version: 1,
    revision: 1,
    source_created_at: bookedAt,
    source_changed_at: startsAt,
    recorded_at: bookedAt,
  };
}

/** No process has this id: the sweep adds these counts to those of the running product. */
const COUNTED_BY = -1;

/** Counts of messages by sender and status, as the product keeps them beside the ledger. */
function tallies(messages: readonly Row[], verdicts: readonly Row[]): Row[] {
  const counted = [
    ...messages.map((row) => ({
      sender: row['sender_id'],
      status: row['status'],
      isReplied: Boolean(row['replied_at']),
    })),
    ...verdicts
      .filter((row) => row['outcome'] === 'skipped')
      .map((row) => ({ sender: row['sender_id'], status: 'decided_against', isReplied: false })),
  ];
  const groups = Map.groupBy(counted, ({ sender, status }) => `${String(sender)} ${String(status)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const replied = group.filter(({ isReplied }) => isReplied).length;
    return [{ sender_id: first.sender, status: first.status, counted_by: COUNTED_BY, count: group.length, replied }];
  });
}

function skipTallies(verdicts: readonly Row[], { timeZone }: Setting): Row[] {
  const skipped = verdicts.filter((row) => row['outcome'] === 'skipped');
  const counted = skipped.map((row) => {
    const at = Temporal.Instant.from(String(row['decided_at']));
    return {
      sender: row['sender_id'],
      rule: row['rule'],
      day: at.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    };
  });
  const groups = Map.groupBy(counted, ({ sender, rule, day }) => `${day} ${String(sender)} ${String(rule)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first
      ? [{ day: first.day, sender_id: first.sender, rule: first.rule, counted_by: COUNTED_BY, count: group.length }]
      : [];
  });
}
