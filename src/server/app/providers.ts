import type { ConnectionKind } from '#contract/connections.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { BookingProvider } from '#server/connections/port.ts';
import type { Context } from '#server/platform/context.ts';
import { createDialog360 } from '#server/providers/dialog360/provider.ts';
import { createTelegram } from '#server/providers/telegram/provider.ts';

/** Every outside service the product speaks to, by kind. */
export type Providers = {
  channels: ChannelProviders;
  bookings: ReadonlyMap<ConnectionKind, BookingProvider>;
};

/** The one place where a provider is introduced to the rooms that need it. */
export function createProviders({ config, outgoing }: Context): Providers {
  const channels = [
    createDialog360({ outgoing, ...config.dialog360 }),
    createTelegram({ outgoing, ...config.telegram }),
  ];
  return { channels: new Map(channels.map((channel) => [channel.kind, channel])), bookings: new Map() };
}
