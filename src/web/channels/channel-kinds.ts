import { type Icon, IconBrandTelegram, IconBrandWhatsapp } from '@tabler/icons-react';
import type { ChannelKind } from '#contract/channels.ts';
import type { PhoneSkin } from '#web/ui/PhoneBubble.tsx';

type ChannelLook = {
  Icon: Icon;
  /** Where channels of the kind are connected and looked after. */
  path: string;
  /** How a message looks on the customer's phone. */
  skin: PhoneSkin;
  /** Free words get through only for a day after the customer wrote; else an approved template must be sent. */
  hasWindow: boolean;
};

/** What people see of each kind of channel, so that no screen asks for the kind itself. */
export const CHANNEL_KINDS = {
  dialog360: { Icon: IconBrandWhatsapp, path: '/accounts/dialog360', skin: 'whatsapp', hasWindow: true },
  telegram_bot: { Icon: IconBrandTelegram, path: '/accounts/telegram', skin: 'telegram', hasWindow: false },
} as const satisfies Record<ChannelKind, ChannelLook>;
