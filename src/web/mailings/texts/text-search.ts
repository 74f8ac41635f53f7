import type { MailingId } from '#contract/mailings/calls.ts';
import { MAILING_STATUSES } from '#contract/mailings/values.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { type ReplacementState, readReplacement, replacementOf } from '#web/texts/replacing/text-search.ts';
import type { VariableNames } from '#web/texts/editor/variable-names.ts';
import type { TextSearch } from './use-mailing-texts.ts';

/** Parses the URL of the find-and-replace page. `ids`: mailings selected in the list; none: all that are not over. */
export const readTextSearch = (search: Readonly<Record<string, unknown>>) => ({
  ...readReplacement(search),
  status: wordIn(MAILING_STATUSES, search['status']),
  ids: [search['ids']].flat().flatMap((id) => idIn<MailingId>(id) ?? []),
});
export type TextSearchState = ReplacementState & ReturnType<typeof readTextSearch>;

/** Converts it to the server's query. */
export function searchOf(state: TextSearchState, names: VariableNames): TextSearch {
  return {
    ...replacementOf(state, names),
    ...(state.status && { status: state.status }),
    ...(state.title && { search: state.title }),
    ...(state.ids.length > 0 && { mailingIds: state.ids }),
  };
}
