import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { mailLinkJob, sendMailJob } from './jobs.ts';
import { deleteStaleInvitations } from './mails/invitation-queries.ts';
import { mailLink, sendMail } from './mails/mail-actions.ts';
import { deleteStale } from './sessions/session-queries.ts';

export function workAuth(work: Work, repeat: Repeat): void {
  work(sendMailJob, sendMail);
  work(mailLinkJob, mailLink);
  const forgetStale = (ctx: Context) =>
    withSystem(ctx, async (scope) => {
      await deleteStale(scope, ctx.clock.now());
      await deleteStaleInvitations(scope, ctx.clock.now());
    });
  repeat('auth.forget-stale', '17 3 * * *', forgetStale, 'daily');
}
