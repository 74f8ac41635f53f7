import * as contract from '#contract/billing/calls.ts';
import * as invoices from '#contract/billing/invoices.ts';
import * as links from '#contract/billing/pay-links.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { finishInvoice, getRequisites, issueInvoice, pageOfInvoices } from './invoices/invoice-actions.ts';
import { makePayLink } from './pay-links/link-actions.ts';
import { openByLink, readPublicPayment } from './pay-links/public-paying.ts';
import { requireItems } from './payments/item-reads.ts';
import { findPayment } from './payments/payment-queries.ts';
import { pageOfPayments, readSubscription } from './payments/payment-reads.ts';
import { followPayment, openPayment } from './payments/paying.ts';
import type { CountBranches, ListPaidItems, PaymentProvider } from './port.ts';
import { servePromoCodes } from './promo-codes/routes.ts';
import { serveRenewals } from './renewals/routes.ts';

/** @param upper what upper rooms know of a cabinet */
export function serveBilling(
  serve: Serve,
  provider: PaymentProvider | null,
  upper: { countBranches: CountBranches; listPaidItems: ListPaidItems },
): void {
  const { countBranches, listPaidItems: listItems } = upper;
  servePromoCodes(serve, { provider, countBranches });
  serveRenewals(serve, provider);
  serve.inTenant(contract.listPaidItems, listItems);
  serve.inTenant(contract.getSubscription, (scope) => readSubscription(scope, provider, listItems));
  serve.inTenant(contract.listPayments, (scope, { query }) => pageOfPayments(scope, query));
  serve(contract.createPayment, async (ctx, { body }) => {
    await withTenant(ctx, ctx.tenantId, (scope) => requireItems(scope, listItems, body.lines));
    return openPayment(ctx, provider, body, countBranches);
  });
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
  serve.inTenant(invoices.listInvoices, (scope, { query }) => pageOfInvoices(scope, query));
  serve.inTenant(invoices.getRequisites, getRequisites);
  serve.inTenant(invoices.createInvoice, async (scope, { body }) => {
    await requireItems(scope, listItems, body.lines);
    return issueInvoice(scope, provider, body);
  });
  serve.inTenant(invoices.cancelInvoice, (scope, { params }) => finishInvoice(scope, params.invoiceId, 'cancelled'));
}
