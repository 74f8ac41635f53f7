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

/** `active` · `expired`: its time is over · `exhausted`: every use was paid for · `disabled`: switched off. */
export const PROMO_CODE_STATES = ['active', 'expired', 'exhausted', 'disabled'] as const;
export type PromoCodeState = (typeof PROMO_CODE_STATES)[number];

/** States of a use of a promo code: see `PromoCodeUse`. */
export const PROMO_USE_STATES = ['reserved', 'used', 'released'] as const;
export type PromoUseState = (typeof PROMO_USE_STATES)[number];

/** Bounds of the length of a code that is written by hand. */
export const MIN_PROMO_CODE = 3;
export const MAX_PROMO_CODE = 32;
