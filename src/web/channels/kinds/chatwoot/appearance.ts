import { IconHeadset } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const CHATWOOT_APPEARANCE = {
  Icon: IconHeadset,
  name: 'Chatwoot',
  // Switched on and off where inboxes are chosen.
  path: '/accounts/chatwoot',
  place: 'assistants',
  skin: 'telegram',
  texts: 'channels:chatwoot',
  source: '',
} as const satisfies ChannelAppearance;
