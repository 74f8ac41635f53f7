import * as contract from '#contract/billing/calls.ts';
import * as links from '#contract/billing/pay-links.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { makePayLink } from './pay-links/link-actions.ts';
import { openByLink, readPublicPayment } from './pay-links/public-paying.ts';
import { findPayment } from './payments/payment-queries.ts';
import { pageOfPayments, readSubscription } from './payments/payment-reads.ts';
import { followPayment, openPayment } from './payments/paying.ts';
import type { CountBranches, PaymentProvider } from './port.ts';
import { servePromoCodes } from './promo-codes/routes.ts';
import { serveRenewals } from './renewals/routes.ts';

export function serveBilling(serve: Serve, provider: PaymentProvider | null, countBranches: CountBranches): void {
  servePromoCodes(serve, { provider, countBranches });
  serveRenewals(serve, provider);
  serve.inTenant(contract.getSubscription, (scope) => readSubscription(scope, provider));
  serve.inTenant(contract.listPayments, (scope, { query }) => pageOfPayments(scope, query));
  serve(contract.createPayment, (ctx, { body }) => openPayment(ctx, provider, body, countBranches));
  serve(contract.getPayment, async (ctx, { params: { paymentId } }) => {
    const { tenantId } = ctx;
    // NOTE: a payer who returns from the bank may be faster than its notification.
    if (provider) await followPayment(ctx, provider, { tenantId, paymentId });
    const payment = await withTenant(ctx, tenantId, (scope) => findPayment(scope, paymentId));
    if (!payment) throw new Problem('payment.not_found');
    return payment;
  });
  serve.inTenant(links.sharePayment, (scope, { params }) => makePayLink(scope, provider, params.paymentId));
  serve(links.getPublicPayment, (ctx, { query }) => readPublicPayment(ctx, provider, query.payment));
  serve(links.openPublicPayment, (ctx, { body }) => openByLink(ctx, provider, body.payment));
}
