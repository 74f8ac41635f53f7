import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { MAX_FLOWS_AT_ONCE } from './values.ts';
import { FlowId, FlowKind } from './calls.ts';
import { FlowToFill } from './to-fill.ts';
import { Instant } from '#contract/primitives.ts';

export const TransferId = z.uuid().brand<'TransferId'>();
export type TransferId = z.infer<typeof TransferId>;

/** `copy` leaves the sender's flow; `move` deletes it there after acceptance. */
export const TransferKind = z.enum(['copy', 'move']);
export type TransferKind = z.infer<typeof TransferKind>;

/** Flows or mailings that an owner offered to another cabinet's owner. The reply is the same whether that person exists or not. */
export const SentTransfer = z.object({
  id: TransferId,
  kind: TransferKind,
  email: z.string(),
  titles: z.array(z.string()),
  state: z.enum(['pending', 'accepted', 'cancelled', 'expired']),
  createdAt: Instant,
  expiresAt: Instant,
});
export type SentTransfer = z.infer<typeof SentTransfer>;

/** One flow of an offer, as it would be imported. */
export const OfferedFlow = z.object({
  title: z.string(),
  kind: FlowKind,
  text: z.string(),
  languages: z.array(z.string()),
  buttonTitles: z.array(z.string()),
  hasImage: z.boolean(),
  /** Settings that must be chosen again. */
  toFill: z.array(FlowToFill),
});
export type OfferedFlow = z.infer<typeof OfferedFlow>;

/** Flows that another cabinet's owner offers to this one. */
export const FlowOffer = z.object({
  id: TransferId,
  kind: TransferKind,
  fromName: z.string(),
  fromEmail: z.string(),
  flows: z.array(OfferedFlow),
  createdAt: Instant,
  expiresAt: Instant,
});
export type FlowOffer = z.infer<typeof FlowOffer>;

/** To whom something is offered, and how. */
export const TransferTo = z.object({
  kind: TransferKind,
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, { error: 'required' })
    .max(254, { error: 'too_long' })
    .pipe(z.email({ error: 'email' })),
});

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/v1/flows/transfers',
  access: 'member',
  summary: 'Open offers from other cabinets, and what this one sent in the last 30 days; at most 50 of each.',
  reply: z.object({ offers: z.array(FlowOffer), sent: z.array(SentTransfer) }),
});

/** The reply is the same whether the e-mail belongs to a member or not. The receiver has 14 days. */
export const sendFlows = endpoint({
  method: 'POST',
  path: '/api/v1/flows/transfers',
  access: 'owner',
  summary: 'Offers flows to the owner of another cabinet.',
  takesIdempotencyKey: true,
  body: TransferTo.extend({
    flowIds: z
      .array(FlowId)
      .min(1, { error: 'required' })
      .max(MAX_FLOWS_AT_ONCE, { error: 'too_long' })
      .overwrite((ids) => [...new Set(ids)]),
  }),
  reply: SentTransfer,
  problems: ['flow.not_found', 'flow.transfers_open', 'flow.own_cabinet'],
  ratePerMinute: 20,
});

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/flows/transfers/:transferId/cancel',
  access: 'owner',
  summary: 'Takes an offer back that nobody has accepted yet.',
  params: z.object({ transferId: TransferId }),
  problems: ['flow_transfer.not_found', 'flow_transfer.over'],
});

/** Flows arrive paused and in test mode; settings bound to the sender's cabinet are named in their `toFill`. */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/v1/flows/offers/:offerId/accept',
  access: 'owner',
  summary: 'Takes what another cabinet offers.',
  takesIdempotencyKey: true,
  params: z.object({ offerId: TransferId }),
  reply: z.object({ flowIds: z.array(FlowId) }),
  problems: ['flow_transfer.not_found', 'flow_transfer.over'],
});

/** The sender is not notified: for them the offer stands until it expires. */
export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/v1/flows/offers/:offerId/decline',
  access: 'owner',
  summary: 'Declines what another cabinet offers.',
  params: z.object({ offerId: TransferId }),
  problems: ['flow_transfer.not_found', 'flow_transfer.over'],
});
