import type { MemberId } from '#contract/tenants/ids.ts';
import { addLine } from '#server/conversations/inbound/actions.ts';
import { unassignJob } from '#server/conversations/jobs.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import { lockAssignedTo, updateThread } from '#server/conversations/threads/queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';

const BATCH = 100;

/** Unassigns a batch of a removed member's conversations, and queues the next one where there are more. */
export async function unassignSome(scope: ActionScope, { memberId }: { memberId: MemberId }): Promise<void> {
  const ids = await lockAssignedTo(scope, memberId, BATCH);
  for (const id of ids) {
    await updateThread(scope, id, { assigneeId: null });
    await addLine(scope, id, { name: 'assigned', memberId: null, memberName: null });
    noteLive(scope, { kind: 'changed', conversationId: id, assigneeId: null });
  }
  if (ids.length === BATCH) await enqueue(scope, unassignJob, { tenantId: scope.tenantId, memberId });
}
