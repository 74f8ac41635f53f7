import type { FlowKind } from '#contract/flows.ts';
import { FLOW_SORTS } from '#contract/flow-words.ts';
import { FLOW_STATUSES } from '#contract/values.ts';
import { textIn, wordIn } from '#web/lib/known.ts';
import type { RowFilter } from './use-flow-list.ts';

/** What the list's address holds: filters and order. */
export const readFlowSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  status: wordIn(FLOW_STATUSES, search['status']),
  mode: wordIn(['test', 'combat'] as const, search['mode']),
  kind: textIn(search['kind']),
  sort: wordIn(FLOW_SORTS, search['sort']),
  isDescending: typeof search['isDescending'] === 'boolean' ? search['isDescending'] : undefined,
});
export type FlowSearch = ReturnType<typeof readFlowSearch>;

/** The same as the server is asked. */
export function filterOf({ kind, ...search }: FlowSearch): RowFilter {
  return { ...search, ...(kind && { kind: kindOf(kind) }) };
}

/** A kind from an address; which there are the server knows, and it refuses others. */
export function kindOf(text: string): FlowKind {
  return text as FlowKind; // NOTE: the server answers 400 to a kind that is none
}
