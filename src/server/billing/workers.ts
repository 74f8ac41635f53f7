import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { mailInvoice } from './invoices/mailing.ts';
import { followPaymentJob, followRefundJob, mailInvoiceJob } from './jobs.ts';
import { followDuePayments, followPayment } from './payments/paying.ts';
import { releaseOverdueUses } from './promo-codes/entering.ts';
import type { PaymentProvider } from './port.ts';
import { followDueRefunds, followRefund } from './refunds/refunding-actions.ts';
import { RefundId } from './refunds/refund-queries.ts';
import { workRenewals } from './renewals/workers.ts';
import { grantAllMonths } from './tariff-actions.ts';

export function workBilling(work: Work, repeat: Repeat, provider: PaymentProvider | null): void {
  workRenewals(work, repeat, provider);
  repeat('billing.grant-months', '7 * * * *', grantAllMonths);
  work(mailInvoiceJob, mailInvoice);
  work(followPaymentJob, async (ctx, about) => {
    if (provider) await followPayment(ctx, provider, about);
  });
  repeat('billing.release-promo-codes', '* * * * *', releaseOverdueUses);
  repeat('billing.follow-payments', '* * * * *', async (ctx, signal) => {
    if (provider) await followDuePayments(ctx, provider, signal);
  });
  work(followRefundJob, async (ctx, { tenantId, refundId }) => {
    if (provider) await followRefund(ctx, provider, { tenantId, refundId: RefundId.parse(refundId) });
  });
  repeat('billing.follow-refunds', '* * * * *', async (ctx, signal) => {
    if (provider) await followDueRefunds(ctx, provider, signal);
  });
}
