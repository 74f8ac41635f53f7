import { z } from 'zod';
import { TypedPhones } from '#contract/flows/calls.ts';
import { changeManyCall, outcomeOf } from '#contract/senders/bulk.ts';
import { idsOf } from '#contract/senders/wire.ts';
import { MAILING_WIRE } from './wire.ts';

/** Result for one mailing of a bulk change. */
export const MailingChangeOutcome = outcomeOf(MAILING_WIRE);
export type MailingChangeOutcome = z.infer<typeof MailingChangeOutcome>;

/** Mailings of one call; a repeated one counts once. */
export const MailingIds = idsOf(MAILING_WIRE);

/** One change of many mailings. A cancelled mailing cannot be continued, so its change cannot be undone. */
export const MailingBulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause'), mailingIds: MailingIds }),
  z.object({ action: z.literal('continue'), mailingIds: MailingIds }),
  z.object({ action: z.literal('cancel'), mailingIds: MailingIds }),
  z.object({ action: z.literal('delete'), mailingIds: MailingIds }),
  z.object({ action: z.literal('restore'), mailingIds: MailingIds }),
  /** As typed, separated by commas; empty: the cabinet's own. */
  z.object({ action: z.literal('test_phones'), mailingIds: MailingIds, testPhones: TypedPhones }),
]);
export type MailingBulkChange = z.infer<typeof MailingBulkChange>;

export const changeMailings = changeManyCall(MAILING_WIRE, {
  summary: 'Pauses, continues, cancels, deletes or restores many mailings, or sets their test numbers.',
  outcome: MailingChangeOutcome,
  change: MailingBulkChange,
  facts: {},
});
