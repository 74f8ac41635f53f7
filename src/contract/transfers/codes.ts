/** Refusals of the room, and their HTTP statuses. */
export const TRANSFERS_PROBLEMS = {
  'flow_transfer.not_found': 404,
  'flow_transfer.over': 409,
} as const;

/** Notices of the room to the members of a cabinet. */
export const TRANSFERS_NOTICES = ['flows_offered', 'flows_taken', 'mailings_offered', 'mailings_taken'] as const;
