import { z } from 'zod';
import type { TalkFacts, TalkFile, TalkMessageFacts, TalkPerson, TalkState } from '#server/connections/talk-port.ts';
import { talkIdOf } from './api-client.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';

const Id = z.number().int().positive();
const TextOrNone = z.string().nullish().catch(null);

/** Seconds since 1970, also with a fraction, or ISO 8601: the API sends the one, payloads the other. */
const Moment = z.union([z.number(), z.string()]).transform((value, context) => {
  const ms = typeof value === 'number' ? value * 1_000 : (epochMsOf(value) ?? Number.NaN);
  if (EpochSeconds.safeParse(Math.floor(ms / 1_000)).success)
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms));
  context.addIssue({ code: 'custom', message: 'a moment' });
  return z.NEVER;
});

/** @returns null for what is no moment; older versions leave out the `T` and write `UTC` */
function epochMsOf(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

const Person = z.object({
  id: Id,
  name: TextOrNone,
  phone_number: TextOrNone,
  identifier: TextOrNone,
});

const State = z.enum(['open', 'pending', 'resolved', 'snoozed']);

export const Conversation = z.object({
  id: Id,
  inbox_id: Id,
  status: State,
  meta: z
    .object({ sender: Person.nullish().catch(null) })
    .nullish()
    .catch(null),
  messages: z
    .array(z.object({ id: Id, account_id: Id.nullish() }))
    .nullish()
    .catch(null),
  last_activity_at: Moment.nullish().catch(null),
  updated_at: Moment.nullish().catch(null),
  timestamp: Moment.nullish().catch(null),
});
export type Conversation = z.output<typeof Conversation>;

const TYPES = ['incoming', 'outgoing', 'activity', 'template'] as const;

/** A number in the API, a name in payloads. */
const MessageType = z.union([
  z.enum(TYPES),
  z
    .int()
    .min(0)
    .max(3)
    .transform((index) => TYPES[index] ?? 'activity'),
]);

export const Message = z.object({
  id: Id,
  content: TextOrNone,
  message_type: MessageType,
  private: z.boolean().nullish().catch(false),
  source_id: TextOrNone,
  created_at: Moment,
  conversation_id: Id.nullish().catch(null),
  inbox_id: Id.nullish().catch(null),
  sender: z.object({ name: TextOrNone, type: TextOrNone }).nullish().catch(null),
  content_attributes: z
    .object({
      submitted_values: z
        .array(z.object({ title: z.string().catch(''), value: z.string() }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  attachments: z
    .array(z.object({ file_type: TextOrNone, data_url: TextOrNone, extension: TextOrNone }))
    .nullish()
    .catch(null),
});
export type Message = z.output<typeof Message>;

/** Begins the `source_id` of messages that we write. */
const REFERENCE = 'frontdesk:';

export const sourceIdOf = (reference: string): string => `${REFERENCE}${reference}`;

export const referenceOf = (sourceId: string | null | undefined): string | null =>
  sourceId?.startsWith(REFERENCE) ? sourceId.slice(REFERENCE.length) : null;

/** @param fallback when nothing in the conversation says when it changed */
export function toTalk(
  conversation: Conversation,
  account: number | string,
  fallback?: Temporal.Instant,
): TalkFacts | null {
  const { id, inbox_id: inboxId, status, meta, messages } = conversation;
  const moments = [conversation.last_activity_at, conversation.updated_at, conversation.timestamp, fallback].flatMap(
    (one) => one ?? [],
  );
  const changedAt = moments.toSorted((a, b) => Temporal.Instant.compare(b, a))[0];
  if (!changedAt || !meta?.sender) return null;
  const last = Math.max(0, ...(messages ?? []).map((one) => one.id));
  return {
    externalId: talkIdOf(account, id),
    inboxId: String(inboxId),
    state: status satisfies TalkState,
    person: toPerson(meta.sender),
    lastMessageId: last === 0 ? null : String(last),
    changedAt,
  };
}

function toPerson({ id, name, phone_number: phone, identifier }: z.output<typeof Person>): TalkPerson {
  return { externalId: String(id), name: name ?? '', phone: phone || null, identifier: identifier || null };
}

export function toMessage(message: Message, place: { talkId: string; inboxId: string }): TalkMessageFacts {
  const reference = referenceOf(message.source_id);
  const pressed = message.content_attributes?.submitted_values?.at(-1);
  return {
    externalId: String(message.id),
    ...place,
    author: authorOf(message, reference !== null),
    isPrivate: message.private ?? false,
    authorName: message.sender?.name ?? null,
    text: message.content ?? '',
    files: (message.attachments ?? []).flatMap(toFile),
    reference,
    ...(pressed && { pressed }),
    createdAt: message.created_at,
  };
}

/** A message that we wrote with the token of a person is not that person's. */
function authorOf({ message_type: type, sender }: Message, isOwn: boolean): TalkMessageFacts['author'] {
  if (type === 'incoming') return 'contact';
  if (type === 'activity') return 'event';
  return type === 'outgoing' && !isOwn && sender?.type?.toLowerCase() === 'user' ? 'person' : 'bot';
}

const KINDS = ['image', 'audio', 'video', 'file'] as const;

function toFile({
  file_type: type,
  data_url: url,
}: NonNullable<NonNullable<Message['attachments']>[number]>): TalkFile[] {
  if (!url) return [];
  const name = decodeURIComponentSafely(URL.parse(url)?.pathname.split('/').at(-1) ?? '');
  return [{ url, mime: null, name: name || null, kind: KINDS.find((one) => one === type) ?? 'file' }];
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
