/** Refusals of the room, and their HTTP statuses. */
export const BILLING_PROBLEMS = {
  'tariff.missing': 402,
  'message_quota.exhausted': 402,
  'tariff.not_sold': 400,
  'ai_top_up.too_small': 400,
  'message_top_up.too_small': 400,
  'rating_top_up.too_small': 400,
  'top_up.too_large': 400,
  'item.not_found': 400,
  'invoice.not_found': 404,
  'invoice.not_offered': 409,
  'invoice.final': 409,
  'payment.not_found': 404,
  'payment.not_offered': 409,
  'payment.total_changed': 409,
  'payment.too_large': 400,
  'payment.refused': 502,
  'payment.bank_away': 503,
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
