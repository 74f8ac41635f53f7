/** Refusals of the room, and their HTTP statuses. */
export const BILLING_PROBLEMS = {
  'tariff.missing': 402,
  'message_quota.exhausted': 402,
} as const;

/** Notices of the room to the members of a cabinet. */
export const BILLING_NOTICES = ['quota_low', 'quota_exhausted', 'ratings_low', 'ratings_exhausted'] as const;
