import type { PaymentId } from '#contract/billing/calls.ts';
import type { PromoRefusal } from '#contract/billing/promo-values.ts';
import type { PromoCodeId } from '#contract/billing/promo-ids.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  countOwnUses,
  countPaid,
  countUses,
  findPromoByCode,
  insertUse,
  lockPromoByCode,
  lockUse,
  setUseState,
  type StoredPromo,
} from './promo-code-queries.ts';
import { promoProblem, type PromoPayer, RESERVED_HOURS } from './rules.ts';

/** A code that is entered for a cart, by a cabinet that owns it or not. */
export type EnteredPromo = Pick<PromoPayer, 'isOwner' | 'branches' | 'lines' | 'isAutoPay'> & { code: string };

/**
 * Checks a code for a cart, and reserves nothing.
 *
 * @throws {Problem} one of `PROMO_REFUSALS`
 */
export async function checkPromo(scope: ActionScope, entered: EnteredPromo): Promise<StoredPromo> {
  return accepted(scope, await findPromoByCode(scope, entered.code), entered);
}

/**
 * Reserves a use of a code for a payment that starts. Payments that enter the same code wait for the end of the transaction, so that
 * its last use is given once.
 *
 * @throws {Problem} one of `PROMO_REFUSALS`
 */
export async function reservePromo(
  scope: ActionScope,
  { paymentId, ...entered }: EnteredPromo & { paymentId: PaymentId },
): Promise<StoredPromo> {
  const now = scope.clock.now();
  const promo = await accepted(scope, await lockPromoByCode(scope, entered.code), entered);
  await countUses(scope, promo.id, { reserved: 1, used: 0 });
  const reservedUntil = now.add({ hours: RESERVED_HOURS });
  await insertUse(scope, { paymentId, promoCodeId: promo.id, reservedUntil, now });
  return promo;
}

async function accepted(
  scope: ActionScope,
  promo: StoredPromo | undefined,
  entered: EnteredPromo,
): Promise<StoredPromo> {
  const uses = promo ? await countOwnUses(scope, promo.id) : 0;
  const payments = await countPaid(scope);
  const problem = promoProblem(promo, { ...entered, uses, payments }, scope.clock.now());
  if (promo && !problem) return promo;
  throw new Problem(problem ?? 'promo_code.not_found', promo && problem ? detailsOf(problem, promo) : undefined);
}

/** Numbers that the text of a refusal has. */
function detailsOf(problem: PromoRefusal, promo: StoredPromo): Record<string, unknown> | undefined {
  if (problem === 'promo_code.too_few_payments') return { min: promo.minimalUserPayments };
  if (problem === 'promo_code.too_much_paid') return { max: promo.maxUserPayments };
  return undefined;
}

/**
 * Ends the use of a code when its payment ends: it is used, or free again. A payment that succeeds after its time was over keeps its
 * discount, and the code may then have one use more than its terms allow.
 */
export async function endPromoUse(
  scope: ActionScope,
  paymentId: PaymentId,
  status: 'succeeded' | 'canceled',
): Promise<void> {
  const use = await lockUse(scope, paymentId);
  if (!use) return;
  if (status === 'canceled') return release(scope, paymentId, use);
  if (use.state === 'used') return;
  await countUses(scope, use.promoCodeId, { reserved: use.state === 'reserved' ? -1 : 0, used: 1 });
  await setUseState(scope, paymentId, 'used');
}

/** Frees a use whose time is over; its payment may still be pending. */
export async function releaseOverdue(scope: ActionScope, paymentId: PaymentId): Promise<void> {
  const use = await lockUse(scope, paymentId);
  if (use && Temporal.Instant.compare(use.reservedUntil, scope.clock.now()) <= 0) await release(scope, paymentId, use);
}

async function release(
  scope: ActionScope,
  paymentId: PaymentId,
  { promoCodeId, state }: { promoCodeId: PromoCodeId; state: string },
): Promise<void> {
  if (state !== 'reserved') return;
  await countUses(scope, promoCodeId, { reserved: -1, used: 0 });
  await setUseState(scope, paymentId, 'released');
}
