import { MENDABLE_RULES } from '#contract/flows/reach-values.ts';
import { checkReachJob } from '#server/flows/jobs.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';

const MENDABLE: ReadonlySet<string> = new Set(MENDABLE_RULES);

/** A decision about a contact; null: the message is sent. */
type Decided = { flow: Pick<StoredFlow, 'mode' | 'attention'>; rule: string | null };

/** Seconds after which a message that was allowed has left. */
const SENT_SECONDS = 60;

/** Queues a check of the live flows when one loses its first message for a mendable reason, or sends again after such losses. */
export async function queueReachCheck(scope: ActionScope, decided: readonly Decided[]): Promise<void> {
  const live = decided.filter(({ flow }) => flow.mode === 'combat');
  const { tenantId } = scope;
  if (live.some(({ flow, rule }) => !flow.attention && rule !== null && MENDABLE.has(rule)))
    return enqueue(scope, checkReachJob, { tenantId });
  const runAt = scope.clock.now().add({ seconds: SENT_SECONDS });
  if (live.some(({ flow, rule }) => flow.attention && rule === null))
    await enqueue(scope, checkReachJob, { tenantId }, { runAt });
}
