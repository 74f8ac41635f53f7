import { flagIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { FLOW_SORTS, FLOW_STATUSES } from '#contract/flows/values.ts';

export const MODES = ['test', 'combat'] as const;

/** Parses the URL of a list of senders: filters and order. A room has filters of its own beside them. */
export const readListSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  status: wordIn(FLOW_STATUSES, search['status']),
  mode: wordIn(MODES, search['mode']),
  sort: wordIn(FLOW_SORTS, search['sort']),
  isDescending: flagIn(search['isDescending']),
});
export type ListSearch = ReturnType<typeof readListSearch>;
