import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const WHATSAPP_QR_APPEARANCE = {
  Icon: IconBrandWhatsapp,
  name: 'WhatsApp (QR)',
  path: '/accounts/whats-app',
  place: 'whats_app',
  skin: 'whatsapp',
  texts: 'channels:whatsapp_qr',
  offeredAs: 1,
  source: 'https://www.whatsapp.com',
} as const satisfies ChannelAppearance;
