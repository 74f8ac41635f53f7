import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { queueEnd, todayOf } from '#server/flows/scheduling/queue-actions.ts';
import { withoutPastEnd } from '#server/flows/settings/settings-guards.ts';
import { insertFlow, type NewFlow } from '#server/flows/storage/queries.ts';

/** Adds a flow of another tenant: paused, in test mode, and without a last day that is past. */
export async function importFlow(
  scope: TenantScope,
  flow: Pick<NewFlow, 'id' | 'kind' | 'title' | 'settings' | 'toFill'>,
  by: { memberId: MemberId; now: Temporal.Instant },
): Promise<void> {
  const timing = withoutPastEnd(flow.settings.timing, await todayOf(scope, by.now));
  const settings = { ...flow.settings, timing };
  const fresh = { status: 'pause', mode: 'test', testPhones: [], lastStartedAt: null } as const;
  await insertFlow(scope, { ...flow, ...fresh, settings, testPhones: [] }, by);
  await queueEnd(scope, { id: flow.id, settings });
}
