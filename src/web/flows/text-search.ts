import { flagIn, textIn } from '#web/lib/known.ts';
import { kindOf, readFlowSearch } from './flow-search.ts';
import type { TextSearch } from './use-flow-texts.ts';
import { toStoredText, type VariableNames } from '#web/texts/variable-names.ts';

/** Parses the URL of the find-and-replace page. */
export const readTextSearch = (search: Readonly<Record<string, unknown>>) => {
  const { status, kind } = readFlowSearch(search);
  return {
    find: textIn(search['find']),
    with: textIn(search['with']),
    whole: flagIn(search['whole']) || undefined,
    case: flagIn(search['case']) || undefined,
    title: textIn(search['title']),
    status,
    kind,
  };
};
export type TextSearchState = ReturnType<typeof readTextSearch>;

/** Converts it to the server's query; variables are written by their titles. */
export function searchOf(state: TextSearchState, names: VariableNames): TextSearch {
  return {
    find: toStoredText(state.find ?? '', names),
    replaceWith: toStoredText(state.with ?? '', names),
    isWholeWord: state.whole ?? false,
    isCaseSensitive: state.case ?? false,
    ...(state.status && { status: state.status }),
    ...(state.title && { search: state.title }),
    ...(state.kind && { kind: kindOf(state.kind) }),
  };
}
