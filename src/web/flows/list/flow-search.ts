import type { FlowKind } from '#contract/flows/calls.ts';
import { FLOW_SORTS, FLOW_STATUSES } from '#contract/flows/values.ts';
import { flagIn, textIn, wordIn } from '#web/lib/api/known.ts';
import type { RowFilter } from './use-flow-list.ts';

/** Parses the list's URL: filters and order. */
export const readFlowSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  status: wordIn(FLOW_STATUSES, search['status']),
  mode: wordIn(['test', 'combat'] as const, search['mode']),
  kind: textIn(search['kind']),
  sort: wordIn(FLOW_SORTS, search['sort']),
  isDescending: flagIn(search['isDescending']),
});
export type FlowSearch = ReturnType<typeof readFlowSearch>;

/** Converts the URL's search to the server's filter. */
export function filterOf({ kind, ...search }: FlowSearch): RowFilter {
  return { ...search, ...(kind && { kind: kindOf(kind) }) };
}

/** Returns the kind in a URL; the server refuses unknown ones. */
export function kindOf(text: string): FlowKind {
  return text as FlowKind; // NOTE: the server answers 400 to an unknown kind
}
