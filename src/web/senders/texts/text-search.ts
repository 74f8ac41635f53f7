import type { TextReplacement } from '#contract/texts/replacements.ts';
import { flagIn, textIn } from '#web/lib/api/known.ts';
import { toStoredText, type VariableNames } from '#web/texts/editor/variable-names.ts';

/** Parses what the URL of a find-and-replace page has for every kind of sender. */
export const readReplacement = (search: Readonly<Record<string, unknown>>) => ({
  find: textIn(search['find']),
  with: textIn(search['with']),
  whole: flagIn(search['whole']) || undefined,
  case: flagIn(search['case']) || undefined,
  /** A part of the sender's title. */
  title: textIn(search['title']),
});
export type ReplacementState = ReturnType<typeof readReplacement>;

/** Converts it to the server's form; variables are written by their titles. */
export function replacementOf(state: ReplacementState, names: VariableNames): TextReplacement {
  return {
    find: toStoredText(state.find ?? '', names),
    replaceWith: toStoredText(state.with ?? '', names),
    isWholeWord: state.whole ?? false,
    isCaseSensitive: state.case ?? false,
  };
}
