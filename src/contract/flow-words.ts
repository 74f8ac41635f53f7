/** Words and limits of editing many flows that both sides know at run time. Without Zod, like `values.ts`. */

/** Most flows one call may be about. */
export const MOST_FLOWS_AT_ONCE = 200;

export const FLOW_SORTS = ['created', 'updated', 'title'] as const;

/** What a flow from another cabinet was bound to there and is not here. */
export const FLOW_TO_FILL = [
  'channels',
  'branches',
  'services',
  'masters',
  'templates',
  'image',
  'conditions',
] as const;

/** Why a replaced text cannot be saved. */
export const REPLACE_TROUBLES = ['required', 'too_long', 'url', 'unknown_variable', 'invalid'] as const;

/** Days an offer of flows to another cabinet stands. */
export const TRANSFER_DAYS = 14;
