import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { sendMailJob, startResetJob } from './jobs.ts';
import { sendMail, startReset } from './mail-actions.ts';
import { deleteStale } from './session-queries.ts';

export function workAuth(work: Work, repeat: Repeat): void {
  work(sendMailJob, sendMail);
  work(startResetJob, (ctx, { email, site }) => startReset(ctx, email, site));
  const forgetStale = (ctx: Context) => withSystem(ctx.db, (scope) => deleteStale(scope, ctx.clock.now()));
  repeat('auth.forget-stale', '17 3 * * *', forgetStale, 'daily');
}
