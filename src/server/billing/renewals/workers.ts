import { followCardJob } from '#server/billing/jobs.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { followCard, followDueCards } from './binding.ts';
import { renewDue } from './charging.ts';

export function workRenewals(work: Work, repeat: Repeat, provider: PaymentProvider | null): void {
  work(followCardJob, async (ctx, about) => {
    if (provider) await followCard(ctx, provider, about);
  });
  repeat('billing.follow-cards', '* * * * *', async (ctx, signal) => {
    if (provider) await followDueCards(ctx, provider, signal);
  });
  repeat('billing.renew', '* * * * *', async (ctx, signal) => {
    if (provider) await renewDue(ctx, provider, signal);
  });
}
