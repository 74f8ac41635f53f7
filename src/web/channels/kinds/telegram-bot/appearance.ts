import { IconBrandTelegram } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const TELEGRAM_BOT_APPEARANCE = {
  Icon: IconBrandTelegram,
  name: 'Telegram',
  path: '/accounts/telegram',
  place: 'telegram',
  skin: 'telegram',
  texts: 'channels:telegram',
  offeredAs: 3,
  source: 'https://t.me/BotFather',
} as const satisfies ChannelAppearance;
