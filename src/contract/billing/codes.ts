/** Refusals of the room, and their HTTP statuses. */
export const BILLING_PROBLEMS = {
  'tariff.missing': 402,
  'message_quota.exhausted': 402,
  'ai_top_up.too_small': 400,
} as const;

/** Notices of the room to the members of a cabinet. */
export const BILLING_NOTICES = [
  'quota_low',
  'quota_exhausted',
  'ratings_low',
  'ratings_exhausted',
  'ai_reviews_low',
  'ai_reviews_exhausted',
  'ai_balance_low',
  'ai_balance_very_low',
  'ai_balance_exhausted',
] as const;
