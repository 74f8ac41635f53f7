import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { TypedPhones } from '#contract/flows/calls.ts';
import { MailingId } from './calls.ts';
import { MAX_MAILINGS_AT_ONCE } from './values.ts';

/** Result for one mailing of a bulk change. */
export const MailingChangeOutcome = z.object({
  mailingId: MailingId,
  title: z.string(),
  isDone: z.boolean(),
  /** The refusal; its code and details equal those of the call for one mailing. */
  problem: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
});
export type MailingChangeOutcome = z.infer<typeof MailingChangeOutcome>;

/** Mailings of one call; a repeated one counts once. */
export const MailingIds = z
  .array(MailingId)
  .min(1, { error: 'required' })
  .max(MAX_MAILINGS_AT_ONCE, { error: 'too_long' })
  .overwrite((ids) => [...new Set(ids)]);

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

/**
 * Applies one change to many mailings, each by itself: a refusal for one does not stop the others.
 *
 * With `isTrial` nothing is changed: the reply shows the result for each.
 */
export const changeMailings = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/bulk',
  access: 'member',
  summary: 'Pauses, continues, cancels, deletes or restores many mailings, or sets their test numbers.',
  takesIdempotencyKey: true,
  body: z.object({ change: MailingBulkChange, isTrial: z.boolean().default(false) }),
  reply: z.object({
    outcomes: z.array(MailingChangeOutcome),
    /** For Undo: the changes that restore the former state; in this order. */
    undo: z.array(MailingBulkChange),
  }),
});
