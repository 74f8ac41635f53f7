import { BILLING_NOTICES } from '#contract/billing/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveInvoiceDocuments } from './invoices/document-routes.ts';
import { servePaymentNotifications } from './payments/notification-routes.ts';
import { serveBilling } from './routes.ts';
import { workBilling } from './workers.ts';

export const billing = defineRoom({
  name: 'billing',
  serve: (serve, { providers, countBranches, listPaidItems }) =>
    serveBilling(serve, providers.payments, { countBranches, listPaidItems }),
  pages(app, ctx, { providers }) {
    serveInvoiceDocuments(app, ctx);
    if (providers.payments) servePaymentNotifications(app, ctx, providers.payments);
  },
  work: (work, repeat, { providers }) => workBilling(work, repeat, providers.payments),
  notices: BILLING_NOTICES,
});
