import { channelDoor } from '#server/channels/hooks.ts';
import { connectionDoor } from '#server/connections/hooks.ts';
import type { Context } from '#server/platform/context.ts';
import type { HookDoor, HookDoors } from '#server/platform/hook-intake.ts';
import type { Providers } from './providers.ts';

/** Who receives posts at `/hooks/<word>/<secret>`: the word is the kind of the channel or the connection. */
export function hookDoors(ctx: Context, providers: Providers): HookDoors {
  const channels = channelDoor(ctx, providers.channels);
  return new Map<string, HookDoor>([
    ...[...providers.channels.keys()].map((kind) => [kind, channels] as const),
    ...[...providers.bookings.keys(), ...providers.orderSystems.keys()].map(
      (kind) => [kind, connectionDoor(kind)] as const,
    ),
  ]);
}
