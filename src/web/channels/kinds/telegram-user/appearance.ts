import { IconBrandTelegram } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const TELEGRAM_USER_APPEARANCE = {
  Icon: IconBrandTelegram,
  name: 'Telegram',
  path: '/accounts/telegram',
  place: 'telegram',
  skin: 'telegram',
  texts: 'channels:telegram_user',
  source: 'https://telegram.org',
} as const satisfies ChannelAppearance;
