/** Past days a rehearsal may cover. */
export const REHEARSAL_DAYS = [7, 30, 90] as const;

/** Maximum number of flows in one rehearsal. */
export const MAX_REHEARSED = 20;
