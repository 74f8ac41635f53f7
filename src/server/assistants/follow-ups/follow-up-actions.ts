import type { z } from 'zod';
import { followUpJob } from '#server/assistants/jobs.ts';
import { findAssistant } from '#server/assistants/storage/assistant-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { dueAtOf } from './follow-up-rules.ts';

export type FollowUp = z.infer<typeof followUpJob.payload>;

/** Queues the follow-up of a step; none where the assistant has no further one. */
export async function queueFollowUp(scope: ActionScope, followUp: Omit<FollowUp, 'tenantId'>): Promise<void> {
  const assistant = await findAssistant(scope, followUp.assistantId);
  const plugin = assistant?.published?.settings.plugins.follow_up;
  if (!plugin) return;
  const { timeZone } = await getTenant(scope);
  const dueAt = dueAtOf(plugin, followUp.step, { since: scope.clock.now(), timeZone });
  if (dueAt) await enqueue(scope, followUpJob, { ...followUp, tenantId: scope.tenantId }, { runAt: dueAt });
}
