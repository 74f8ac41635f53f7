import { IconMessageChatbot } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const MAX_BOT_APPEARANCE = {
  Icon: IconMessageChatbot,
  name: 'MAX',
  path: '/accounts/max',
  place: 'max',
  skin: 'telegram',
  texts: 'channels:max',
  source: 'https://business.max.ru/self',
} as const satisfies ChannelAppearance;
