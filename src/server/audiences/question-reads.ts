import type { AudienceConditions, FlowConditions } from '#contract/audiences/calls.ts';
import type { SegmentId } from '#contract/audiences/segments.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listSegmentConditions } from './segment-queries.ts';
import { needsVisits, ofContacts, segmentIdsIn } from './segment-rules.ts';
import type { Around } from './trait-queries.ts';
import type { AudienceQuestion, ReferredSegment } from './trait-rules.ts';

/** An audience: conditions, or a saved segment. */
export type AudienceOf = { conditions: AudienceConditions } | { segmentId: SegmentId };

/**
 * Loads what an audience is compared with at this moment: channels, currency, zone, and the segments it refers to. The
 * question is then asked by `listAudience`, `countAudience` and `audienceFilter`. A segment that does not exist has no contacts.
 */
export async function loadAudienceQuestion(scope: ActionScope, of: AudienceOf): Promise<AudienceQuestion> {
  const conditions = 'conditions' in of ? of.conditions : onlySegment(of.segmentId);
  return { conditions, ...(await loadAround(scope, conditions, scope.clock.now())) };
}

/** Loads what conditions are compared with. */
export async function loadAround(
  scope: TenantScope,
  conditions: AudienceConditions,
  now: Temporal.Instant,
): Promise<Around> {
  const { currency, timeZone, customerLanguage } = await getTenant(scope);
  const channels = await listUsableChannels(scope);
  const segments = await referredSegments(scope, conditions);
  const all = [conditions, ...[...segments.values()].flatMap((segment) => segment.conditions ?? [])];
  return {
    now,
    currency,
    timeZone,
    language: customerLanguage,
    channels: channels.map(({ id, kind, traits }) => ({ id, kind, reachesPhones: traits.reachesPhones })),
    segments,
    summedUntil: all.some(needsVisits) ? await findSumMark(scope) : null,
  };
}

/**
 * Returns until when the sums of visits include those that had begun. NOTE: read before the query that needs it, which
 * would otherwise read all visits, because the planner knows only a value's place among them.
 */
async function findSumMark({ tx, tenantId }: TenantScope): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('visit_sum_marks')
    .select('counted_until')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.counted_until ?? null;
}

/** The conditions of the contacts of a segment, or of one of several. */
export const onlySegment = (...ids: SegmentId[]): AudienceConditions => ({
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field: 'segment', isNot: false, values: ids }] }],
});

/** Loads the segments that conditions refer to, and those that these refer to. */
export async function referredSegments(
  scope: TenantScope,
  conditions: FlowConditions | AudienceConditions,
): Promise<Map<string, ReferredSegment>> {
  const segments = new Map<string, ReferredSegment>();
  for (let ids = segmentIdsIn(conditions); ids.length > 0;) {
    const found = await listSegmentConditions(scope, ids);
    for (const one of found)
      segments.set(one.id, { conditions: one.kind === 'frozen' ? null : ofContacts(one.conditions) });
    const next = found.flatMap((one) => (one.kind === 'frozen' ? [] : segmentIdsIn(one.conditions)));
    ids = [...new Set(next)].filter((id) => !segments.has(id));
  }
  return segments;
}
