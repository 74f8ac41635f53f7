import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SentTransfer, TransferId, TransferKind, TransferTo } from '#contract/flows/transfers.ts';
import { MailingIds } from './bulk.ts';
import { MailingId } from './calls.ts';
import { MAILING_TO_FILL } from './values.ts';
import { Instant } from '#contract/primitives.ts';

/** A setting that a mailing from another cabinet had bound there. */
export const MailingToFill = z.enum(MAILING_TO_FILL);
export type MailingToFill = z.infer<typeof MailingToFill>;

/** One mailing of an offer, as it would be imported. */
export const OfferedMailing = z.object({
  title: z.string(),
  text: z.string(),
  languages: z.array(z.string()),
  buttonTitles: z.array(z.string()),
  hasImage: z.boolean(),
  /** Texts of an A/B test beside its own. */
  variants: z.int(),
  /** Settings that must be chosen again. */
  toFill: z.array(MailingToFill),
});
export type OfferedMailing = z.infer<typeof OfferedMailing>;

/** Mailings that another cabinet's owner offers to this one. */
export const MailingOffer = z.object({
  id: TransferId,
  kind: TransferKind,
  fromName: z.string(),
  fromEmail: z.string(),
  mailings: z.array(OfferedMailing),
  createdAt: Instant,
  expiresAt: Instant,
});
export type MailingOffer = z.infer<typeof MailingOffer>;

export const listMailingTransfers = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/transfers',
  access: 'member',
  summary:
    'Open offers of mailings from other cabinets, and those that this one sent in the last 30 days; at most 50 of each.',
  reply: z.object({ offers: z.array(MailingOffer), sent: z.array(SentTransfer) }),
});

/** The reply is the same whether the e-mail belongs to a member or not. The receiver has 14 days. */
export const sendMailings = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/transfers',
  access: 'owner',
  summary: 'Offers mailings to the owner of another cabinet.',
  takesIdempotencyKey: true,
  body: TransferTo.extend({ mailingIds: MailingIds }),
  reply: SentTransfer,
  problems: ['distribution.not_found', 'flow.transfers_open', 'flow.own_cabinet'],
  ratePerMinute: 20,
});

export const cancelMailingTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/transfers/:transferId/cancel',
  access: 'owner',
  summary: 'Takes an offer of mailings back that nobody has accepted yet.',
  params: z.object({ transferId: TransferId }),
  problems: ['flow_transfer.not_found', 'flow_transfer.over'],
});

/** Mailings arrive as drafts without a start. One whose audience was bound to the sender's cabinet cannot start until another is chosen. */
export const acceptMailingOffer = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/offers/:offerId/accept',
  access: 'owner',
  summary: 'Takes the mailings that another cabinet offers.',
  takesIdempotencyKey: true,
  params: z.object({ offerId: TransferId }),
  reply: z.object({ mailingIds: z.array(MailingId) }),
  problems: ['flow_transfer.not_found', 'flow_transfer.over'],
});

/** The sender is not notified: for them the offer stands until it expires. */
export const declineMailingOffer = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/offers/:offerId/decline',
  access: 'owner',
  summary: 'Declines the mailings that another cabinet offers.',
  params: z.object({ offerId: TransferId }),
  problems: ['flow_transfer.not_found', 'flow_transfer.over'],
});
