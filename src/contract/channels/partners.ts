import { z } from 'zod';
import { ChannelId, ChannelKind } from './calls.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Most numbers that are connected at once. */
const MAX_NUMBERS = 20;

export const listChannelPartners = endpoint({
  method: 'GET',
  path: '/api/v1/channel-partners',
  access: 'member',
  summary: "Kinds of channels that can be connected on the provider's own page.",
  reply: z.object({ kinds: z.array(ChannelKind) }),
});

export const startPartnerConnect = endpoint({
  method: 'POST',
  path: '/api/v1/channel-partners',
  access: 'owner',
  summary: "Returns the provider's page on which the owner chooses numbers; it leads back to the cabinet.",
  body: z.object({ kind: ChannelKind }),
  reply: z.object({ url: z.string() }),
  problems: ['channel.partner_missing'],
});

/** A number that was chosen: connected, or the problem with its details. */
export const PartnerNumber = z.object({
  title: z.string(),
  channelId: ChannelId.nullable(),
  /** The code of the refusal; null: it is connected. */
  problem: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type PartnerNumber = z.infer<typeof PartnerNumber>;

export const finishPartnerConnect = endpoint({
  method: 'POST',
  path: '/api/v1/channel-partners/finish',
  access: 'owner',
  summary: "Connects the numbers that the owner chose on the provider's page, each with a key of its own.",
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: z.object({
    /** From the address the provider's page led back to. */
    token: z.string().max(400),
    clientId: z.string().min(1).max(100),
    channelIds: z.array(z.string().min(1).max(100)).min(1).max(MAX_NUMBERS),
  }),
  reply: z.object({ kind: ChannelKind, numbers: z.array(PartnerNumber) }),
  problems: ['channel.partner_missing', 'channel.partner_link_expired', 'channel.check_failed', 'provider.unreachable'],
});
