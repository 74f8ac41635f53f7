import { IconWorld } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const WEB_CHAT_APPEARANCE = {
  Icon: IconWorld,
  name: 'Web chat',
  // Switched on and off with the public chat of an assistant.
  path: '/flowCopilotBots',
  place: 'assistants',
  skin: 'telegram',
  texts: 'channels:web_chat',
  source: '',
} as const satisfies ChannelAppearance;
