import type { ChannelKind } from '#contract/channels.ts';
import type { ConnectionKind } from '#contract/connections.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import type { BookingProvider } from '#server/connections/port.ts';
import type { Context } from '#server/platform/context.ts';

/** Every outside service the product speaks to, by kind. */
export type Providers = {
  channels: ReadonlyMap<ChannelKind, ChannelProvider>;
  bookings: ReadonlyMap<ConnectionKind, BookingProvider>;
};

/** The one place where a provider is introduced to the rooms that need it. */
export function createProviders(_ctx: Context): Providers {
  return { channels: new Map(), bookings: new Map() };
}
