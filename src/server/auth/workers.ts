import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { mailLinkJob, sendMailJob } from './jobs.ts';
import { mailLink, sendMail } from './mail-actions.ts';
import { deleteStale } from './session-queries.ts';

export function workAuth(work: Work, repeat: Repeat): void {
  work(sendMailJob, sendMail);
  work(mailLinkJob, mailLink);
  const forgetStale = (ctx: Context) => withSystem(ctx, (scope) => deleteStale(scope, ctx.clock.now()));
  repeat('auth.forget-stale', '17 3 * * *', forgetStale, 'daily');
}
