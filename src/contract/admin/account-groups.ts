import type { ChannelKindName } from '#contract/channels/kinds.ts';
import type { ConnectionKindName } from '#contract/connections/kinds.ts';

/** The list of the accounts bundle in which channels of a kind stand; null: in none. */
export const CHANNEL_GROUPS: Readonly<
  Record<ChannelKindName, 'chatApiAccounts' | 'telegramAccounts' | 'sigmaAccounts' | 'twilioAccounts' | null>
> = {
  dialog360: 'chatApiAccounts',
  whatsapp_qr: 'chatApiAccounts',
  twilio_whatsapp: 'chatApiAccounts',
  telegram_bot: 'telegramAccounts',
  telegram_user: 'telegramAccounts',
  max_bot: 'telegramAccounts',
  twilio_sms: 'twilioAccounts',
  sigma_sms: 'sigmaAccounts',
  web_chat: null,
  chatwoot: null,
};

/** The same, of connections. */
export const CONNECTION_GROUPS: Readonly<
  Record<ConnectionKindName, 'yclientsCompanies' | 'iikoAccounts' | 'amoAccounts' | 'chatwootAccounts' | null>
> = {
  yclients: 'yclientsCompanies',
  altegio: 'yclientsCompanies',
  iiko: 'iikoAccounts',
  amo: 'amoAccounts',
  chatwoot: 'chatwootAccounts',
  medflex: null,
  shopify: null,
  api: null,
};
