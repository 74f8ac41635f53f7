import { type CartLine, type LinePrice, priceOf } from './cart.ts';
import type { PriceCurrency } from './tariffs.ts';

/** How a promo code lowers a cart; without `availableTariffTypes` it lowers every tariff. */
export type Promo = { readonly discountPercent: number; readonly availableTariffTypes: readonly number[] };

/** The price of a line; `amountMinor` is what remains after both discounts. */
export type PromoPrice = LinePrice & { promoDiscountMinor: number };

/** Why a promo code does not suit a cart. */
export type CartPromoProblem =
  | 'promo_code.with_auto_payment'
  | 'promo_code.single_month'
  | 'promo_code.tariff_not_included';

/** Returns what keeps a promo code from lowering a cart; null: nothing does. */
export function cartPromoProblem(
  promo: Pick<Promo, 'availableTariffTypes'>,
  lines: readonly CartLine[],
  isAutoPay: boolean,
): CartPromoProblem | null {
  if (isAutoPay) return 'promo_code.with_auto_payment';
  if (!lines.some((line) => isLowered(promo, line))) return 'promo_code.tariff_not_included';
  const isLonger = lines.some((line) => line.kind === 'tariff' && line.months > 1);
  return isLonger ? 'promo_code.single_month' : null;
}

/** Computes the price of a line under a promo code; null: there is none. Additions to balances are not lowered. */
export function promoPriceOf(line: CartLine, currency: PriceCurrency, promo: Promo | null): PromoPrice {
  const price = priceOf(line, currency);
  const promoDiscountMinor = promo && isLowered(promo, line) ? percentOf(price.amountMinor, promo.discountPercent) : 0;
  return { ...price, promoDiscountMinor, amountMinor: price.amountMinor - promoDiscountMinor };
}

export const promoTotalOf = (lines: readonly CartLine[], currency: PriceCurrency, promo: Promo | null): number =>
  lines.reduce((sum, line) => sum + promoPriceOf(line, currency, promo).amountMinor, 0);

function isLowered({ availableTariffTypes }: Pick<Promo, 'availableTariffTypes'>, line: CartLine): boolean {
  if (line.kind !== 'tariff') return false;
  return availableTariffTypes.length === 0 || availableTariffTypes.includes(line.tariffId);
}

/** Returns whole percent of minor units, rounded to the nearest one, and half to the even one. */
export function percentOf(amountMinor: number, percent: number): number {
  const hundredths = amountMinor * percent;
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  const isUp = rest > 50 || (rest === 50 && whole % 2 === 1);
  return isUp ? whole + 1 : whole;
}
