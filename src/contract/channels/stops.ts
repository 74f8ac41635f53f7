import { z } from 'zod';
import { ChannelId } from './calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SenderKind } from '#contract/senders/calls.ts';

/** A sender that is on and would have no working channel left. */
export const StoppedSender = z.object({ kind: SenderKind, id: z.string(), title: z.string() });
export type StoppedSender = z.infer<typeof StoppedSender>;

export const ChannelStops = z.object({
  /** By title. */
  senders: z.array(StoppedSender),
  /** Messages planned for the channel. They leave by another channel of their sender, where one reaches the contact. */
  messagesCount: z.int(),
});
export type ChannelStops = z.infer<typeof ChannelStops>;

export const listChannelStops = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:channelId/stops',
  access: 'member',
  summary:
    'What stops when the channel is removed: flows and mailings without another working channel, and its planned messages.',
  params: z.object({ channelId: ChannelId }),
  reply: ChannelStops,
  problems: ['channel.not_found'],
});
