import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, PastedSecret } from './primitives.ts';
import { CHANNEL_KIND_NAMES, CHANNEL_TROUBLES, TEMPLATE_MEDIA } from './values.ts';

export const ChannelId = z.uuid().brand<'ChannelId'>();
export type ChannelId = z.infer<typeof ChannelId>;

export const ChannelKind = z.enum(CHANNEL_KIND_NAMES);
export type ChannelKind = z.infer<typeof ChannelKind>;

/** The specification's instance states, to the letter; `GotQrCode` and `loading` are of channels that are scanned. */
export const ChannelState = z.enum(['init', 'loading', 'GotQrCode', 'Authorized', 'NotAuthorized', 'error']);
export type ChannelState = z.infer<typeof ChannelState>;

/** Why a channel or a check of its credentials is not well; texts are in the locales. */
export const ChannelTrouble = z.enum(CHANNEL_TROUBLES);
export type ChannelTrouble = z.infer<typeof ChannelTrouble>;

/** A sender the tenant owns. Its credentials are never read out. */
export const Channel = z.object({
  id: ChannelId,
  kind: ChannelKind,
  title: z.string(),
  /** E.164 of a number, `@username` of a bot. */
  address: z.string(),
  state: ChannelState,
  trouble: ChannelTrouble.nullable(),
  /** What the provider said, in its words. */
  troubleText: z.string().nullable(),
  stateChangedAt: Instant,
  /** When the provider was last asked how the channel is, whatever it answered; what it found is the trouble. */
  lastCheckedAt: Instant.nullable(),
  /** It did not answer then. */
  isCheckUnanswered: z.boolean(),
  /** Until then the provider wants nothing to be sent: too much came at once. */
  restsUntil: Instant.nullable(),
  lastInboundAt: Instant.nullable(),
  lastSentAt: Instant.nullable(),
  /** Webhooks of the last 7 days that could not be read. */
  unreadableCount: z.int(),
  /** Messages that are due and wait for the channel. */
  waitingCount: z.int(),
  /** Link a customer opens to start a conversation, where the channel needs her to begin. */
  startUrl: z.string().nullable(),
  createdAt: Instant,
});
export type Channel = z.infer<typeof Channel>;

/** What a template's header is filled with beside words. */
export const TemplateMedia = z.enum(TEMPLATE_MEDIA);
export type TemplateMedia = z.infer<typeof TemplateMedia>;

/** A template the provider approved, or may yet. Only `approved` can be sent. */
export const ChannelTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** The provider's status in lower case: approved, pending, rejected, paused, disabled, … */
  status: z.string(),
  reason: z.string().nullable(),
  body: z.string(),
  /** Places of the body, `{{1}}` and on. */
  parameterCount: z.int(),
  /** What its header wants of the message; null: nothing. */
  media: TemplateMedia.nullable(),
  /** Whether words for the body, and its media, are all it wants; else it has a video, say, or a link with a place, which flows do not fill. */
  isFillable: z.boolean(),
  buttons: z.array(z.object({ type: z.string(), text: z.string() })),
});
export type ChannelTemplate = z.infer<typeof ChannelTemplate>;

export const UnreadableWebhook = z.object({ receivedAt: Instant, problem: z.string(), body: z.string() });

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/v1/channels',
  access: 'member',
  summary: 'Channels of the cabinet, in the order they are preferred.',
  query: z.object({ kind: ChannelKind.optional() }),
  reply: z.object({ channels: z.array(Channel) }),
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:channelId',
  access: 'member',
  summary: 'One channel with its health.',
  params: z.object({ channelId: ChannelId }),
  reply: Channel.extend({ templates: z.array(ChannelTemplate), unreadable: z.array(UnreadableWebhook) }),
  problems: ['channel.not_found'],
});

/** How a first connection may be refused, whatever the kind. */
const CONNECT_PROBLEMS = [
  'channel.check_failed',
  'channel.already_connected',
  'channel.connected_elsewhere',
  'channel.limit_reached',
  'provider.unreachable',
] as const;

/** `channel.check_failed` carries `{ trouble, text }`: what to mend, and the provider's words. */
export const connectDialog360 = endpoint({
  method: 'POST',
  path: '/api/v1/channels/dialog360',
  access: 'owner',
  summary:
    'Connects a WhatsApp Business number by its 360dialog API key: checks the key, registers the webhook, reads the templates.',
  ratePerMinute: 20,
  body: z.object({
    title: z.string().trim().min(1, { error: 'required' }).max(120),
    apiKey: PastedSecret,
    /** The number as customers see it: the provider does not tell it to a key. */
    phone: z.string().trim().min(1, { error: 'required' }).max(40),
  }),
  reply: Channel,
  problems: CONNECT_PROBLEMS,
});

export const connectTelegramBot = endpoint({
  method: 'POST',
  path: '/api/v1/channels/telegram-bot',
  access: 'owner',
  summary: "Connects a Telegram bot by its token: checks it and registers the bot's webhook.",
  ratePerMinute: 20,
  body: z.object({
    title: z.string().trim().max(120).optional(),
    token: PastedSecret,
  }),
  reply: Channel,
  problems: CONNECT_PROBLEMS,
});

/** Gives a channel new credentials, after the provider refused the old ones. Its conversations stay. */
export const reconnectChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/reconnect',
  access: 'owner',
  summary: 'Replaces the credentials of a channel, or checks the present ones again when none are given.',
  params: z.object({ channelId: ChannelId }),
  body: z.object({ secret: PastedSecret.optional() }),
  reply: Channel,
  problems: ['channel.not_found', 'channel.connected_elsewhere', 'channel.check_failed', 'provider.unreachable'],
});

export const renameChannel = endpoint({
  method: 'PATCH',
  path: '/api/v1/channels/:channelId',
  access: 'owner',
  summary: 'Renames a channel.',
  params: z.object({ channelId: ChannelId }),
  body: z.object({ title: z.string().trim().min(1, { error: 'required' }).max(120) }),
  reply: Channel,
  problems: ['channel.not_found'],
});

export const removeChannel = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/:channelId',
  access: 'owner',
  summary: 'Disconnects a channel; what waited on it waits for another channel or lapses.',
  params: z.object({ channelId: ChannelId }),
  problems: ['channel.not_found'],
});

/** For Undo. */
export const restoreChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/restore',
  access: 'owner',
  summary: 'Takes a removal back.',
  params: z.object({ channelId: ChannelId }),
  reply: Channel,
  problems: [
    'channel.not_found',
    'channel.already_connected',
    'channel.connected_elsewhere',
    'channel.limit_reached',
    'channel.check_failed',
    'provider.unreachable',
  ],
});

export const syncChannelTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/templates/sync',
  access: 'member',
  summary: "Reads the provider's templates again.",
  params: z.object({ channelId: ChannelId }),
  reply: z.object({ templates: z.array(ChannelTemplate) }),
  problems: ['channel.not_found', 'channel.check_failed', 'provider.unreachable'],
});
