import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CartLine } from '#contract/billing/cart.ts';
import { cartPromoProblem } from '#contract/billing/promo-pricing.ts';
import { call } from '#web/lib/api/api.ts';
import type { PromoOfCart } from './use-promo.ts';

/**
 * Applies the code of the link by which the cabinet's owner came, without typing, while the cart suits it and no other code was
 * entered. One that the payer removed is not applied again.
 *
 * @returns the promo code of the cart, and the gift; null when there is none
 */
export function useGiftedPromo(lines: CartLine[], typed: PromoOfCart, isAutoPay: boolean) {
  const { data } = useQuery({ queryKey: ['partners', 'gift'], queryFn: () => call('GET /api/v1/partners/gift') });
  const [isRemoved, setRemoved] = useState(false);
  const gift = data?.gift ?? null;
  const isGiven = gift && !isRemoved && !typed.applied && cartPromoProblem(gift, lines, isAutoPay) === null;
  if (!isGiven) return { gift, code: typed };
  const code: PromoOfCart = {
    ...typed,
    applied: gift,
    promo: gift,
    remove: () => setRemoved(true),
    takeRefusal(error) {
      const isTaken = typed.takeRefusal(error);
      if (isTaken) setRemoved(true);
      return isTaken;
    },
  };
  return { gift, code };
}
