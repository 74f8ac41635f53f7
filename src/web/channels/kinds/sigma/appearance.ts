import { IconDeviceMobileMessage } from '@tabler/icons-react';
import type { ChannelAppearance } from '#web/channels/channel-appearance.ts';

export const SIGMA_SMS_APPEARANCE = {
  Icon: IconDeviceMobileMessage,
  name: 'SMS (Sigma)',
  path: '/accounts/sigma',
  place: 'sigma',
  skin: 'sms',
  texts: 'channels:sigma',
  source: 'https://online.sigmasms.ru',
} as const satisfies ChannelAppearance;
