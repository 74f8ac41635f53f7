import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const DIALOG360_APPEARANCE = {
  Icon: IconBrandWhatsapp,
  name: 'WhatsApp',
  path: '/accounts/dialog360',
  place: 'dialog360',
  skin: 'whatsapp',
  texts: 'channels:dialog360',
  offeredAs: 2,
  source: 'https://hub.360dialog.com',
} as const satisfies ChannelAppearance;
