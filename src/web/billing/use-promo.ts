import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CartLine } from '#contract/billing/cart.ts';
import { cartPromoProblem, type Promo } from '#contract/billing/promo-pricing.ts';
import { call } from '#web/lib/api/api.ts';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';

/** A code that the server accepted for a cart. */
type AppliedPromo = Promo & { promocode: string };

/**
 * The promo code of a cart. A cart that is changed after the code was accepted is checked again here; what only the server knows is
 * checked when the payment starts.
 */
export function usePromo(lines: CartLine[], isAutoPay = false) {
  const t = useTexts();
  const [applied, setApplied] = useState<AppliedPromo | null>(null);
  const [refused, setRefused] = useState<string>();
  const check = useMutation({
    mutationFn: (promocode: string) =>
      call('POST /api/v1/payments/promocode', { body: { promocode, lines, isAutoPay } }),
    onSuccess: (accepted) => setApplied(accepted),
    onError: (error) => setRefused(problemText(error, t)),
  });
  const problem = applied && cartPromoProblem(applied, lines, isAutoPay);
  const unfit = problem ? t(`refusals:${problem.replace('.', '_')}` as TextKey) : undefined; // NOTE: locales.test.ts proves that every code has its text
  return {
    applied,
    /** The code that lowers the cart; null while it does not suit it. */
    promo: problem === null ? applied : null,
    error: unfit ?? refused,
    isChecking: check.isPending,
    /** The applied code does not suit the cart: it is not paid with or without it by mistake. */
    isUnfit: unfit !== undefined,
    apply(promocode: string) {
      setRefused(undefined);
      check.mutate(promocode);
    },
    remove() {
      setApplied(null);
      setRefused(undefined);
    },
    /** Takes the refusal of a payment, if it is about the code: the cart stays as it is. */
    takeRefusal(error: unknown): boolean {
      if (!(error instanceof CallRefused) || !error.code.startsWith('promo_code.')) return false;
      setApplied(null);
      setRefused(problemText(error, t));
      return true;
    },
    forget: () => setRefused(undefined),
  };
}

export type PromoOfCart = ReturnType<typeof usePromo>;
