import { z } from 'zod';
import { OFFERED_MESSAGE, offerOf, transferCalls } from '#contract/senders/transfers.ts';
import { MailingIds } from './bulk.ts';
import { MAILING_TO_FILL } from './values.ts';
import { MAILING_WIRE } from './wire.ts';

/** A setting that a mailing from another cabinet had bound there. */
export const MailingToFill = z.enum(MAILING_TO_FILL);
export type MailingToFill = z.infer<typeof MailingToFill>;

/** One mailing of an offer, as it would be imported. */
export const OfferedMailing = z.object({
  title: z.string(),
  ...OFFERED_MESSAGE,
  /** Texts of an A/B test beside its own. */
  variants: z.int(),
  /** Settings that must be chosen again. */
  toFill: z.array(MailingToFill),
});

export type OfferedMailing = z.infer<typeof OfferedMailing>;

/** Mailings that another cabinet's owner offers to this one. */
export const MailingOffer = offerOf(MAILING_WIRE, OfferedMailing);
export type MailingOffer = z.infer<typeof MailingOffer>;

/** Mailings arrive as drafts without a start. One whose audience was bound to the sender's cabinet cannot start until another is chosen. */
export const {
  list: listMailingTransfers,
  send: sendMailings,
  cancel: cancelMailingTransfer,
  accept: acceptMailingOffer,
  decline: declineMailingOffer,
} = transferCalls(MAILING_WIRE, {
  ids: MailingIds,
  offer: MailingOffer,
  summaries: {
    list: 'Open offers of mailings from other cabinets, and those that this one sent in the last 30 days; at most 50 of each.',
    cancel: 'Takes an offer of mailings back that nobody has accepted yet.',
    accept: 'Takes the mailings that another cabinet offers.',
    decline: 'Declines the mailings that another cabinet offers.',
  },
});
