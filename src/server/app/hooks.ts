import { channelDoor } from '#server/channels/hooks.ts';
import type { Context } from '#server/platform/context.ts';
import type { HookDoor, HookDoors } from '#server/platform/hook-intake.ts';
import type { Providers } from './providers.ts';

/** Who receives posts at `/hooks/<word>/<secret>`: a messenger's word is its kind of channel. */
export function hookDoors(ctx: Context, providers: Providers): HookDoors {
  const channels = channelDoor(ctx, providers.channels);
  return new Map<string, HookDoor>([...providers.channels.keys()].map((kind) => [kind, channels]));
}
