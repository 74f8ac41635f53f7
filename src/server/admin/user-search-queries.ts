import { type RawBuilder, sql } from 'kysely';
import { ListedUser } from '#contract/admin/calls.ts';
import type { CabinetState } from '#contract/admin/values.ts';
import type { SystemScope } from '#server/platform/database/db.ts';
import { members, toAdminUser, type Trial } from './queries.ts';

/** Filters of the list; those left out let all through. */
export type UserFilter = {
  search?: string | undefined;
  state?: CabinetState | undefined;
  tariff?: number | undefined;
  now: Temporal.Instant;
};

type Page = { after: readonly [createdAt: string, id: string] | null; limit: number };

/** How many of the newest members are compared with a text before the index is used: a frequent text is soon found among them. */
const NEAR = { listed: 2_000, counted: 10_000 };

/** Lists members of all tenants, newest first; one more than `limit`, which shows that there is a next page. */
export async function listMembers(
  scope: SystemScope,
  filter: UserFilter,
  page: Page,
  trial: Trial,
): Promise<ListedUser[]> {
  if (isIndexed(filter)) {
    const since = await findBound(scope, NEAR.listed, page.after);
    const near = await listMatching(scope, { ...filter, since }, page, trial);
    if (near.length > page.limit) return near;
  }
  return listMatching(scope, filter, page, trial);
}

/** `since`: only members from that time on are read, without the index of substrings. */
type BoundedFilter = UserFilter & { since?: string };

/** The ids come first: the planner reads a whole table of balances where it joins them to members that it has not found yet. */
async function listMatching(
  scope: SystemScope,
  filter: BoundedFilter,
  { after, limit }: Page,
  trial: Trial,
): Promise<ListedUser[]> {
  const beyond = after ? sql`(m.created_at, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  const { rows: found } = await sql<{ id: string }>`
    select m.id from members m ${tenantsFor(filter)}
    where m.removed_at is null and ${matching(filter)} and ${beyond} and ${isNear(filter)}
    order by m.created_at desc, m.id desc limit ${limit + 1}`.execute(scope.tx);
  if (found.length === 0) return [];
  const rows = await members(scope)
    .select([
      stateOf(filter.now).as('state'),
      sql<Temporal.Instant | null>`case when t.paid_until is not null then greatest(t.paid_until,
        (select max(p.ends_at) from paid_tariffs p where p.tenant_id = t.id)) end`.as('until'),
      sql<number[]>`array(select distinct p.tariff_id from paid_tariffs p
        where p.tenant_id = t.id and ${runsAt(filter.now)} order by 1)`.as('tariff_ids'),
    ])
    .where(sql<boolean>`m.id = any (${found.map(({ id }) => id)}::uuid[])`)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
  return rows.map((row) =>
    ListedUser.parse({
      ...toAdminUser(row, trial),
      state: row.state,
      until: row.until?.toString() ?? null,
      tariffIds: row.tariff_ids,
    }),
  );
}

/** The state of a cabinet needs its row. */
const tenantsFor = ({ state }: UserFilter) => (state === undefined ? sql`` : sql`join tenants t on t.id = m.tenant_id`);

/** Counts members that match, up to a number. */
export async function countMembers(scope: SystemScope, filter: UserFilter, atMost: number): Promise<number> {
  if (isIndexed(filter)) {
    const since = await findBound(scope, NEAR.counted, null);
    const near = await countMatching(scope, { ...filter, since }, atMost);
    if (near === atMost) return near;
  }
  return countMatching(scope, filter, atMost);
}

async function countMatching({ tx }: SystemScope, filter: BoundedFilter, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from members m ${tenantsFor(filter)}
      where m.removed_at is null and ${matching(filter)} and ${isNear(filter)} limit ${atMost}
    ) found`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the time of the last of so many members after a cursor; `-infinity` where there are fewer. */
async function findBound({ tx }: SystemScope, among: number, after: Page['after']): Promise<string> {
  const [at, id] = after ?? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const { rows } = await sql<{ at: string }>`
    select created_at::text as at from members where (created_at, id) < (${at}::timestamptz, ${id}::uuid)
    order by created_at desc, id desc offset ${among} limit 1`.execute(tx);
  return rows[0]?.at ?? '-infinity';
}

const isNear = ({ since }: BoundedFilter): RawBuilder<boolean> =>
  since === undefined ? sql<boolean>`true` : sql<boolean>`m.created_at >= ${since}::timestamptz`;

const isIndexed = ({ search }: UserFilter): boolean => search !== undefined && [...search].length >= INDEXED_LETTERS;

function matching({ search, state, tariff, now, since }: BoundedFilter): RawBuilder<boolean> {
  const conditions = [
    ...(search
      ? [
          sql`(${sql.join(
            textsOf(search).map((text) => hasText(text, since === undefined)),
            sql` or `,
          )})`,
        ]
      : []),
    ...(state === undefined ? [] : [sql`${stateOf(now)} = ${state}`]),
    ...(tariff === undefined
      ? []
      : [
          sql`m.tenant_id in (select p.tenant_id from paid_tariffs p where p.tariff_id = ${tariff} and ${runsAt(now)})`,
        ]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The typed text, and of one with so many digits those that end a phone in any notation. */
function textsOf(search: string): string[] {
  const digits = search.replaceAll(/\D/gu, '');
  const isPhone = digits.length >= LEAST_DIGITS && /^[\d\s()+.-]+$/.test(search);
  return [...new Set([search.toLowerCase(), ...(isPhone ? [digits.slice(-PHONE_DIGITS)] : [])])];
}

/** Fewer digits are in too many phones. */
const LEAST_DIGITS = 4;
/** The last digits, which do not depend on how the country is written. */
const PHONE_DIGITS = 10;

/** The index knows substrings of three letters; a shorter text is looked for in each row. */
const INDEXED_LETTERS = 3;

/** Seed of the hashes of the index, as in its migration. */
const NO_TENANT = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

function hasText(text: string, byIndex: boolean): RawBuilder<boolean> {
  const isThere = sql<boolean>`strpos(m.searched_as, ${text}) > 0`;
  if (!byIndex || [...text].length < INDEXED_LETTERS) return isThere;
  return sql<boolean>`(frontdesk.text_parts(${NO_TENANT}, m.searched_as) @> frontdesk.text_parts(${NO_TENANT}, ${text}) and ${isThere})`;
}

const runsAt = (now: Temporal.Instant) => sql`p.begins_at <= ${now} and p.ends_at > ${now}`;

/** The state of a cabinet, as `entitlementsOf` computes it. */
function stateOf(now: Temporal.Instant) {
  return sql<CabinetState>`case when t.paid_until is null then 'free'
    when exists (select from paid_tariffs p where p.tenant_id = t.id and ${runsAt(now)}) then 'active'
    when t.paid_until <= ${now} then 'expired'
    when t.is_trial then 'trial' else 'active' end`;
}
