import type { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import type { resolvePriorityConflictsJob } from '#server/flows/jobs.ts';
import { listMarketingSubjects } from './priority-conflict-queries.ts';
import { planSubjects } from './plan-actions.ts';

/** Decides again about the planned marketing of some customers. Safe to repeat: a resolved conflict does not change. */
export async function resolvePriorityConflicts(
  ctx: Context,
  { tenantId, contactIds, round }: z.infer<typeof resolvePriorityConflictsJob.payload>,
): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const subjects = await listMarketingSubjects(scope, contactIds);
    await planSubjects(ctx, scope, { subjects, round });
  });
}
