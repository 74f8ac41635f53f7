import type { ChannelKindName } from './kinds.ts';

/** The outside service behind a kind of channel, as operators know it. */
export const PROVIDER_OF_KIND: Readonly<Record<ChannelKindName, (typeof CHANNEL_PROVIDERS)[number]>> = {
  dialog360: 'dialog360',
  whatsapp_qr: 'whatsapp_gateway',
  telegram_bot: 'telegram',
  telegram_user: 'telegram_gateway',
  max_bot: 'max',
  twilio_sms: 'twilio',
  twilio_whatsapp: 'twilio',
  sigma_sms: 'sigma',
  web_chat: 'built_in',
  chatwoot: 'chatwoot',
};

/** The outside services that send; `built_in` is the web chat, which is ours. */
export const CHANNEL_PROVIDERS = [
  'dialog360',
  'whatsapp_gateway',
  'telegram',
  'telegram_gateway',
  'max',
  'twilio',
  'sigma',
  'chatwoot',
  'built_in',
] as const;
export type ChannelProviderName = (typeof CHANNEL_PROVIDERS)[number];

export const kindsOfProvider = (provider: ChannelProviderName): ChannelKindName[] =>
  (Object.keys(PROVIDER_OF_KIND) as ChannelKindName[]) // NOTE: `keys` loses the key type
    .filter((kind) => PROVIDER_OF_KIND[kind] === provider);
