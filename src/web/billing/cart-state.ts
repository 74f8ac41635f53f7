import { type CartLine, cartProblem } from '#contract/billing/cart.ts';
import { type PERIOD_MONTHS, TOP_UPS, type TopUp } from '#contract/billing/tariffs.ts';
import { brand } from '#web/lib/pages/brand.ts';

/** A cart as it is filled: months are of all its tariffs; top-ups are as typed, zero is none. */
export type Cart = {
  months: (typeof PERIOD_MONTHS)[number];
  /** Units by the tariff's id. */
  tariffs: Readonly<Record<number, number>>;
  /** Ids of the things that units are for, by the tariff's id; absent: units alone. */
  items: Readonly<Record<number, readonly string[]>>;
  topUps: Readonly<Record<TopUp, number>>;
  /** Whether its tariffs are renewed from the card that pays. */
  isAutoPay: boolean;
};

export const EMPTY_CART: Cart = {
  months: 1,
  tariffs: {},
  items: {},
  topUps: { messages: 0, ratings: 0, ai: 0 },
  isAutoPay: false,
};

/** Returns the lines of a cart, tariffs first. */
export function linesOf({ months, tariffs, items, topUps }: Cart): CartLine[] {
  return [
    ...Object.entries(tariffs).map(([id, units]) => {
      const itemIds = items[Number(id)] ?? [];
      const line = { kind: 'tariff' as const, tariffId: Number(id), units, months };
      return itemIds.length > 0 ? { ...line, itemIds: [...itemIds] } : line;
    }),
    ...TOP_UPS.filter((balance) => topUps[balance] > 0).map((balance) => ({
      kind: 'top_up' as const,
      balance,
      amount: topUps[balance],
    })),
  ];
}

/** Returns whether every line may be bought here. */
export const isSold = (lines: readonly CartLine[]): boolean => lines.every((line) => cartProblem(line, brand) === null);
