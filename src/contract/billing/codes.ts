/**
 * Refusals of a promo code for a cart: the check of the cart and the start of a payment answer with the same ones, the first that
 * applies in this order.
 */
export const PROMO_REFUSALS = [
  'promo_code.not_found',
  'promo_code.invalid',
  'promo_code.expired',
  'promo_code.own',
  'promo_code.exhausted',
  'promo_code.users_reached',
  'promo_code.user_limit_reached',
  'promo_code.too_few_payments',
  'promo_code.too_much_paid',
  'promo_code.network_only',
  'promo_code.with_auto_payment',
  'promo_code.tariff_not_included',
  'promo_code.single_month',
] as const;
export type PromoRefusal = (typeof PROMO_REFUSALS)[number];

/** Refusals of the room, and their HTTP statuses. */
export const BILLING_PROBLEMS = {
  'tariff.missing': 402,
  'message_quota.exhausted': 402,
  'tariff.not_sold': 400,
  'ai_top_up.too_small': 400,
  'message_top_up.too_small': 400,
  'rating_top_up.too_small': 400,
  'top_up.too_large': 400,
  'payment.not_found': 404,
  'payment.not_offered': 409,
  'payment.total_changed': 409,
  'payment.too_large': 400,
  'payment.refused': 502,
  'payment.bank_away': 503,
  'promo_code.not_found': 404,
  'promo_code.invalid': 409,
  'promo_code.expired': 409,
  'promo_code.own': 409,
  'promo_code.exhausted': 409,
  'promo_code.users_reached': 409,
  'promo_code.user_limit_reached': 409,
  'promo_code.too_few_payments': 409,
  'promo_code.too_much_paid': 409,
  'promo_code.network_only': 409,
  'promo_code.with_auto_payment': 409,
  'promo_code.tariff_not_included': 409,
  'promo_code.single_month': 409,
  'promo_code.taken': 409,
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
