import { type Payment, PaymentId } from '#contract/billing/calls.ts';
import type { SubscriptionId } from '#contract/billing/subscriptions.ts';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { listPaidTariffs } from '#server/billing/entitlement-queries.ts';
import { getMemberEmail } from '#server/auth/sign-in/actions.ts';
import { tariffsChanged } from '#server/billing/jobs.ts';
import { nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import { findPayment, insertPayment } from '#server/billing/payments/payment-queries.ts';
import { followPayment } from '#server/billing/payments/paying.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import type { ActionScope, Context, MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { insertCharge } from './charge-queries.ts';
import { mailAhead, reportStop } from './letter-actions.ts';
import { readRenewal } from './renewal-reads.ts';
import type { Step } from './renewal-rules.ts';
import {
  listDueSubscriptions,
  lockSubscription,
  type StoredSubscription,
  updateSubscription,
} from './subscription-queries.ts';

// NOTE: a process: it calls the bank between transactions.

/** Subscriptions whose step is taken in one run. */
const MAX_STEPS = 200;
/** Hours after which a cabinet that has everything without end is checked again. */
const FREE_HOURS = 24;

/** Takes the next step of all subscriptions whose time has come. */
export async function renewDue(ctx: Context, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  const due = await withSystem(ctx, (scope) => listDueSubscriptions(scope, { now: ctx.clock.now(), limit: MAX_STEPS }));
  for (const about of due) {
    if (signal.aborted) return;
    await renew(ctx, provider, about);
  }
}

/**
 * Takes the next step of one subscription, when its time has come: a notice, a charge, or its stop. Safe to run twice, and at once with
 * itself: the charge is written before the bank is called.
 */
async function renew(
  ctx: Context,
  provider: PaymentProvider,
  { tenantId, subscriptionId }: { tenantId: TenantId; subscriptionId: SubscriptionId },
): Promise<void> {
  const paymentId = await withTenant(ctx, tenantId, (scope) => takeStep(scope, subscriptionId, provider));
  if (paymentId) await followPayment(ctx, provider, { tenantId, paymentId });
}

/** @returns the payment with which the bank is to be called */
async function takeStep(scope: ActionScope, id: SubscriptionId, provider: PaymentProvider): Promise<PaymentId | null> {
  const subscription = await lockSubscription(scope, id);
  if (!subscription || (await waitsForTrial(scope, subscription))) return null;
  const now = scope.clock.now();
  const { renewal } = await readRenewal(scope, subscription, now);
  const { step } = renewal;
  if (!step || isAfter(step.at, now)) {
    await updateSubscription(scope, id, { stepAt: step?.at ?? null });
    return null;
  }
  const paymentId = await carryOut(scope, { subscription, step, provider });
  const present = await lockSubscription(scope, id);
  const next = present && (await readRenewal(scope, present, now)).renewal.step;
  await updateSubscription(scope, id, { stepAt: next?.at ?? null });
  await announce(scope, 'billing');
  return paymentId;
}

async function carryOut(
  scope: ActionScope,
  { subscription, step, provider }: { subscription: StoredSubscription; step: Step; provider: PaymentProvider },
): Promise<PaymentId | null> {
  const { id } = subscription;
  const now = scope.clock.now();
  if (step.kind === 'charge')
    return writePayment(scope, subscription, { provider, attempt: step.attempt, memberId: subscription.memberId });
  if (step.kind === 'notice') {
    await mailAhead(scope, subscription);
    await updateSubscription(scope, id, { noticedDays: step.days, stepAt: now });
    return null;
  }
  if (!subscription.canceledAt) await reportStop(scope, subscription);
  await updateSubscription(scope, id, { stoppedAt: now, stepAt: now });
  await emit(scope, tariffsChanged, { dedupeKey: `stopped:${id}:${subscription.dueAt}`, facts: {}, occurredAt: now });
  return null;
}

/** The operator may have made the trial longer, or given everything without end: then nothing is charged yet. */
async function waitsForTrial(scope: ActionScope, { id, isTrial, dueAt }: StoredSubscription): Promise<boolean> {
  if (!isTrial) return false;
  const { paidUntil } = await getTenant(scope);
  const now = scope.clock.now();
  if (paidUntil === null) {
    await updateSubscription(scope, id, { stepAt: now.add({ hours: FREE_HOURS }) });
    return true;
  }
  if (!isAfter(paidUntil, dueAt)) return false;
  await updateSubscription(scope, id, { dueAt: paidUntil, stepAt: now });
  return true;
}

/**
 * Opens a payment for the next period on the page of the bank. One that is open already is returned again.
 *
 * @throws {Problem} `subscription.not_found`, `subscription.charge_pending`, `payment.not_offered`, `payment.refused`, `payment.bank_away`
 */
export async function paySubscription(
  ctx: MemberContext,
  provider: PaymentProvider | null,
  id: SubscriptionId,
): Promise<Payment> {
  const { tenantId, memberId } = ctx;
  const paymentId = await withTenant(ctx, tenantId, async (scope) => {
    const subscription = await lockSubscription(scope, id);
    if (!subscription) throw new Problem('subscription.not_found');
    if (!provider) throw new Problem('payment.not_offered');
    const { attempts } = await readRenewal(scope, subscription, ctx.clock.now());
    const open = attempts.find(({ status }) => status === 'pending');
    if (open && open.attempt !== null) throw new Problem('subscription.charge_pending');
    if (open) return PaymentId.parse(open.paymentId);
    return writePayment(scope, subscription, { provider, attempt: null, memberId, origin: ctx.site.origin });
  });
  const result = provider && (await followPayment(ctx, provider, { tenantId, paymentId }));
  if (result?.kind === 'refused') throw new Problem('payment.refused');
  const payment = await withTenant(ctx, tenantId, (scope) => findPayment(scope, paymentId));
  if (!payment) throw new Problem('payment.not_found');
  if (!payment.payUrl && payment.status === 'pending') throw new Problem('payment.bank_away');
  return payment;
}

/** Writes the payment of a period and its attempt, before the bank is called. */
async function writePayment(
  scope: ActionScope,
  subscription: StoredSubscription,
  {
    provider,
    attempt,
    memberId,
    origin,
  }: { provider: PaymentProvider; attempt: number | null; memberId: MemberId | null; origin?: string | null },
): Promise<PaymentId> {
  const { id, tariffId, units, months, amountMinor, currency, dueAt, cardId } = subscription;
  const { brand } = await getTenant(scope);
  const paymentId = newId(PaymentId);
  const last = (await listPaidTariffs(scope)).findLast((period) => period.tariffId === tariffId);
  const itemIds = last?.itemIds?.length === units ? [...last.itemIds] : undefined;
  const line = { kind: 'tariff' as const, tariffId, units, months, ...(itemIds && { itemIds }) };
  const page = `/payments/subscriptions?payment=${paymentId}`;
  await insertPayment(scope, {
    id: paymentId,
    lines: [{ line, amountMinor, discountMinor: 0, promoDiscountMinor: 0 }],
    amountMinor,
    currency,
    promo: null,
    provider: provider.kind,
    returnUrl: `${origin ?? originOfBrand(scope.config, brand)}${page}`,
    email: await emailOf(scope, attempt === null ? memberId : null),
    memberId,
    isAutoPay: true,
    now: scope.clock.now(),
    firstCheckSeconds: nextCheckSeconds(0),
  });
  await insertCharge(scope, paymentId, {
    subscriptionId: id,
    dueAt,
    attempt,
    cardId: attempt === null ? null : cardId,
  });
  return paymentId;
}

/** The address of the receipt: that of the member who pays, or of the owner. */
async function emailOf(scope: ActionScope, memberId: MemberId | null): Promise<string> {
  return memberId ? getMemberEmail(scope, memberId) : ((await findFirstOwner(scope))?.email ?? '');
}
