import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { FlowMode } from '#contract/flows/calls.ts';
import { MailingChangeOutcome, MailingIds } from './bulk.ts';
import { MailingId, MailingStatus } from './calls.ts';
import { MAX_MAILINGS_AT_ONCE } from './values.ts';
import { Cursor, pageOf } from '#contract/primitives.ts';
import { TextChange, TextReplacement } from '#contract/texts/replacements.ts';

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

/** Mailings that are over are found only among chosen ones: each says why it cannot be changed. */
export const findMailingTexts = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/texts/find',
  access: 'member',
  summary:
    'Finds a text in titles, messages, buttons, addresses and template parameters of mailings, and shows what replacing it would make.',
  body: TextReplacement.extend({
    /** Only these; absent: all that are not over. */
    mailingIds: MailingIds.optional(),
    status: MailingStatus.optional(),
    /** A part of the title, in any case. */
    search: z.string().trim().max(100).optional(),
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(100).default(30),
  }),
  reply: pageOf(MailingTextChanges),
});

/** Each mailing by itself. Those who already have the message keep it; the others get the new text. */
export const replaceMailingTexts = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/texts/replace',
  access: 'member',
  summary: 'Replaces a text in the chosen places of mailings; each mailing gets one new version.',
  takesIdempotencyKey: true,
  body: TextReplacement.extend({
    mailings: z
      .array(
        z.object({
          mailingId: MailingId,
          baseVersion: z.int(),
          paths: z.array(z.string().max(200)).min(1, { error: 'required' }).max(200),
        }),
      )
      .min(1, { error: 'required' })
      .max(MAX_MAILINGS_AT_ONCE, { error: 'too_long' }),
  }),
  reply: z.object({
    outcomes: z.array(
      MailingChangeOutcome.extend({
        /** The version after the change. */
        version: z.int(),
      }),
    ),
  }),
});
