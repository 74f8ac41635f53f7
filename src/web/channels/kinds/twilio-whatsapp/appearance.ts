import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const TWILIO_WHATSAPP_APPEARANCE = {
  Icon: IconBrandWhatsapp,
  name: 'WhatsApp (Twilio)',
  path: '/accounts/twilio',
  place: 'twilio',
  skin: 'whatsapp',
  texts: 'channels:twilio_whatsapp',
  source: 'https://console.twilio.com',
} as const satisfies ChannelAppearance;
