import { IconMessage2 } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const TWILIO_SMS_APPEARANCE = {
  Icon: IconMessage2,
  name: 'SMS (Twilio)',
  path: '/accounts/twilio',
  place: 'twilio',
  skin: 'sms',
  texts: 'channels:twilio',
  source: 'https://console.twilio.com',
} as const satisfies ChannelAppearance;
