import { z } from 'zod';
import { CREDENTIAL_SCHEMAS } from '#contract/connections/credential-schemas.ts';
import type { CredentialShape } from '#contract/connections/credentials.ts';
import { type AbsentName, CHANNEL_KIND_NAMES, type CredentialName, declarationOf } from './kinds.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PastedSecret } from '#contract/primitives.ts';
import { CHANNEL_TROUBLES } from './values.ts';

export const ChannelId = z.uuid().brand<'ChannelId'>();
export type ChannelId = z.infer<typeof ChannelId>;

export const ChannelKind = z.enum(CHANNEL_KIND_NAMES);
export type ChannelKind = z.infer<typeof ChannelKind>;

/**
 * The specification's instance states, to the letter; `GotQrCode` and `loading` are for channels connected by QR code.
 */
export const ChannelState = z.enum(['init', 'loading', 'GotQrCode', 'Authorized', 'NotAuthorized', 'error']);
export type ChannelState = z.infer<typeof ChannelState>;

/** The problem of a channel or of its credentials; texts are in the locales. */
export const ChannelTrouble = z.enum(CHANNEL_TROUBLES);
export type ChannelTrouble = z.infer<typeof ChannelTrouble>;

/** A sender the tenant owns. Its credentials are never returned. */
export const Channel = z.object({
  id: ChannelId,
  kind: ChannelKind,
  title: z.string(),
  /** A phone in E.164, or the `@username` of a bot. */
  address: z.string(),
  state: ChannelState,
  trouble: ChannelTrouble.nullable(),
  /** The provider's text. */
  troubleText: z.string().nullable(),
  stateChangedAt: Instant,
  /** When the channel was last checked, whether or not the provider answered; the result is the trouble. */
  lastCheckedAt: Instant.nullable(),
  /** Whether the provider did not answer the last check. */
  isCheckUnanswered: z.boolean(),
  /** When its templates were last read; null: never, or it has none. */
  templatesReadAt: Instant.nullable(),
  /** Why the last attempt to read them failed; null: it did not. */
  templatesTrouble: ChannelTrouble.nullable(),
  /** Sending is paused until then: the provider reported too many messages. */
  restsUntil: Instant.nullable(),
  lastInboundAt: Instant.nullable(),
  lastSentAt: Instant.nullable(),
  /** The provider's rating: `green`, `yellow`, `red`, or what else it says; null: none. */
  quality: z.string().nullable(),
  /** Most people the business may write to first within 24 hours; null: any number, or not known. */
  peoplePerDay: z.int().nullable(),
  /** Whether another channel of the cabinet takes from the same limit. */
  sharesLimit: z.boolean(),
  /** Unreadable webhooks of the last 7 days. */
  unreadableCount: z.int(),
  /** Due messages that wait for the channel. */
  waitingCount: z.int(),
  /** Link that starts a conversation, where the contact must write first. */
  startUrl: z.string().nullable(),
  /** How a number that must not hurry is got used to writing; null: the channel needs none. */
  warmUp: z
    .object({
      /** Days since it was connected; the day itself is 1. */
      day: z.int(),
      /** `halved` and `stopped`: many first messages failed lately. */
      health: z.enum(['good', 'halved', 'stopped']),
      /** Contacts written to for the first time today, and how many may be. */
      newContacts: z.int(),
      mostNewContacts: z.int(),
    })
    .nullable(),
  /** The balance of the provider's account, as last reported; the currency is null where the provider names none. */
  balance: z.object({ amount: z.number(), currency: z.string().nullable(), isLow: z.boolean() }).nullable(),
  createdAt: Instant,
});
export type Channel = z.infer<typeof Channel>;

/** Header media of a WhatsApp template: the flow's own picture, its PDF, or its video. */
export const TemplateMedia = z.enum(['image', 'document', 'video']);
export type TemplateMedia = z.infer<typeof TemplateMedia>;

/** A template that the provider approved or is reviewing. Only `approved` can be sent. */
export const ChannelTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** The provider's status in lower case: approved, pending, rejected, paused, disabled, … */
  status: z.string(),
  reason: z.string().nullable(),
  body: z.string(),
  /** Number of placeholders in the body, `{{1}}` and on. */
  parameterCount: z.int(),
  /** Media the header requires; null: none. */
  media: TemplateMedia.nullable(),
  /** Whether it shows media: those of the message, or media that were fixed when it was approved. */
  hasMedia: z.boolean(),
  /**
   * Whether texts for the body and its media are enough; else it needs a video, say, or a link with a placeholder,
   * which flows do not fill.
   */
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

const fieldsOf = (kind: ChannelKind, isWanted: (shape: CredentialShape) => boolean) =>
  Object.fromEntries(
    declarationOf(kind).fields.flatMap(({ name, shape, isRead, isOptional }) => {
      if (!isWanted(shape)) return [];
      const schema = CREDENTIAL_SCHEMAS[shape];
      return [[name, isRead || isOptional ? schema.optional() : schema]];
    }),
  );

/**
 * Builds the body that connects one kind of channel: `kind`, `title` and the fields of its declaration, side by side.
 */
export function connectBodyOf(kind: ChannelKind) {
  const title = z.string().trim().max(120);
  return z.object({
    kind: z.literal(kind),
    title: declarationOf(kind).title.isRequired ? title.min(1, { error: 'required' }) : title.optional(),
    ...fieldsOf(kind, () => true),
  });
}

/** Builds the body of credentials, before a sender is chosen. */
export function senderBodyOf(kind: ChannelKind) {
  return z.object({ kind: z.literal(kind), ...fieldsOf(kind, (shape) => shape !== 'sender') });
}

/** Builds the body of new secrets of a channel. */
export function secretBodyOf(kind: ChannelKind) {
  return z.object(fieldsOf(kind, (shape) => shape === 'secret'));
}

export type ConnectBody = {
  [Kind in ChannelKind]: { kind: Kind; title?: string | undefined } & Record<
    Exclude<CredentialName<Kind>, AbsentName<Kind>>,
    string
  > & { [Name in AbsentName<Kind>]?: string | undefined };
}[ChannelKind];

// NOTE: a union of schemas built from declarations has no static types; `ConnectBody` is what they parse to.
const anyKind = <Body>(bodyOf: (kind: ChannelKind) => z.ZodObject) => {
  const pasted = CHANNEL_KIND_NAMES.filter((kind) => declarationOf(kind).connects === 'fields');
  const [first, ...others] = pasted.map(bodyOf);
  return z.discriminatedUnion('kind', [first ?? z.object({}), ...others]) as unknown as z.ZodType<Body, Body>;
};

/** `channel.check_failed` has `{ trouble, text }`: the problem, and the provider's text. */
export const connectChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels',
  access: 'owner',
  summary: 'Connects a channel by its credentials: checks them, registers the webhook, reads the templates.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: anyKind<ConnectBody>(connectBodyOf),
  reply: Channel,
  problems: [
    'channel.check_failed',
    'channel.already_connected',
    'channel.connected_elsewhere',
    'channel.limit_reached',
    'provider.unreachable',
  ],
});

/** A number or service of a provider's account that messages can be sent from. */
export const ChannelSender = z.object({ id: z.string(), title: z.string() });
export type ChannelSender = z.infer<typeof ChannelSender>;

/** Empty for kinds without a field of the shape `sender`. */
export const listChannelSenders = endpoint({
  method: 'POST',
  path: '/api/v1/channels/senders',
  access: 'owner',
  summary: 'Numbers and services of an account, to choose the one a channel is connected with.',
  ratePerMinute: 20,
  body: anyKind<{ kind: ChannelKind } & Record<string, string>>(senderBodyOf),
  reply: z.object({ senders: z.array(ChannelSender) }),
  problems: ['channel.check_failed', 'provider.unreachable'],
});

/** Gives a channel new secrets, after the provider refused the old ones. Its conversations stay. */
export const reconnectChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/reconnect',
  access: 'owner',
  summary: 'Replaces secrets of a channel, by their names, or checks the present ones again when none are given.',
  takesIdempotencyKey: true,
  params: z.object({ channelId: ChannelId }),
  body: z.record(z.string(), PastedSecret),
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
