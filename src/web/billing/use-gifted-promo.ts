import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CartLine } from '#contract/billing/cart.ts';
import { cartPromoProblem } from '#contract/billing/promo-pricing.ts';
import { call } from '#web/lib/api/api.ts';
import type { PromoOfCart } from './use-promo.ts';

/** A gifted code lowers every tariff. */
const EVERY_TARIFF = { availableTariffTypes: [] };

/**
 * Applies the code of the link by which the cabinet's owner came, without typing, while the cart suits it. One that the payer
 * removed is not applied again.
 *
 * @returns the gift; null when there is none
 */
export function useGiftedPromo(lines: CartLine[], promo: PromoOfCart) {
  const { data } = useQuery({ queryKey: ['partners', 'gift'], queryFn: () => call('GET /api/v1/partners/gift') });
  const gift = data?.gift ?? null;
  const code = gift?.code;
  const [isGiven, setGiven] = useState(false);
  const isFit = cartPromoProblem(EVERY_TARIFF, lines, false) === null;
  const isApplied = code !== undefined && promo.applied?.promocode === code;
  useEffect(() => {
    if (!code) return;
    if (isFit && !isGiven && !promo.applied) {
      setGiven(true);
      promo.apply(code);
    } else if (!isFit && isApplied) {
      setGiven(false);
      promo.remove();
    }
  }, [code, isFit, isGiven, isApplied, promo]);
  return gift;
}
