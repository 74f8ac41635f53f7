/** `active` · `expired`: its time is over · `exhausted`: every use was paid for · `disabled`: switched off. */
export const PROMO_CODE_STATES = ['active', 'expired', 'exhausted', 'disabled'] as const;
export type PromoCodeState = (typeof PROMO_CODE_STATES)[number];

/** States of a use of a promo code: see `PromoCodeUse`. */
export const PROMO_USE_STATES = ['reserved', 'used', 'released'] as const;
export type PromoUseState = (typeof PROMO_USE_STATES)[number];

/** Bounds of the length of a code that is written by hand. */
export const MIN_PROMO_CODE = 3;
export const MAX_PROMO_CODE = 32;
