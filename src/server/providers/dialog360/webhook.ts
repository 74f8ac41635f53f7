import type { z } from 'zod';
import { messageOf, ownMessageOf } from '#server/channels/message-port.ts';
import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { classify, meaningOf } from './errors.ts';
import {
  type Contact,
  Echo,
  Envelope,
  type WebhookError,
  Message,
  Preference,
  Status,
  TemplateCategoryUpdate,
  TemplateQualityUpdate,
  TemplateUpdate,
  Value,
} from './webhook-shapes.ts';
import { toTemplateCategory, toTemplateQuality, toTemplateStatus } from './template-events.ts';
import { contentOf } from './inbound.ts';

/** Results so far; an unreadable part is named, and the others count. */
type Reading = { events: ChannelEvent[]; problems: string[] };

/** Parses a webhook of 360dialog or Meta: the enveloped shape, or the bare one of old 360dialog accounts. */
export function readWebhook({ body }: WebhookRequest): ChannelEvent[] {
  const json = parseJson(body);
  const reading: Reading = { events: [], problems: [] };
  const envelope = Envelope.safeParse(json);
  if (envelope.success) {
    for (const { changes } of envelope.data.entry) {
      for (const { field, value } of changes) readChange(reading, field, value);
    }
  } else if (isBare(json)) {
    readValue(reading, json);
  } else {
    throw new UnreadableWebhook('Neither entry nor messages, statuses or errors');
  }
  if (reading.problems.length > 0) throw new UnreadableWebhook(reading.problems.join('; '), reading.events);
  return reading.events;
}

function parseJson(body: Buffer): unknown {
  try {
    return parseOutside(body.toString('utf8'));
  } catch (cause) {
    throw new UnreadableWebhook(`Not JSON: ${String(cause)}`);
  }
}

function isBare(json: unknown): boolean {
  return typeof json === 'object' && json !== null && ['messages', 'statuses', 'errors'].some((key) => key in json);
}

const TEMPLATE = { name: 'template', shape: TemplateUpdate };
const TEMPLATE_QUALITY = { name: 'template quality', shape: TemplateQualityUpdate };
const TEMPLATE_CATEGORY = { name: 'template category', shape: TemplateCategoryUpdate };
const MESSAGE = { name: 'message', shape: Message };
const ECHO = { name: 'echo', shape: Echo };
const PREFERENCE = { name: 'preference', shape: Preference };
const STATUS = { name: 'status', shape: Status };

/** Changes of the number's rating and limit, and of the portfolio's. */
const STANDING_FIELDS: ReadonlySet<string> = new Set(['phone_number_quality_update', 'business_capability_update']);

/** Changes that concern contacts: what they wrote, what was written to them in the app, and what they chose. */
const CONTACT_FIELDS: ReadonlySet<string> = new Set([
  'messages',
  'smb_message_echoes',
  'message_echoes',
  'user_preferences',
]);

function readChange(reading: Reading, field: string, value: unknown): void {
  if (CONTACT_FIELDS.has(field)) readValue(reading, value);
  if (STANDING_FIELDS.has(field)) reading.events.push({ kind: 'standing' });
  if (field === 'message_template_status_update') take(reading, TEMPLATE, value, toTemplateStatus);
  if (field === 'message_template_quality_update') take(reading, TEMPLATE_QUALITY, value, toTemplateQuality);
  if (field === 'template_category_update') take(reading, TEMPLATE_CATEGORY, value, toTemplateCategory);
}

function readValue(reading: Reading, json: unknown): void {
  const value = Value.safeParse(json);
  if (!value.success) {
    reading.problems.push(problemOf('value', value.error));
    return;
  }
  const { contacts = [], messages = [], statuses = [], errors = [] } = value.data;
  const { message_echoes: echoes = [], user_preferences: preferences = [] } = value.data;
  for (const message of messages) take(reading, MESSAGE, message, (read) => toMessage(read, contacts));
  for (const echo of echoes) take(reading, ECHO, echo, toOwnMessage);
  for (const preference of preferences)
    take(reading, PREFERENCE, preference, (read) => toMarketingChoice(read, contacts));
  for (const status of statuses) take(reading, STATUS, status, toStatus);
  for (const error of errors) {
    const event = toTrouble(error);
    if (event) reading.events.push(event);
  }
}

/** @param toEvent returns null for irrelevant parts, and a text for invalid ones */
function take<Shape extends z.ZodType>(
  reading: Reading,
  { name, shape }: { name: string; shape: Shape },
  json: unknown,
  toEvent: (read: z.output<Shape>) => ChannelEvent | string | null,
): void {
  const read = shape.safeParse(json);
  const event = read.success ? toEvent(read.data) : problemOf(name, read.error);
  if (typeof event === 'string') reading.problems.push(event);
  else if (event) reading.events.push(event);
}

const problemOf = (name: string, error: z.ZodError) =>
  `${name}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')}`;

type Contacts = readonly z.infer<typeof Contact>[];

/** Types that say nothing to the business: the contact only opened the chat. */
const SILENT_TYPES: ReadonlySet<string> = new Set(['request_welcome']);

/** A message in a group is dropped: it is not for the business alone. */
function toMessage(message: Message, contacts: Contacts): ChannelEvent | string | null {
  if (message.group_id !== undefined || SILENT_TYPES.has(message.type)) return null;
  const { id, timestamp: at, revoke, edit, context } = message;
  const from = peerOf({ number: message.from, userId: message.from_user_id }, contacts);
  if (!from) return `message ${id}: from nobody`;
  if (message.type === 'revoke')
    return revoke ? { kind: 'deleted', providerMessageId: revoke.original_message_id, from, at } : null;
  if (message.type === 'edit' && edit) {
    const about = { providerMessageId: edit.original_message_id, at, from, isEdit: true } as const;
    return messageOf(about, contentOf(edit.message, undefined));
  }
  if (message.type === 'reaction' && message.reaction && !message.reaction.emoji) return null;
  return newNumberOf(message, from) ?? messageOf({ providerMessageId: id, at, from }, contentOf(message, context?.id));
}

function newNumberOf({ system, timestamp: at }: Message, from: Peer): ChannelEvent | null {
  if (system?.type !== 'user_changed_number' && system?.type !== 'customer_changed_number') return null;
  const to = peerOf({ number: system.new_wa_id ?? system.wa_id, userId: system.user_id }, []);
  const isSame = !to || to.channelUserId === from.channelUserId;
  return isSame ? null : { kind: 'number_changed', from, to: { ...to, name: from.name }, at };
}

/** A message of a person of the business in the app, to one contact. */
function toOwnMessage(echo: Echo): ChannelEvent | string | null {
  if (echo.group_id !== undefined) return null;
  const { id, timestamp: at, revoke, edit, context } = echo;
  const to = peerOf({ number: echo.to, userId: echo.to_user_id }, []);
  if (!to) return `echo ${id}: to nobody`;
  if (echo.type === 'revoke')
    return revoke ? { kind: 'deleted', providerMessageId: revoke.original_message_id, from: to, at } : null;
  if (echo.type === 'edit' && edit) {
    const about = { providerMessageId: edit.original_message_id, at, to, isEdit: true } as const;
    return ownMessageOf(about, contentOf(edit.message, undefined));
  }
  return ownMessageOf({ providerMessageId: id, at, to }, contentOf(echo, context?.id));
}

const CHOICES: Readonly<Record<string, 'marketing_stopped' | 'marketing_resumed'>> = {
  stop: 'marketing_stopped',
  resume: 'marketing_resumed',
};

function toMarketingChoice(
  { wa_id, user_id, category, value, timestamp: at }: Preference,
  contacts: Contacts,
): ChannelEvent | string | null {
  const kind = CHOICES[value.toLowerCase()];
  if (!kind || category !== 'marketing_messages') return null;
  const from = peerOf({ number: wa_id, userId: user_id }, contacts);
  return from ? { kind, from, at } : 'preference: of nobody';
}

/** Identifies a contact by the business-scoped id, else by the number; either may be absent. */
function peerOf(
  { number: from, userId }: { number: string | undefined; userId: string | undefined },
  contacts: Contacts,
): Peer | null {
  const contact =
    contacts.find(({ wa_id, user_id }) => (from && wa_id === from) || (userId && user_id === userId)) ??
    (contacts.length === 1 ? contacts[0] : undefined);
  const number = from ?? contact?.wa_id;
  const channelUserId = userId ?? contact?.user_id ?? number;
  if (!channelUserId) return null;
  const phone = number && /^\d{7,15}$/.test(number) ? `+${number}` : null;
  const aliases = number && number !== channelUserId ? { aliases: [number] } : {};
  return { channelUserId, ...aliases, phone, name: contact?.profile?.name ?? null, language: null };
}

const STATUSES: Readonly<Record<string, Extract<ChannelEvent, { kind: 'status' }>['status']>> = {
  accepted: 'accepted',
  held_for_quality_assessment: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

function toStatus({ id, status, timestamp, biz_opaque_callback_data, errors }: Status): ChannelEvent | null {
  const known = STATUSES[status];
  if (!known) return null;
  const error = known === 'failed' ? errors?.[0] : undefined;
  const meaning = error && classify({ status: 400, code: error.code, text: error.message ?? '' });
  return {
    kind: 'status',
    providerMessageId: id,
    reference: biz_opaque_callback_data ?? null,
    status: known,
    at: timestamp,
    errorClass: meaning?.errorClass ?? null,
    code: error ? String(error.code) : null,
    text: error ? textOf(error) : null,
    retryAfterMs: meaning?.retryAfterMs ?? null,
  };
}

/** An error without a message concerns the number itself; only one that stops it is returned. */
function toTrouble(error: WebhookError): ChannelEvent | null {
  const errorClass = meaningOf(error.code)?.errorClass;
  if (errorClass === 'auth') return { kind: 'channel', trouble: 'wrong_key', text: textOf(error) };
  if (errorClass === 'account_blocked') return { kind: 'channel', trouble: 'blocked', text: textOf(error) };
  if (errorClass === 'quota') return { kind: 'channel', trouble: 'payment_needed', text: textOf(error) };
  return null;
}

/** The vendor's words; its details often repeat the title. */
const textOf = ({ title, message, error_data }: WebhookError) =>
  [...new Set([title ?? message, error_data?.details])].filter(Boolean).join(': ') || null;
