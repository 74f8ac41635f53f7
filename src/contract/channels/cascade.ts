import { z } from 'zod';
import { PASS_ON_MINUTES } from './cascade-values.ts';
import { ChannelId } from './calls.ts';
import { endpoint } from '#contract/endpoint.ts';

export const PassOnMinutes = z.literal(PASS_ON_MINUTES);
export type PassOnMinutes = z.infer<typeof PassOnMinutes>;

/** A sender's own time until the next channel: null as the cabinet's cascade, 0 never. */
export const OwnPassOn = z
  .literal([0, ...PASS_ON_MINUTES])
  .nullable()
  .default(null);
export type OwnPassOn = z.infer<typeof OwnPassOn>;

/** How messages go from channel to channel, unless their sender says otherwise. */
export const Cascade = z.object({
  /** Every channel, in the order they are tried. */
  channelIds: z.array(ChannelId),
  /** Minutes until a message that is not delivered goes on; null: it stays. */
  passOnMinutes: PassOnMinutes.nullable(),
});
export type Cascade = z.infer<typeof Cascade>;

export const getCascade = endpoint({
  method: 'GET',
  path: '/api/v1/cascade',
  access: 'member',
  summary: 'The order in which channels are tried, and when a message that is not delivered goes on to the next one.',
  reply: Cascade,
});

export const saveCascade = endpoint({
  method: 'PUT',
  path: '/api/v1/cascade',
  access: 'owner',
  summary: 'Sets the order of the channels, and the time until the next one. Channels left out come last.',
  body: z.object({ channelIds: z.array(ChannelId).max(100), passOnMinutes: PassOnMinutes.nullable() }),
  reply: Cascade,
});
