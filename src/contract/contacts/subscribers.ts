import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { TagChange } from './tags.ts';
import { ContactId } from './calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';

/** A contact who wrote to a channel or subscribed to it: one entry per channel. */
export const Subscriber = z.object({
  id: z.uuid(),
  contactId: ContactId,
  name: z.string(),
  /** E.164. */
  phone: z.string().nullable(),
  channelId: ChannelId,
  channelKind: ChannelKind,
  channelTitle: z.string(),
  subscribedAt: Instant,
  /** Null: a conversation began without a message of the contact. */
  lastInboundAt: Instant.nullable(),
  /** False: the contact blocked the channel, or has left the messenger. */
  isReachable: z.boolean(),
  tags: z.array(z.string()),
});
export type Subscriber = z.infer<typeof Subscriber>;

export const SubscriberFilter = z.object({
  search: z.string().trim().max(100).optional(),
  channelId: ChannelId.optional(),
  tag: z.string().trim().max(100).optional(),
});
export type SubscriberFilter = z.infer<typeof SubscriberFilter>;

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/v1/phones/subscribers',
  access: 'member',
  summary: 'Customers who wrote to a channel or subscribed to it, newest first.',
  query: PageQuery.extend(SubscriberFilter.shape),
  reply: pageOf(Subscriber).extend({
    /** Up to 10,000, which means that many or more. */
    count: z.int(),
    /** Channels that have subscribers. */
    channels: z.array(z.object({ id: ChannelId, kind: ChannelKind, title: z.string() })),
  }),
});

/** Goes through the subscribers from the newest, some hundred a call: repeated with its cursor until that is null. */
export const changeSubscriberTags = endpoint({
  method: 'POST',
  path: '/api/v1/phones/subscribers/tags',
  access: 'member',
  summary: 'Adds tags to subscribers of a filter and takes others off them, a part at a time.',
  body: TagChange.extend({ filter: SubscriberFilter, cursor: z.string().optional() }),
  /** `done`: subscribers of this part; `changed`: contacts whose tags changed. */
  reply: z.object({ done: z.int(), changed: z.int(), nextCursor: z.string().nullable() }),
  problems: ['tag.limit_reached'],
});
