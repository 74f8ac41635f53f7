import type { z } from 'zod';
import { type ChannelEvent, type WebhookRequest, type Peer, UnreadableWebhook } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { classify, meaningOf } from './errors.ts';
import {
  type Contact,
  Envelope,
  type WebhookError,
  Message,
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
const STATUS = { name: 'status', shape: Status };

/** Changes of the number's rating and limit, and of the portfolio's. */
const STANDING_FIELDS: ReadonlySet<string> = new Set(['phone_number_quality_update', 'business_capability_update']);

function readChange(reading: Reading, field: string, value: unknown): void {
  if (field === 'messages') readValue(reading, value);
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
  for (const message of messages) take(reading, MESSAGE, message, (read) => toMessage(read, contacts));
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

function toMessage(message: Message, contacts: readonly z.infer<typeof Contact>[]): ChannelEvent | string {
  const from = peerOf(message, contacts);
  if (!from) return `message ${message.id}: from nobody`;
  return {
    kind: 'message',
    providerMessageId: message.id,
    at: message.timestamp,
    from,
    quotedProviderId: message.context?.id ?? null,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
    ...contentOf(message),
  };
}

/** Identifies a contact by the business-scoped id, else by the number; either may be absent. */
function peerOf({ from, from_user_id }: Message, contacts: readonly z.infer<typeof Contact>[]): Peer | null {
  const contact =
    contacts.find(({ wa_id, user_id }) => (from && wa_id === from) || (from_user_id && user_id === from_user_id)) ??
    (contacts.length === 1 ? contacts[0] : undefined);
  const number = from ?? contact?.wa_id;
  const channelUserId = from_user_id ?? contact?.user_id ?? number;
  if (!channelUserId) return null;
  const phone = number && /^\d{7,15}$/.test(number) ? `+${number}` : null;
  return { channelUserId, phone, name: contact?.profile?.name ?? null, language: null };
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
