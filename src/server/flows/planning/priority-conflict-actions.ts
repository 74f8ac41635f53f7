import type { ActionScope } from '#server/platform/context/context.ts';
import type { z } from 'zod';
import type { resolvePriorityConflictsJob } from '#server/flows/jobs.ts';
import { listMarketingSubjects } from './queries.ts';
import { planSubjects } from './plan-actions.ts';

/** Decides again about the planned marketing of some contacts. Safe to repeat: a resolved conflict does not change. */
export async function resolvePriorityConflicts(
  scope: ActionScope,
  { contactIds, round }: z.infer<typeof resolvePriorityConflictsJob.payload>,
): Promise<void> {
  const subjects = await listMarketingSubjects(scope, contactIds);
  await planSubjects(scope, { subjects, round });
}
