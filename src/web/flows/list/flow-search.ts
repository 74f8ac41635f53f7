import type { FlowKind } from '#contract/flows/calls.ts';
import { textIn } from '#web/lib/api/known.ts';
import { readListSearch } from '#web/senders/list/list-search.ts';
import type { RowFilter } from './use-flow-list.ts';

/** Parses the list's URL: filters and order. */
export const readFlowSearch = (search: Readonly<Record<string, unknown>>) => ({
  ...readListSearch(search),
  kind: textIn(search['kind']),
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
