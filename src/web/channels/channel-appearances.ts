import { type ChannelKindName, declarationOf, traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelAppearance } from './channel-appearance.ts';
import { CHATWOOT_APPEARANCE } from './kinds/chatwoot/appearance.ts';
import { DIALOG360_APPEARANCE } from './kinds/dialog360/appearance.ts';
import { TELEGRAM_BOT_APPEARANCE } from './kinds/telegram-bot/appearance.ts';
import { TELEGRAM_USER_APPEARANCE } from './kinds/telegram-user/appearance.ts';
import { MAX_BOT_APPEARANCE } from './kinds/max/appearance.ts';
import { SIGMA_SMS_APPEARANCE } from './kinds/sigma/appearance.ts';
import { TWILIO_WHATSAPP_APPEARANCE } from './kinds/twilio-whatsapp/appearance.ts';
import { TWILIO_SMS_APPEARANCE } from './kinds/twilio/appearance.ts';
import { WEB_CHAT_APPEARANCE } from './kinds/web-chat/appearance.ts';
import { WHATSAPP_QR_APPEARANCE } from './kinds/whatsapp-qr/appearance.ts';

/** The appearance of every kind of channel. */
export const CHANNEL_APPEARANCES = {
  dialog360: DIALOG360_APPEARANCE,
  whatsapp_qr: WHATSAPP_QR_APPEARANCE,
  telegram_bot: TELEGRAM_BOT_APPEARANCE,
  telegram_user: TELEGRAM_USER_APPEARANCE,
  max_bot: MAX_BOT_APPEARANCE,
  twilio_sms: TWILIO_SMS_APPEARANCE,
  twilio_whatsapp: TWILIO_WHATSAPP_APPEARANCE,
  sigma_sms: SIGMA_SMS_APPEARANCE,
  web_chat: WEB_CHAT_APPEARANCE,
  chatwoot: CHATWOOT_APPEARANCE,
} as const satisfies Record<ChannelKindName, ChannelAppearance>;

/** Free words get through only for a day after the contact wrote; else an approved template must be sent. */
export const hasWindow = (kind: ChannelKindName) => traitsOf(kind).windowHours !== null;

/** Where a kind stands among the ways that a new owner is offered; infinite: under "More". */
export function placeAmongOffers(kind: ChannelKindName): number {
  const appearance: ChannelAppearance = CHANNEL_APPEARANCES[kind];
  return appearance.offeredAs ?? Infinity;
}

/** Whether a person joins the channel with their phone; else its credentials are pasted. */
export const isPaired = (kind: ChannelKindName) => declarationOf(kind).connects === 'pairing';

/** The texts of a pairing: a code is scanned, or entered. */
export const pairingWords = (kind: ChannelKindName) => (declarationOf(kind).entersCode ? 'sign_in' : 'pairing');
