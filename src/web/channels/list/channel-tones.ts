import type { ChannelState } from '#contract/channels/calls.ts';

export const CHANNEL_TONES = {
  Authorized: 'good',
  init: 'gray',
  loading: 'gray',
  GotQrCode: 'attention',
  NotAuthorized: 'bad',
  error: 'bad',
} as const satisfies Record<ChannelState, string>;
