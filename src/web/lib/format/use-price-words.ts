import { useFormat } from './format.ts';

/** Returns a function that writes a price; prices of single messages are parts of a unit. */
export function usePriceWords(): (price: { amount: number; currency: string }) => string {
  const format = useFormat();
  return ({ amount, currency }) =>
    format.number(amount, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 2,
    });
}
