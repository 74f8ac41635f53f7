import { sql } from 'kysely';
import type { BranchPlace, Coordinates, VisitPageAnswer, VisitPageSettings } from '#contract/booking/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function findVisitPage({ tx, tenantId }: TenantScope): Promise<VisitPageSettings | undefined> {
  const row = await tx.selectFrom('visit_pages').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  return (
    row && {
      isOn: row.is_on,
      showsMap: row.shows_map,
      showsCalendar: row.shows_calendar,
      mayMove: row.may_move,
      note: row.note,
    }
  );
}

export async function saveVisitPage({ tx, tenantId }: TenantScope, page: VisitPageSettings): Promise<void> {
  const row = {
    is_on: page.isOn,
    shows_map: page.showsMap,
    shows_calendar: page.showsCalendar,
    may_move: page.mayMove,
    note: page.note,
  };
  await tx
    .insertInto('visit_pages')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute();
}

export async function listPlaces({ tx, tenantId }: TenantScope): Promise<Map<BranchId, Coordinates>> {
  const rows = await tx
    .selectFrom('branch_places')
    .select(['branch_id', 'latitude', 'longitude'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return new Map(
    rows.map(({ branch_id, latitude, longitude }) => [BranchId.parse(branch_id), { latitude, longitude }]),
  );
}

/** Saves coordinates of branches; a branch with null loses its own. */
export async function savePlaces({ tx, tenantId }: TenantScope, places: readonly BranchPlace[]): Promise<void> {
  const cleared = places.flatMap(({ branchId, coordinates }) => (coordinates ? [] : branchId));
  await tx
    .deleteFrom('branch_places')
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', sql<string>`any (${cleared}::uuid[])`)
    .execute();
  const rows = places.flatMap(({ branchId, coordinates }) =>
    coordinates ? { tenant_id: tenantId, branch_id: branchId, ...coordinates } : [],
  );
  if (rows.length === 0) return;
  await tx
    .insertInto('branch_places')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'branch_id']).doUpdateSet({
        latitude: sql<number>`excluded.latitude`,
        longitude: sql<number>`excluded.longitude`,
      }),
    )
    .execute();
}

/** An answer about one start of a visit. */
type Answer = { visitId: VisitId; answer: VisitPageAnswer; startsAt: Temporal.Instant };

/** Records an answer, once for each start of the visit. @returns whether it is the first */
export async function insertAnswer(
  { tx, tenantId }: TenantScope,
  { visitId, answer, startsAt }: Answer,
  now: Temporal.Instant,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('visit_page_answers')
    .values({ tenant_id: tenantId, visit_id: visitId, answer, starts_at: startsAt, answered_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('answer')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasAnswer(
  { tx, tenantId }: TenantScope,
  { visitId, answer, startsAt }: Answer,
): Promise<boolean> {
  const row = await tx
    .selectFrom('visit_page_answers')
    .select('answer')
    .where('tenant_id', '=', tenantId)
    .where('visit_id', '=', visitId)
    .where('answer', '=', answer)
    .where('starts_at', '=', startsAt)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countAnswers(
  { tx, tenantId }: TenantScope,
  since: Temporal.Instant,
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('visit_page_answers')
    .select(({ fn }) => ['answer', fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('answered_at', '>=', since)
    .groupBy('answer')
    .execute();
  return new Map(rows.map(({ answer, count }) => [answer, Number(count)]));
}
