import { type ReplacementState, readReplacement, replacementOf } from '#web/texts/replacing/text-search.ts';
import type { VariableNames } from '#web/texts/editor/variable-names.ts';
import { kindOf, readFlowSearch } from '#web/flows/list/flow-search.ts';
import type { TextSearch } from './use-flow-texts.ts';

/** Parses the URL of the find-and-replace page. */
export const readTextSearch = (search: Readonly<Record<string, unknown>>) => {
  const { status, kind } = readFlowSearch(search);
  return { ...readReplacement(search), status, kind };
};
export type TextSearchState = ReplacementState & ReturnType<typeof readTextSearch>;

/** Converts it to the server's query. */
export function searchOf(state: TextSearchState, names: VariableNames): TextSearch {
  return {
    ...replacementOf(state, names),
    ...(state.status && { status: state.status }),
    ...(state.title && { search: state.title }),
    ...(state.kind && { kind: kindOf(state.kind) }),
  };
}
