import { type ChannelKindName, traitsOf } from '#contract/channel-kinds.ts';
import type { ChannelAppearance } from './channel-appearance.ts';
import { DIALOG360_APPEARANCE } from './kinds/dialog360/appearance.ts';
import { TELEGRAM_BOT_APPEARANCE } from './kinds/telegram-bot/appearance.ts';
import { TWILIO_SMS_APPEARANCE } from './kinds/twilio/appearance.ts';

/** The appearance of every kind of channel. */
export const CHANNEL_APPEARANCES = {
  dialog360: DIALOG360_APPEARANCE,
  telegram_bot: TELEGRAM_BOT_APPEARANCE,
  twilio_sms: TWILIO_SMS_APPEARANCE,
} as const satisfies Record<ChannelKindName, ChannelAppearance>;

/** Free words get through only for a day after the contact wrote; else an approved template must be sent. */
export const hasWindow = (kind: ChannelKindName) => traitsOf(kind).windowHours !== null;
