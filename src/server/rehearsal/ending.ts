import type { ActionScope } from '#server/platform/context/context.ts';
import type { RehearsalId, RehearsalSummary } from '#contract/rehearsal/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice } from '#server/tenants/actions.ts';
import { findRehearsal, type StoredRehearsal, updateRehearsal } from './queries.ts';

/** Notifies members by the bell that a rehearsal is over, since the member who started it may have left the page. */
export async function notifyFinished(
  scope: TenantScope,
  now: Temporal.Instant,
  {
    id,
    flows,
    sent,
    people,
    status,
  }: Pick<StoredRehearsal, 'id' | 'flows'> & Pick<RehearsalSummary, 'sent' | 'people'> & { status: 'done' | 'failed' },
): Promise<void> {
  const [first] = flows;
  await raiseNotice(scope, now, {
    kind: 'rehearsal_over',
    key: `rehearsal_over:${id}`,
    severity: status === 'done' ? 'info' : 'attention',
    params: { rehearsalId: id, title: first?.title ?? '', count: flows.length, sent, people, outcome: status },
  });
}

/** Marks a rehearsal as failed when it cannot be continued; results found so far stay. Safe to repeat. */
export async function failRehearsal(scope: ActionScope, rehearsalId: RehearsalId, error: unknown): Promise<void> {
  scope.log.error({ error, tenantId: scope.tenantId, rehearsalId }, 'A rehearsal was given up');
  const rehearsal = await findRehearsal(scope, rehearsalId, { isLocked: true });
  if (rehearsal?.status !== 'running') return;
  const now = scope.clock.now();
  await updateRehearsal(scope, rehearsalId, { status: 'failed', finishedAt: now });
  const { id, flows, summary } = rehearsal;
  await notifyFinished(scope, now, { id, flows, sent: summary.sent, people: summary.people, status: 'failed' });
  await announce(scope, 'rehearsals');
}
