import { cartPromoProblem, type Promo } from '#contract/billing/promo-pricing.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import type { PromoCodeState, PromoRefusal } from '#contract/billing/promo-values.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

/** Hours for which a started payment keeps its use of a code: the life of the bank's link. */
export const RESERVED_HOURS = 1;

/** Terms of a code, and its uses in all cabinets. */
export type PromoTerms = Promo & {
  paymentCount: number | null;
  paymentsCountByUser: number | null;
  expireDate: Temporal.Instant | null;
  minimalUserPayments: number;
  maxUserPayments: number | null;
  forNetworkCompanies: boolean;
  isDisabled: boolean;
  used: number;
  reserved: number;
};

/** A cabinet that enters a code, and its cart. */
export type PromoPayer = {
  /** The code belongs to a member of the cabinet. */
  isOwner: boolean;
  /** Uses of the code by the cabinet that are reserved or paid for. */
  uses: number;
  /** Payments that succeeded. */
  payments: number;
  branches: number;
  lines: readonly CartLine[];
  isAutoPay: boolean;
};

/** Returns why a cabinet may not use a code now; null: it may. `promo` undefined: there is no such code. */
export function promoProblem(
  promo: PromoTerms | undefined,
  payer: PromoPayer,
  now: Temporal.Instant,
): PromoRefusal | null {
  if (!promo) return 'promo_code.not_found';
  if (promo.isDisabled) return 'promo_code.invalid';
  if (isExpired(promo, now)) return 'promo_code.expired';
  if (payer.isOwner) return 'promo_code.own';
  if (isReached(promo.used, promo.paymentCount)) return 'promo_code.exhausted';
  if (isReached(promo.used + promo.reserved, promo.paymentCount)) return 'promo_code.users_reached';
  if (isReached(payer.uses, promo.paymentsCountByUser)) return 'promo_code.user_limit_reached';
  if (payer.payments < promo.minimalUserPayments) return 'promo_code.too_few_payments';
  if (promo.maxUserPayments !== null && payer.payments > promo.maxUserPayments) return 'promo_code.too_much_paid';
  if (promo.forNetworkCompanies && payer.branches < NETWORK_BRANCHES) return 'promo_code.network_only';
  return cartPromoProblem(promo, payer.lines, payer.isAutoPay);
}

/** The state of a code, as the operator sees it. */
export function promoState(promo: PromoTerms, now: Temporal.Instant): PromoCodeState {
  if (promo.isDisabled) return 'disabled';
  if (isExpired(promo, now)) return 'expired';
  return isReached(promo.used, promo.paymentCount) ? 'exhausted' : 'active';
}

/** The fewest branches of a network. */
const NETWORK_BRANCHES = 2;

const isReached = (count: number, most: number | null): boolean => most !== null && count >= most;

const isExpired = ({ expireDate }: PromoTerms, now: Temporal.Instant): boolean =>
  expireDate !== null && !isAfter(expireDate, now);

/** Letters and digits that are not taken for each other: no 0 and O, 1, I and L. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;

/**
 * Composes a code of 6 characters.
 *
 * @param draw returns a random whole number below its argument
 */
export function composeCode(draw: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[draw(ALPHABET.length)]).join('');
}
