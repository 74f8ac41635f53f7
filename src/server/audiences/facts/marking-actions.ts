import type { ContactId } from '#contract/contacts/calls.ts';
import { countFactsJob } from '#server/audiences/jobs.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { markContactFacts, moveContactFacts } from './fact-queries.ts';

/** Marks contacts whose visits or orders changed, in the transaction of the change, and queues their counting. */
export async function markChangedFacts(
  scope: TenantScope,
  { contactIds }: { contactIds: readonly ContactId[] },
): Promise<void> {
  if (contactIds.length === 0) return;
  await markContactFacts(scope, contactIds);
  await enqueue(scope, countFactsJob, { tenantId: scope.tenantId });
}

/** Moves the facts of the contact that goes, and marks the one that stays: it is counted again. */
export async function mergeFacts(scope: TenantScope, merge: ContactMerge): Promise<void> {
  await moveContactFacts(scope, merge);
  await markChangedFacts(scope, { contactIds: [merge.to] });
}
