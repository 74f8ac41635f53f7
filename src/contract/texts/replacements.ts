import { z } from 'zod';
import { REPLACE_TROUBLES } from './values.ts';

/** The text to find in flows or mailings, and its replacement. */
export const TextReplacement = z.object({
  find: z.string().min(1, { error: 'required' }).max(300, { error: 'too_long' }),
  replaceWith: z.string().max(1024, { error: 'too_long' }),
  isWholeWord: z.boolean().default(false),
  isCaseSensitive: z.boolean().default(false),
});
export type TextReplacement = z.infer<typeof TextReplacement>;

export const ReplaceTrouble = z.enum(REPLACE_TROUBLES);
export type ReplaceTrouble = z.infer<typeof ReplaceTrouble>;

/** One text of a flow or mailing, before and after. */
export const TextChange = z.object({
  /** A path as in the changes of versions: `title`, `content.texts.default`, `content.buttons.url.title`, `options.reviewUrl`, `experiment.variants.0.default`. */
  path: z.string(),
  before: z.string(),
  after: z.string(),
  /** Matches in `before`, and the replacements in `after`: start and length in characters. */
  found: z.array(z.tuple([z.int(), z.int()])),
  put: z.array(z.tuple([z.int(), z.int()])),
  /** Why the result cannot be saved; null when it can. */
  trouble: ReplaceTrouble.nullable(),
  /** For `too_long`: the maximum number of characters. */
  limit: z.int().nullable(),
  /** For `unknown_variable` and `foreign_variable`: the names. */
  names: z.array(z.string()),
});
export type TextChange = z.infer<typeof TextChange>;
