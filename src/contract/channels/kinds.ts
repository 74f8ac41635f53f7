import type { ChannelKindDeclaration, ChannelTraits } from './kind.ts';
import { CHATWOOT } from './kinds/chatwoot.ts';
import { DIALOG360 } from './kinds/dialog360.ts';
import { TELEGRAM_BOT } from './kinds/telegram-bot.ts';
import { TELEGRAM_USER } from './kinds/telegram-user.ts';
import { MAX_BOT } from './kinds/max.ts';
import { SIGMA_SMS } from './kinds/sigma-sms.ts';
import { TWILIO_SMS } from './kinds/twilio-sms.ts';
import { TWILIO_WHATSAPP } from './kinds/twilio-whatsapp.ts';
import { WEB_CHAT } from './kinds/web-chat.ts';
import { WHATSAPP_QR } from './kinds/whatsapp-qr.ts';

/** Every kind of channel, by its name in the API and in the database; in the order people are offered them. */
export const CHANNEL_KINDS = {
  dialog360: DIALOG360,
  whatsapp_qr: WHATSAPP_QR,
  telegram_bot: TELEGRAM_BOT,
  telegram_user: TELEGRAM_USER,
  max_bot: MAX_BOT,
  twilio_sms: TWILIO_SMS,
  twilio_whatsapp: TWILIO_WHATSAPP,
  sigma_sms: SIGMA_SMS,
  web_chat: WEB_CHAT,
  chatwoot: CHATWOOT,
} as const satisfies Record<string, ChannelKindDeclaration>;

export type ChannelKindName = keyof typeof CHANNEL_KINDS;

export const CHANNEL_KIND_NAMES = Object.keys(CHANNEL_KINDS) as ChannelKindName[]; // NOTE: `keys` loses the key type

/** The kind that previews use while no channel is connected. */
export const FIRST_CHANNEL_KIND: ChannelKindName = 'dialog360';

/** The kind whose contacts write on a public page of ours. */
export const PAGE_CHANNEL_KIND = 'web_chat' satisfies ChannelKindName;

/** Names of the credential fields of a kind. */
export type CredentialName<Kind extends ChannelKindName> = (typeof CHANNEL_KINDS)[Kind]['fields'][number]['name'];

/** Names of the fields of a kind that may be absent: the provider reports them, or they are optional. */
export type AbsentName<Kind extends ChannelKindName> = Extract<
  (typeof CHANNEL_KINDS)[Kind]['fields'][number],
  { isRead: true } | { isOptional: true }
>['name'];

export const traitsOf = (kind: ChannelKindName): ChannelTraits => CHANNEL_KINDS[kind].traits;

export const declarationOf = (kind: ChannelKindName): ChannelKindDeclaration => CHANNEL_KINDS[kind];

/** Kinds that an owner connects. The others come with a feature, and carry its talks alone. */
export const OFFERED_KINDS = CHANNEL_KIND_NAMES.filter((kind) => declarationOf(kind).connects !== 'built_in');

/** Kinds whose channels count against the account's limit. */
export const LIMITED_KINDS = CHANNEL_KIND_NAMES.filter((kind) => declarationOf(kind).isLimited);
