import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { mailInvoice } from './invoices/mailing.ts';
import { followPaymentJob, mailInvoiceJob } from './jobs.ts';
import { followDuePayments, followPayment } from './payments/paying.ts';
import type { PaymentProvider } from './port.ts';
import { grantAllMonths } from './tariff-actions.ts';

export function workBilling(work: Work, repeat: Repeat, provider: PaymentProvider | null): void {
  repeat('billing.grant-months', '7 * * * *', grantAllMonths);
  work(mailInvoiceJob, mailInvoice);
  work(followPaymentJob, async (ctx, about) => {
    if (provider) await followPayment(ctx, provider, about);
  });
  repeat('billing.follow-payments', '* * * * *', async (ctx, signal) => {
    if (provider) await followDuePayments(ctx, provider, signal);
  });
}
