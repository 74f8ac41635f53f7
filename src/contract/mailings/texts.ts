import { z } from 'zod';
import { FlowMode } from '#contract/flows/calls.ts';
import { textCalls } from '#contract/senders/texts.ts';
import { TextChange } from '#contract/texts/replacements.ts';
import { MailingChangeOutcome, MailingIds } from './bulk.ts';
import { MailingId, MailingStatus } from './calls.ts';
import { MAILING_WIRE } from './wire.ts';

export const MailingTextChanges = z.object({
  mailingId: MailingId,
  title: z.string(),
  status: MailingStatus,
  mode: FlowMode,
  /** Sent back when the changes are applied. */
  version: z.int(),
  /** The refusal of any change: the mailing is over. Null: it may still be changed. */
  problem: MailingChangeOutcome.shape.problem,
  changes: z.array(TextChange),
});
export type MailingTextChanges = z.infer<typeof MailingTextChanges>;

/**
 * Mailings that are over are found only among chosen ones: each says why it cannot be changed. Those who already have the message of a
 * mailing keep it; the others get the new text.
 */
export const { findTexts: findMailingTexts, replaceTexts: replaceMailingTexts } = textCalls(MAILING_WIRE, {
  summaries: {
    find: 'Finds a text in titles, messages, buttons, addresses and template parameters of mailings, and shows what replacing it would make.',
    replace: 'Replaces a text in the chosen places of mailings; each mailing gets one new version.',
  },
  filter: {
    /** Only these; absent: all that are not over. */
    mailingIds: MailingIds.optional(),
    status: MailingStatus.optional(),
    /** A part of the title, in any case. */
    search: z.string().trim().max(100).optional(),
  },
  found: MailingTextChanges,
  outcome: MailingChangeOutcome,
});
