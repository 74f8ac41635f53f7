import { BILLING_NOTICES } from '#contract/billing/codes.ts';
import { defineRoom } from '#server/room.ts';
import { servePaymentNotifications } from './payments/notification-routes.ts';
import { serveBilling } from './routes.ts';
import { workBilling } from './workers.ts';

export const billing = defineRoom({
  name: 'billing',
  serve: (serve, { providers, countBranches }) => serveBilling(serve, providers.payments, countBranches),
  pages(app, ctx, { providers }) {
    if (providers.payments) servePaymentNotifications(app, ctx, providers.payments);
  },
  work: (work, repeat, { providers }) => workBilling(work, repeat, providers.payments),
  notices: BILLING_NOTICES,
});
