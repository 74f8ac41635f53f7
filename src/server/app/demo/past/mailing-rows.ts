import { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import type { PastRows } from './rows.ts';
import type { Random } from './random.ts';
import type { Row, Setting } from './setting.ts';

type Words = { title: string; text: string };

/** Replies to a mailing, one of which a contact writes. */
const REPLIES: Readonly<Record<Language, readonly string[]>> = {
  ru: ['Здорово, запишите меня на субботу', 'Спасибо! А на вечер есть время?', 'Хочу, когда можно прийти?'],
  en: [
    'Lovely, book me in for Saturday',
    'Thank you! Anything free in the evening?',
    'I’d like that, when can I come?',
  ],
  pt_br: ['Que bom, marque para sábado', 'Obrigada! Tem horário à noite?', 'Quero, quando posso ir?'],
  uk: ['Чудово, запишіть мене на суботу', 'Дякую! А на вечір є час?', 'Хочу, коли можна прийти?'],
};

/** The mailing that is over, the one that was paused, and the draft. */
const TEXTS: Readonly<Record<Language, readonly [Words, Words, Words]>> = {
  ru: [
    {
      title: 'Скидка 15 % на уход',
      text: '{clientName}, до конца месяца дарим 15 % на любой уход. Записаться можно ответом на это сообщение.',
    },
    { title: 'Новые мастера', text: '{clientName}, у нас новые мастера и больше свободного времени по вечерам.' },
    { title: 'Свободные окна недели', text: '{clientName}, на этой неделе есть свободное время. Ждём вас!' },
  ],
  en: [
    {
      title: '15% off every treatment',
      text: '{clientName}, every treatment is 15% off until the end of the month. Reply to this message to book.',
    },
    { title: 'New stylists', text: '{clientName}, we have new stylists and more free evenings.' },
    { title: 'Free slots this week', text: '{clientName}, we have free slots this week. See you soon!' },
  ],
  pt_br: [
    {
      title: '15% de desconto nos tratamentos',
      text: '{clientName}, até o fim do mês todos os tratamentos têm 15% de desconto. Responda para agendar.',
    },
    { title: 'Novos profissionais', text: '{clientName}, temos novos profissionais e mais horários à noite.' },
    { title: 'Horários livres da semana', text: '{clientName}, temos horários livres nesta semana. Esperamos você!' },
  ],
  uk: [
    {
      title: 'Знижка 15 % на догляд',
      text: '{clientName}, до кінця місяця даруємо 15 % на будь-який догляд. Записатися можна відповіддю.',
    },
    { title: 'Нові майстри', text: '{clientName}, у нас нові майстри й більше вільного часу ввечері.' },
    { title: 'Вільні вікна тижня', text: '{clientName}, цього тижня є вільний час. Чекаємо на вас!' },
  ],
};

/** Shares of messages by their last status. */
const FAILED = 0.03;
const READ = 0.68;
/** Share of those who read it and reply. */
const REPLIED = 0.15;
/** Share of the contacts who are kept back to measure the effect. */
const CONTROL_PERCENT = 10;
/** The paused mailing had reached this share of its recipients. */
const REACHED = 0.4;

export type PastMailing = { id: MailingId; title: string };

/**
 * Mailings of the past to the clients of the salon: one that is over, one that was paused halfway, and a draft.
 *
 * @param tables the rows of the year; rows of mailings are added
 * @returns the mailings, whose senders are saved before the rows
 */
export function addMailings(
  tables: PastRows,
  { setting, random, now }: { setting: Setting; random: Random; now: Temporal.Instant },
): PastMailing[] {
  const [over, paused, draft] = TEXTS[setting.language];
  const people = recipientsOf(tables);
  const replies = REPLIES[setting.language];
  const made = [
    { ...over, status: 'done', daysAgo: 45, reached: 1, controlPercent: CONTROL_PERCENT },
    { ...paused, status: 'pause', daysAgo: 6, reached: REACHED, controlPercent: 0 },
    { ...draft, status: 'none', daysAgo: 1, reached: 0, controlPercent: 0 },
  ].map((past) => {
    const startedAt = atTen(now, past.daysAgo, setting.timeZone);
    return { ...past, id: MailingId.parse(random.id(startedAt)), startedAt };
  });
  for (const mailing of made) addMailing(tables, mailing, { people, replies, random });
  return made.map(({ id, title }) => ({ id, title }));
}

type Recipient = {
  contactId: string;
  name: string;
  phone: unknown;
  address: Row | undefined;
  conversation: Row | undefined;
  optedOutAt: string | null;
};

function recipientsOf(tables: PastRows): Recipient[] {
  const addresses = new Map((tables.get('contact_addresses') ?? []).map((row) => [row['contact_id'], row]));
  const conversations = new Map((tables.get('conversations') ?? []).map((row) => [row['contact_id'], row]));
  const optOuts = new Map((tables.get('opt_outs') ?? []).map((row) => [row['contact_id'], String(row['created_at'])]));
  return (tables.get('contacts') ?? []).map((row) => ({
    contactId: String(row['id']),
    name: String(row['given_name'] ?? ''),
    phone: row['phone'],
    address: addresses.get(row['id']),
    conversation: conversations.get(row['id']),
    optedOutAt: optOuts.get(row['id']) ?? null,
  }));
}

type Making = Words & {
  id: MailingId;
  status: string;
  startedAt: Temporal.Instant;
  reached: number;
  controlPercent: number;
};

function addMailing(
  tables: PastRows,
  { id, title, text, status, startedAt, reached, controlPercent }: Making,
  { people, replies, random }: { people: readonly Recipient[]; replies: readonly string[]; random: Random },
): void {
  const isDraft = status === 'none';
  const settings = MailingSettings.parse({
    audience: { type: 'conditions', conditions: {} },
    content: { texts: { default: text } },
    timing: {},
    controlPercent,
  });
  const listed = isDraft
    ? []
    : people.map((person) => ({ person, exclusion: exclusionOf(person, startedAt, controlPercent) }));
  const recipients = listed.filter(({ exclusion }) => exclusion === null).map(({ person }) => person);
  const written = recipients.slice(0, Math.round(recipients.length * reached));
  const messages = written.map((person, nth) =>
    messageRow({ id, text, person, at: startedAt.add({ seconds: nth }) }, random),
  );
  const counts: Record<string, number> = {};
  for (const { exclusion } of listed) counts[exclusion ?? ''] = (counts[exclusion ?? ''] ?? 0) + 1;
  const isOver = status === 'done';
  push(tables, 'mailings', [
    {
      id,
      title,
      status,
      mode: isDraft ? 'test' : 'combat',
      test_phones: [],
      version: 1,
      settings,
      listed_after: isDraft ? null : (people.at(-1)?.contactId ?? null),
      listed_at: isDraft ? null : startedAt,
      listed_counts: counts,
      planned_count: written.length,
      judged_sent: 0,
      judged_failed: 0,
      is_proven: !isDraft,
      started_at: isDraft ? null : startedAt,
      finished_at: isOver ? startedAt.add({ seconds: written.length + 30 }) : null,
      created_at: startedAt.subtract({ hours: 2 }),
      updated_at: startedAt,
    },
  ]);
  push(tables, 'sender_versions', [
    { sender_id: id, version: 1, title, settings, saved_at: startedAt.subtract({ hours: 2 }) },
  ]);
  const writtenIds = new Set(written.map(({ contactId }) => contactId));
  push(
    tables,
    'mailing_recipients',
    listed.map(({ person: { contactId }, exclusion }) => ({
      mailing_id: id,
      contact_id: contactId,
      exclusion,
      time_zone: '',
      is_trial: false,
      planned_at: writtenIds.has(contactId) ? startedAt : null,
    })),
  );
  push(tables, 'messages', messages);
  push(
    tables,
    'inbound_messages',
    messages.flatMap((row, nth) => {
      const person = written[nth];
      return row['replied_at'] && person ? [replyRow(row, { person, text: random.pick(replies) }, random)] : [];
    }),
  );
  push(
    tables,
    'verdicts',
    listed.flatMap(({ person, exclusion }) =>
      exclusion === 'control_group' ? [controlRow({ id, person, at: startedAt, controlPercent }, random)] : [],
    ),
  );
}

function push(tables: PastRows, table: Parameters<PastRows['get']>[0], rows: readonly Row[]): void {
  tables.set(table, [...(tables.get(table) ?? []), ...rows]);
}

function exclusionOf({ address, optedOutAt, contactId }: Recipient, at: Temporal.Instant, controlPercent: number) {
  if (optedOutAt !== null && optedOutAt < at.toString()) return 'opted_out';
  if (!address) return 'no_channel';
  return Number.parseInt(contactId.slice(-4), 16) % 100 < controlPercent ? 'control_group' : null;
}

function messageRow(
  { id: mailingId, text, person, at }: { id: MailingId; text: string; person: Recipient; at: Temporal.Instant },
  random: Random,
): Row {
  const { contactId, name, phone, address } = person;
  const arrived = random.chance(READ) ? 'read' : 'delivered';
  const status = random.chance(FAILED) ? 'failed' : arrived;
  const left = status === 'failed' ? null : at.add({ seconds: 2 });
  const read = status === 'read' ? at.add({ minutes: 2 + random.below(300) }) : null;
  const replied = read && repliesAt(person, read.add({ minutes: 1 + random.below(90) }), random);
  const body = text.replace('{clientName}', name);
  const id = random.id(at);
  return {
    id,
    sender_id: mailingId,
    sender_version: 1,
    occasion_key: contactId,
    visit_id: null,
    subject_kind: null,
    subject_id: null,
    step: 1,
    occurrence: 1,
    test_phone: '',
    contact_id: contactId,
    channel_id: address?.['channel_id'],
    fallback_channel_ids: [],
    address_id: address?.['id'],
    recipient: phone,
    is_test: false,
    is_marketing: true,
    is_counted: true,
    was_replied: false,
    priority: PRIORITY.bulk,
    due_at: at,
    status,
    reason: status === 'failed' ? 'recipient_invalid' : null,
    body,
    content: { text: body, image: null, buttons: [], templates: [] },
    sent_buttons: [],
    provider_message_id: left && `past.${id}`,
    former_provider_ids: [],
    attempts: 1,
    planned_at: at,
    accepted_at: left,
    sent_at: left,
    delivered_at: left?.add({ seconds: 3 }) ?? null,
    read_at: read,
    replied_at: replied,
    failed_at: status === 'failed' ? at : null,
    updated_at: replied ?? read ?? at,
  };
}

/** When a contact replies, if they do: only before the last words of their conversation, which its list shows. */
function repliesAt({ conversation }: Recipient, at: Temporal.Instant, random: Random): Temporal.Instant | null {
  const last = conversation && Temporal.Instant.from(String(conversation['last_inbound_at']));
  return random.chance(REPLIED) && last && isBefore(at, last) ? at : null;
}

function replyRow(
  message: Row,
  { person: { contactId, conversation }, text }: { person: Recipient; text: string },
  random: Random,
): Row {
  const at = Temporal.Instant.from(String(message['replied_at']));
  const id = random.id(at);
  return {
    id,
    conversation_id: conversation?.['id'],
    contact_id: contactId,
    channel_id: message['channel_id'],
    provider_message_id: `past.${id}`,
    kind: 'text',
    text,
    button_id: null,
    quoted_provider_id: null,
    sent_at: at,
    received_at: at,
    handled_at: at,
  };
}

/** The decision to keep a contact back. */
function controlRow(
  {
    id,
    person,
    at,
    controlPercent,
  }: { id: MailingId; person: Recipient; at: Temporal.Instant; controlPercent: number },
  random: Random,
): Row {
  return {
    id: random.id(at),
    decided_at: at,
    until: null,
    sender_id: id,
    sender_version: 1,
    step: 1,
    occurrence: 1,
    subject_id: person.contactId,
    visit_id: null,
    contact_id: person.contactId,
    message_id: null,
    subject_kind: 'contact',
    stage: 'plan',
    outcome: 'skipped',
    rule: 'control_group',
    compared: { controlPercent },
  };
}

/** Ten in the morning, some days ago. */
function atTen(now: Temporal.Instant, daysAgo: number, timeZone: string): Temporal.Instant {
  const day = now.toZonedDateTimeISO(timeZone).subtract({ days: daysAgo });
  return day.round({ smallestUnit: 'day', roundingMode: 'floor' }).add({ hours: 10 }).toInstant();
}
