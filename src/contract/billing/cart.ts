import type { Brand } from '#contract/brands/brands.ts';
import {
  MAX_TOP_UP,
  MIN_TOP_UP,
  PERIOD_MONTHS,
  type PriceCurrency,
  soldBy,
  type Tariff,
  TOP_UP_PRICES,
  type TopUp,
} from './tariffs.ts';

/**
 * A line of a cart: a tariff for some months, or an addition to a balance (messages, ratings, dollars of AI money).
 *
 * `itemIds`: what the units of a tariff are for; one per unit of a counted tariff.
 */
export type CartLine =
  | { kind: 'tariff'; tariffId: number; units: number; months: number; itemIds?: string[] | undefined }
  | { kind: 'top_up'; balance: TopUp; amount: number };

/** Amounts are minor units; `discountMinor` is what further units cost less. */
export type LinePrice = { fullMinor: number; discountMinor: number; amountMinor: number };

/** Why a line is not sold. */
export type CartProblem =
  | 'tariff.not_sold'
  | 'item.not_found'
  | 'message_top_up.too_small'
  | 'rating_top_up.too_small'
  | 'ai_top_up.too_small'
  | 'top_up.too_large';

/** The most units of one tariff in a cart. */
export const MAX_UNITS = 50;

const TOO_SMALL = {
  messages: 'message_top_up.too_small',
  ratings: 'rating_top_up.too_small',
  ai: 'ai_top_up.too_small',
} as const satisfies Record<TopUp, CartProblem>;

/** Returns what keeps a line from being sold on a domain; null: nothing does. */
export function cartProblem(line: CartLine, brand: Pick<Brand, 'tariffIds'>): CartProblem | null {
  if (line.kind === 'top_up') {
    if (line.amount < MIN_TOP_UP[line.balance]) return TOO_SMALL[line.balance];
    return line.amount > MAX_TOP_UP[line.balance] ? 'top_up.too_large' : null;
  }
  const tariff = soldBy(brand).find(({ id }) => id === line.tariffId);
  const isPeriod = PERIOD_MONTHS.some((months) => months === line.months);
  const mostUnits = tariff?.unit ? MAX_UNITS : 1;
  if (!tariff || !isPeriod || line.units < 1 || line.units > mostUnits) return 'tariff.not_sold';
  return line.itemIds && !isBindable(tariff, line.units, line.itemIds) ? 'item.not_found' : null;
}

function isBindable({ itemKind, unit }: Tariff, units: number, ids: readonly string[]): boolean {
  if (!itemKind || new Set(ids).size !== ids.length) return false;
  return unit ? ids.length === units : ids.length <= MAX_UNITS;
}

/** Computes the price of a line that is sold; of any other it is nothing. */
export function priceOf(line: CartLine, currency: PriceCurrency): LinePrice {
  if (line.kind === 'top_up') {
    const amountMinor = TOP_UP_PRICES[line.balance][currency] * line.amount;
    return { fullMinor: amountMinor, discountMinor: 0, amountMinor };
  }
  const tariff = soldBy({ tariffIds: [line.tariffId] }).find(({ id }) => id === line.tariffId);
  const unit = (tariff?.monthly?.[currency] ?? 0) * line.months;
  const fullMinor = unit * line.units;
  const discountMinor = Math.round((unit * (line.units - 1) * (tariff?.furtherUnitDiscount ?? 0)) / 100);
  return { fullMinor, discountMinor, amountMinor: fullMinor - discountMinor };
}

export const totalOf = (lines: readonly CartLine[], currency: PriceCurrency): number =>
  lines.reduce((sum, line) => sum + priceOf(line, currency).amountMinor, 0);
