import { z } from 'zod';
import { type ChannelEvent, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { At, contentOf, Message, peerOf, Person } from './inbound.ts';

const Keyboard = z.object({
  type: z.literal('inline_keyboard'),
  payload: z.object({ buttons: z.array(z.array(z.object({ text: z.string(), payload: z.string().nullish() }))) }),
});

const UPDATES = {
  message_created: z.object({ message: Message, user_locale: z.string().nullish() }),
  message_edited: z.object({ message: Message }),
  message_removed: z.object({ message_id: z.string().min(1), user_id: z.int(), timestamp: At }),
  message_callback: z.object({
    callback: z.object({
      callback_id: z.string().min(1),
      payload: z.string().nullish(),
      user: Person,
      timestamp: At.optional(),
    }),
    message: Message.nullish(),
  }),
  bot_started: z.object({
    user: Person,
    payload: z.string().nullish(),
    user_locale: z.string().nullish(),
    timestamp: At,
  }),
  bot_stopped: z.object({ user: Person, timestamp: At }),
  dialog_removed: z.object({ user: Person, timestamp: At }),
} as const;

type UpdateType = keyof typeof UPDATES;
type Update<Type extends UpdateType> = z.infer<(typeof UPDATES)[Type]>;

/** Translates one update; groups, other bots, and updates about the dialog's looks are ignored. */
export function readWebhook({ body, receivedAt }: WebhookRequest): ChannelEvent[] {
  const json = parseJson(body);
  const { update_type: type } = parse(z.object({ update_type: z.string() }), json);
  switch (type) {
    case 'message_created': {
      const { message, user_locale } = parse(UPDATES[type], json);
      return toMessage(message, { language: user_locale ?? null });
    }
    case 'message_edited':
      return toMessage(parse(UPDATES[type], json).message, { isEdit: true });
    case 'message_removed': {
      const { message_id, user_id, timestamp } = parse(UPDATES[type], json);
      const from = peerOf({ user_id, is_bot: false });
      return [{ kind: 'deleted', providerMessageId: message_id, from, at: timestamp }];
    }
    case 'message_callback':
      return toTap(parse(UPDATES[type], json), receivedAt);
    case 'bot_started':
      return toStart(parse(UPDATES[type], json));
    case 'bot_stopped':
    case 'dialog_removed': {
      const { user, timestamp } = parse(UPDATES[type], json);
      return [{ kind: 'blocked', from: peerOf(user), at: timestamp }];
    }
    default:
      return [];
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return parseOutside(body.toString('utf8'));
  } catch (cause) {
    throw new UnreadableWebhook(`Not JSON: ${String(cause)}`);
  }
}

function parse<Output>(schema: z.ZodType<Output>, json: unknown): Output {
  const read = schema.safeParse(json);
  if (!read.success) throw new UnreadableWebhook(z.prettifyError(read.error));
  return read.data;
}

function toMessage(
  message: Message,
  { language = null, isEdit = false }: { language?: string | null; isEdit?: boolean },
): ChannelEvent[] {
  const { sender, recipient, timestamp, body, link } = message;
  if (recipient.chat_type !== 'dialog' || !sender || sender.is_bot) return [];
  return [
    {
      kind: 'message',
      providerMessageId: body.mid,
      at: timestamp,
      from: peerOf(sender, language),
      ...contentOf(message),
      buttonId: null,
      quotedProviderId: link?.type === 'reply' ? (link.message?.mid ?? null) : null,
      startToken: null,
      callbackId: null,
      ...(isEdit && { isEdit: true as const }),
    },
  ];
}

function toTap({ callback, message }: Update<'message_callback'>, receivedAt: Temporal.Instant): ChannelEvent[] {
  const { callback_id, payload, user, timestamp } = callback;
  if (!payload || (message && message.recipient.chat_type !== 'dialog')) return [];
  return [
    {
      kind: 'message',
      providerMessageId: `tap:${callback_id}`,
      at: timestamp ?? receivedAt,
      from: peerOf(user),
      content: 'button',
      text: titleOf(message, payload),
      buttonId: payload,
      quotedProviderId: message?.body.mid ?? null,
      media: null,
      sharedPhone: null,
      startToken: null,
      callbackId: callback_id,
    },
  ];
}

/** The title of the tapped button, where the keyboard is included. */
function titleOf(message: Message | null | undefined, tapped: string): string | null {
  const keyboards = (message?.body.attachments ?? []).flatMap((one) => Keyboard.safeParse(one).data ?? []);
  const buttons = keyboards.flatMap(({ payload }) => payload.buttons.flat());
  return buttons.find(({ payload }) => payload === tapped)?.text ?? null;
}

/** A person who starts the bot again can be written to again. */
function toStart({ user, payload, user_locale, timestamp }: Update<'bot_started'>): ChannelEvent[] {
  const from = peerOf(user, user_locale ?? null);
  const token = /^[\w-]{1,64}$/.exec(payload ?? '')?.[0] ?? null;
  return [
    { kind: 'unblocked', from, at: timestamp },
    {
      kind: 'message',
      providerMessageId: `start:${user.user_id}:${timestamp.epochMilliseconds}`,
      at: timestamp,
      from,
      content: 'start',
      text: null,
      buttonId: null,
      quotedProviderId: null,
      media: null,
      sharedPhone: null,
      startToken: token,
      callbackId: null,
    },
  ];
}
