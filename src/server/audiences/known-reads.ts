import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { LostValue } from '#contract/audiences/segments.ts';
import { customerCategories } from '#server/contacts/book/actions.ts';
import { tagsInUse } from '#server/contacts/tags/tag-actions.ts';
import { listImportedLists } from '#server/imports/reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listVisitOptions } from '#server/visits/changes/actions.ts';
import { listRfmChoices } from './rfm/group-reads.ts';
import { rfmGroupValues } from './rfm/group-rules.ts';
import { listDeletedTitles, listSegmentTitles } from './segment-queries.ts';
import { type KnownValues, lostValues, segmentIdsIn } from './segment-rules.ts';

/** Lists the values of conditions that refer to something that was deleted. */
export async function findLost(scope: TenantScope, conditions: FlowConditions): Promise<LostValue[]> {
  return conditions.groups.length === 0 ? [] : lostValues(conditions, await loadKnownValues(scope));
}

/** Titles of the deleted segments that conditions refer to. */
export async function findLostSegments(scope: TenantScope, conditions: FlowConditions): Promise<string[]> {
  const ids = segmentIdsIn(conditions);
  return ids.length === 0 ? [] : listDeletedTitles(scope, ids);
}

async function loadKnownValues(scope: TenantScope): Promise<KnownValues> {
  const { branches, masters, services } = await listVisitOptions(scope);
  return new Map([
    ['branch', new Set<string>(branches.map(({ id }) => id))],
    ['master', new Set<string>(masters.map(({ id }) => id))],
    ['service', new Set<string>(services.map(({ id }) => id))],
    ['service_category', new Set(services.flatMap(({ categoryTitle }) => categoryTitle ?? []))],
    ['customer_category', new Set(await customerCategories(scope))],
    ['tag', new Set(await tagsInUse(scope))],
    ['imported_list', new Set<string>((await listImportedLists(scope)).map(({ id }) => id))],
    ['rfm_group', new Set((await listRfmChoices(scope)).flatMap(({ id }) => rfmGroupValues(id)))],
    ['segment', new Set<string>((await listSegmentTitles(scope)).map(({ id }) => id))],
  ]);
}
