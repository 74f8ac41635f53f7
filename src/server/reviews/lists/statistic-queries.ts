import { sql } from 'kysely';
import type { z } from 'zod';
import type { getReviewStatistics, ReviewFilter } from '#contract/reviews/calls.ts';
import { MAP_SERVICES, type REVIEW_STEPS } from '#contract/reviews/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { answersTo } from './filters.ts';
import { titlesApart } from '#server/reviews/storage/rules.ts';

type Statistics = z.input<(typeof getReviewStatistics)['reply']>;
type Sums = Pick<
  Statistics,
  'count' | 'average' | 'stars' | 'classes' | 'comesAgain' | 'answered' | 'waiting' | 'maps'
>;

const MAX_TAGS = 20;
const MAX_PLACES = 50;

/** Sums the reviews of a filter in one statement. */
export async function sumReviews(scope: TenantScope, filter: ReviewFilter, timeZone: string): Promise<Sums> {
  const { rows } = await sql<{
    count: number;
    average: number | null;
    stars: number[];
    yes: number;
    no: number;
    answered: number;
    waiting: number;
    maps: number[];
  }>`
    select count(*)::int as count, avg(r.stars)::float8 as average,
      array[${sql.join([1, 2, 3, 4, 5].map((stars) => sql`count(*) filter (where r.stars = ${sql.lit(stars)})::int`))}] as stars,
      count(*) filter (where r.comes_again)::int as yes, count(*) filter (where not r.comes_again)::int as no,
      count(*) filter (where r.answered_at is not null)::int as answered,
      count(*) filter (where r.answered_at is null and r.stars <= 2 and r.contact_id is not null)::int as waiting,
      array[${sql.join(MAP_SERVICES.map((map) => sql`count(*) filter (where r.map_clicks ? ${map})::int`))}] as maps
    from reviews r where ${answersTo(scope, filter, timeZone)}`.execute(scope.tx);
  const [row] = rows;
  if (!row) throw new Error('A sum has one row');
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = row.stars;
  return {
    count: row.count,
    average: row.average,
    stars: [one, two, three, four, five],
    classes: { negative: one + two, neutral: three, positive: four + five },
    comesAgain: { yes: row.yes, no: row.no },
    answered: row.answered,
    waiting: row.waiting,
    maps: MAP_SERVICES.map((map, index) => ({ map, count: row.maps[index] ?? 0 })),
  };
}

/** Counts hints, the most frequent first. */
export async function sumTags(scope: TenantScope, filter: ReviewFilter, timeZone: string): Promise<Statistics['tags']> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from reviews r, unnest(r.tags) as tag
    where ${answersTo(scope, filter, timeZone)}
    group by tag order by count desc, tag limit ${MAX_TAGS}`.execute(scope.tx);
  return rows;
}

type Place<Id> = { id: Id; title: string; count: number; average: number };

/** Counts and averages by branch, master or service, the most reviewed first; titles that repeat contain their branch. */
export async function sumByPlace<Id extends z.ZodType>(
  scope: TenantScope,
  filter: ReviewFilter,
  { by, id, timeZone }: { by: 'branch' | 'master' | 'service'; id: Id; timeZone: string },
): Promise<Place<z.output<Id>>[]> {
  const { tenantId } = scope;
  const joined = {
    branch: sql`join branches p on p.tenant_id = ${tenantId} and p.id = r.branch_id`,
    master: sql`join masters p on p.tenant_id = ${tenantId} and p.id = r.master_id`,
    service: sql`cross join lateral unnest(r.service_ids) as service_id
      join services p on p.tenant_id = ${tenantId} and p.id = service_id`,
  };
  const title = by === 'master' ? sql`p.name` : sql`p.title`;
  const branch = by === 'branch' ? sql`p.id` : sql`p.branch_id`;
  const { rows } = await sql<Place<string> & { branch_title: string }>`
    select p.id, ${title} as title, b.title as branch_title, count(*)::int as count, avg(r.stars)::float8 as average
    from reviews r ${joined[by]} join branches b on b.tenant_id = ${tenantId} and b.id = ${branch}
    where ${answersTo(scope, filter, timeZone)}
    group by p.id, ${title}, b.title order by count desc, title limit ${MAX_PLACES}`.execute(scope.tx);
  const titles = titlesApart(rows.map((row) => ({ title: row.title, branchTitle: row.branch_title })));
  return rows.map((row, index) => ({
    id: id.parse(row.id),
    title: titles[index] ?? row.title,
    count: row.count,
    average: row.average,
  }));
}

/** Counts and averages by days, weeks or months, by the first day of each; empty ones are left out. */
export async function sumBySteps(
  scope: TenantScope,
  filter: ReviewFilter,
  { step, timeZone }: { step: (typeof REVIEW_STEPS)[number]; timeZone: string },
): Promise<Map<string, { count: number; average: number }>> {
  const { rows } = await sql<{ day: string; count: number; average: number }>`
    select date_trunc(${sql.lit(step)}, r.created_at at time zone ${timeZone})::date::text as day,
      count(*)::int as count, avg(r.stars)::float8 as average
    from reviews r where ${answersTo(scope, filter, timeZone)} group by 1`.execute(scope.tx);
  return new Map(rows.map(({ day, count, average }) => [day, { count, average }]));
}

/** The day of the first review. */
export async function findFirstDay(
  { tx, tenantId }: TenantScope,
  timeZone: string,
): Promise<Temporal.PlainDate | null> {
  const row = await tx
    .selectFrom('reviews')
    .select('created_at')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? row.created_at.toZonedDateTimeISO(timeZone).toPlainDate() : null;
}

/** Counts reviews that wait for a top-up. */
export async function countUncounted({ tx, tenantId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews where tenant_id = ${tenantId} and not is_counted`.execute(tx);
  return rows[0]?.count ?? 0;
}
