import type { PriceCurrency } from '#contract/billing/tariffs.ts';

/** Parameter of the address that names the code of a referral link: `https://app.frontdesk.example/?ref=ABC123`. */
export const REFERRAL_PARAMETER = 'ref';

/** Codes that a cabinet may make. */
export const MAX_REFERRAL_CODES = 10;

/** The smallest payout, in minor units. */
export const MIN_PAYOUT_MINOR: Readonly<Record<PriceCurrency, number>> = { RUB: 100_000, USD: 2_000 };

/** Days for which the first visit of a person who has not registered is kept. */
export const FIRST_TOUCH_DAYS = 90;

/** `requested` until the operator has paid or refused it, or its partner has withdrawn it. */
export const PAYOUT_STATUSES = ['requested', 'paid', 'refused', 'withdrawn'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
