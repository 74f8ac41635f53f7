import {
  nameOf,
  plain,
  LONGEST_LINE,
  type ReadChat,
  type ReadFileOfChats,
  type ReadLine,
  type UnreadLine,
  unreadLine,
} from './chat-rules.ts';

type Fields = Readonly<Record<string, unknown>>;

const MESSAGES = ['messages', 'dialog', 'dialogue', 'lines', 'items', 'history', 'transcript', 'conversation'];
const CHATS = ['chats', 'dialogs', 'dialogues', 'conversations', 'talks', 'threads', 'list', 'data', 'result'];
const SPEAKER = [
  'from',
  'author',
  'sender',
  'name',
  'speaker',
  'user',
  'username',
  'from_name',
  'sender_name',
  'role',
  'side',
  'direction',
];
const TEXT = ['text', 'message', 'body', 'content', 'words', 'msg'];
const TIME = [
  'at',
  'date',
  'time',
  'timestamp',
  'datetime',
  'created_at',
  'createdAt',
  'sent_at',
  'sentAt',
  'date_unixtime',
  'dateTime',
];
const TITLE = ['title', 'name', 'client', 'customer', 'contact', 'chat', 'subject', 'id'];
const SIDE = ['role', 'side', 'direction', 'author_type', 'sender_type', 'type'];

const STAFF_SIDE =
  /^(?:assistant|operator|agent|employee|staff|manager|admin|business|bot|out|outgoing|outbound|оператор|сотрудник|менеджер|бот)$/iu;
const CLIENT_SIDE =
  /^(?:client|customer|visitor|user|guest|contact|in|incoming|inbound|клиент|гость|cliente|клієнт)$/iu;

/** Levels of objects in which chats are looked for. */
const MOST_LEVELS = 8;

/** Reads an array of chats or of messages, and the export of Telegram. Null: it is no JSON. */
export function readJson(text: string): Omit<ReadFileOfChats, 'format'> | null {
  const value = parsed(text);
  if (value === undefined) return null;
  const unread: UnreadLine[] = [];
  const chats = chatsIn(value, '', unread, MOST_LEVELS).filter(({ lines }) => lines.length > 0);
  return { chats, unread };
}

/** JSON, or one value in each line. */
function parsed(text: string): unknown {
  const whole = valueOf(text);
  if (whole !== undefined && whole !== null && typeof whole === 'object') return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.trim().startsWith('{'))) return undefined;
  return lines.map((line) => valueOf(line) ?? line);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const first = (fields: Fields, keys: readonly string[]): unknown => {
  const key = keys.find((one) => fields[one] !== undefined && fields[one] !== null && fields[one] !== '');
  return key === undefined ? undefined : fields[key];
};

const isMessage = (value: unknown): boolean =>
  isFields(value) && first(value, TEXT) !== undefined && !MESSAGES.some((key) => Array.isArray(value[key]));

function chatsIn(value: unknown, title: string, unread: UnreadLine[], levels: number): ReadChat[] {
  if (levels === 0) return [];
  if (Array.isArray(value)) {
    if (value.some(isMessage)) return chatsOfMessages(value, title, unread);
    return value.flatMap((one: unknown) => chatsIn(one, title, unread, levels - 1));
  }
  if (!isFields(value)) return [];
  const messages = MESSAGES.map((key) => value[key]).find((one) => Array.isArray(one) && one.length > 0);
  if (messages !== undefined) return chatsIn(messages, titleOf(value) || title, unread, levels - 1);
  const inner = CHATS.map((key) => value[key]).find((one) => typeof one === 'object' && one !== null);
  return inner === undefined ? [] : chatsIn(inner, title, unread, levels - 1);
}

const titleOf = (fields: Fields): string => {
  const title = first(fields, TITLE);
  return nameOf(isFields(title) ? wordOf(first(title, ['name', 'title', 'phone', 'id'])) : wordOf(title));
};

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

const CHAT_KEYS = ['chat_id', 'chatId', 'dialog_id', 'dialogId', 'conversation_id', 'conversationId', 'thread_id'];

/** Messages of one chat, or of several that each message names. */
function chatsOfMessages(values: readonly unknown[], title: string, unread: UnreadLine[]): ReadChat[] {
  const chats = new Map<string, ReadLine[]>();
  for (const [index, value] of values.entries()) {
    const line = lineOf(value);
    if (line === 'unread') unread.push(unreadLine(index + 1, JSON.stringify(value) ?? ''));
    if (typeof line === 'string') continue;
    const chat = isFields(value) ? wordOf(first(value, CHAT_KEYS)) : '';
    const lines = chats.get(chat);
    if (lines) lines.push(line);
    else chats.set(chat, [line]);
  }
  return [...chats].map(([chat, lines]) => ({ title: title || nameOf(chat), lines: inOrder(lines) }));
}

function lineOf(value: unknown): ReadLine | 'unread' | 'empty' {
  if (!isFields(value)) return 'unread';
  const text = plain(textOf(first(value, TEXT)))
    .trim()
    .slice(0, LONGEST_LINE);
  const isNote = value['type'] === 'service' || value['type'] === 'system';
  if (text === '') return isFileOrNote(value) ? 'empty' : 'unread';
  const isStaff = staffOf(SIDE.map((key) => wordOf(value[key])));
  const speaker = nameOf(speakerOf(first(value, SPEAKER)));
  if (speaker === '' && !isNote) return 'unread';
  return { speaker: isNote ? '' : speaker, text, at: timeOf(value), isNote, isStaff: isNote ? null : isStaff };
}

/** Null: the words of a message do not say on which side it is. */
function staffOf(sides: readonly string[]): boolean | null {
  if (sides.some((one) => STAFF_SIDE.test(one))) return true;
  return sides.some((one) => CLIENT_SIDE.test(one)) ? false : null;
}

const isFileOrNote = (fields: Fields): boolean =>
  ['text', 'type', 'file', 'photo', 'media_type', 'media', 'attachments'].some((key) => fields[key] !== undefined);

const speakerOf = (value: unknown): string =>
  isFields(value) ? wordOf(first(value, ['name', 'first_name', 'username', 'title', 'id'])) : wordOf(value);

/** Telegram writes a text with links as parts. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('');
  return isFields(value) ? textOf(first(value, ['text', 'body', 'content'])) : wordOf(value);
}

const MILLISECONDS_FROM = 100_000_000_000;

function timeOf(fields: Fields): string | null {
  const unix = fields['date_unixtime'];
  const value = unix === undefined ? first(fields, TIME) : Number(unix);
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}$/u.test(value))) {
    const number = Number(value);
    if (!Number.isFinite(number) || number <= 0) return null;
    const milliseconds = number < MILLISECONDS_FROM ? number * 1_000 : number;
    return attempt(() => Temporal.Instant.fromEpochMilliseconds(Math.round(milliseconds)).toString());
  }
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/u, '$1T');
  return (
    attempt(() => Temporal.Instant.from(text).toString()) ?? attempt(() => Temporal.PlainDateTime.from(text).toString())
  );
}

function attempt(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Sorts lines by time where each of them has one of the same sort. */
function inOrder(lines: ReadLine[]): ReadLine[] {
  const areTimed = lines.every(({ at }) => at !== null && at.endsWith('Z') === lines[0]?.at?.endsWith('Z'));
  const key = ({ at }: ReadLine) => (at ?? '').replace('Z', '');
  return areTimed
    ? lines.toSorted((one, other) => Number(key(one) > key(other)) - Number(key(one) < key(other)))
    : lines;
}
