/** Characters of a reason, at least. */
export const SHORTEST_REASON = 10;
export const SUPPORT_MINUTES = 30;
export const SUPPORT_CHANGE_MINUTES = 15;
