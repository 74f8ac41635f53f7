import { randomUUID } from 'node:crypto';
import type { PublicPayment } from '#contract/billing/pay-links.ts';
import type { PaymentId } from '#contract/billing/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import { findPayment, openAttempt } from '#server/billing/payments/payment-queries.ts';
import { followPayment } from '#server/billing/payments/paying.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import { findRecord } from '#server/billing/written/record-queries.ts';
import type { ActionScope, Context, PublicContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { linkUrl } from './link-actions.ts';
import { linkState } from './link-rules.ts';
import { readPayToken } from './tokens.ts';

// NOTE: a process: it calls the bank between transactions.

type Linked = { tenantId: TenantId; paymentId: PaymentId };

/** Attempts to open a payment in one call: the first may find that an earlier one has ended. */
const ATTEMPTS = 2;

/**
 * Reads the payment of a link; one that is at the bank is asked for there first.
 *
 * @throws {Problem} `payment.not_found`
 */
export async function readPublicPayment(
  ctx: PublicContext,
  provider: PaymentProvider | null,
  token: string,
): Promise<PublicPayment> {
  const linked = linkedBy(ctx, token);
  if (provider) await followPayment(ctx, provider, linked);
  return withTenant(ctx, linked.tenantId, async (scope) => {
    const { payment, state } = await findLinked(scope, linked.paymentId);
    const { lines, amountMinor, currency, reason } = payment;
    const { name } = await getTenant(scope);
    return { state, business: name, lines, amountMinor, currency, reason };
  });
}

/**
 * Opens the payment of a link at the bank. One that is open there is continued, so that it is not paid twice.
 *
 * @throws {Problem} `payment.not_found`, `pay.not_payable`, `payment.not_offered`, `payment.refused`, `payment.bank_away`
 */
export async function openByLink(
  ctx: PublicContext,
  provider: PaymentProvider | null,
  token: string,
): Promise<{ payUrl: string }> {
  const linked = linkedBy(ctx, token);
  if (!provider) throw new Problem('payment.not_offered');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await withTenant(ctx, linked.tenantId, (scope) => prepare(scope, provider, linked.paymentId));
    const result = await followPayment(ctx, provider, linked);
    if (result?.kind === 'refused') throw new Problem('payment.refused');
    const payment = await reread(ctx, linked);
    if (payment?.status !== 'pending') throw new Problem('pay.not_payable');
    if (payment.payUrl) return { payUrl: payment.payUrl };
  }
  throw new Problem('payment.bank_away');
}

/** Begins an attempt, where none is under way. */
async function prepare(scope: ActionScope, provider: PaymentProvider, id: PaymentId): Promise<void> {
  const { payment, state } = await findLinked(scope, id, { isLocked: true });
  if (state !== 'open') throw new Problem('pay.not_payable');
  if (!payment.isWritten || payment.openKey !== null) return;
  if (!provider.currencies.includes(payment.currency)) throw new Problem('payment.not_offered');
  await openAttempt(scope, id, {
    openKey: randomUUID(),
    now: scope.clock.now(),
    provider: provider.kind,
    returnUrl: await linkUrl(scope, id),
    firstCheckSeconds: nextCheckSeconds(0),
  });
}

async function findLinked(scope: ActionScope, id: PaymentId, options: { isLocked?: boolean } = {}) {
  const payment = await findPayment(scope, id, options);
  if (!payment) throw new Problem('payment.not_found');
  const { linkUntil } = await findRecord(scope, id);
  return { payment, state: linkState(payment, linkUntil, scope.clock.now()) };
}

const reread = (ctx: Context, { tenantId, paymentId }: Linked) =>
  withTenant(ctx, tenantId, (scope) => findPayment(scope, paymentId));

function linkedBy(ctx: PublicContext, token: string): Linked {
  const linked = readPayToken(ctx, token);
  if (!linked) throw new Problem('payment.not_found');
  return linked;
}
