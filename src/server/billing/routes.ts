import * as contract from '#contract/billing/calls.ts';
import * as invoices from '#contract/billing/invoices.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { finishInvoice, getRequisites, issueInvoice, pageOfInvoices } from './invoices/invoice-actions.ts';
import { requireItems } from './payments/item-reads.ts';
import { findPayment } from './payments/payment-queries.ts';
import { pageOfPayments, readSubscription } from './payments/payment-reads.ts';
import { followPayment, openPayment } from './payments/paying.ts';
import type { ListPaidItems, PaymentProvider } from './port.ts';

export function serveBilling(serve: Serve, provider: PaymentProvider | null, listItems: ListPaidItems): void {
  serve.inTenant(contract.listPaidItems, listItems);
  serve.inTenant(contract.getSubscription, (scope) => readSubscription(scope, provider, listItems));
  serve.inTenant(contract.listPayments, (scope, { query }) => pageOfPayments(scope, query));
  serve(contract.createPayment, async (ctx, { body }) => {
    await withTenant(ctx, ctx.tenantId, (scope) => requireItems(scope, listItems, body.lines));
    return openPayment(ctx, provider, body);
  });
  serve(contract.getPayment, async (ctx, { params: { paymentId } }) => {
    const { tenantId } = ctx;
    // NOTE: a payer who returns from the bank may be faster than its notification.
    if (provider) await followPayment(ctx, provider, { tenantId, paymentId });
    const payment = await withTenant(ctx, tenantId, (scope) => findPayment(scope, paymentId));
    if (!payment) throw new Problem('payment.not_found');
    return payment;
  });
  serve.inTenant(invoices.listInvoices, (scope, { query }) => pageOfInvoices(scope, query));
  serve.inTenant(invoices.getRequisites, getRequisites);
  serve.inTenant(invoices.createInvoice, async (scope, { body }) => {
    await requireItems(scope, listItems, body.lines);
    return issueInvoice(scope, provider, body);
  });
  serve.inTenant(invoices.cancelInvoice, (scope, { params }) => finishInvoice(scope, params.invoiceId, 'cancelled'));
}
