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

/** Lists members of all tenants, newest first; one more than `limit`, which shows that there is a next page. */
export async function listMembers(
  { tx }: SystemScope,
  filter: UserFilter,
  { after, limit }: Page,
  trial: Trial,
): Promise<ListedUser[]> {
  const rows = await members({ tx })
    .select([
      stateOf(filter.now).as('state'),
      sql<Temporal.Instant | null>`case when t.paid_until is not null then greatest(t.paid_until,
        (select max(p.ends_at) from paid_tariffs p where p.tenant_id = t.id)) end`.as('until'),
      sql<number[]>`array(select distinct p.tariff_id from paid_tariffs p
        where p.tenant_id = t.id and ${runsAt(filter.now)} order by 1)`.as('tariff_ids'),
    ])
    .where(matching(filter))
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('m.created_at', 'm.id'), '<', tuple(Temporal.Instant.from(after?.[0] ?? ''), after?.[1] ?? '')),
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
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

/** Counts members that match, up to a number. */
export async function countMembers({ tx }: SystemScope, filter: UserFilter, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from members m join tenants t on t.id = m.tenant_id
      where m.removed_at is null and ${matching(filter)} limit ${atMost}
    ) found`.execute(tx);
  return rows[0]?.count ?? 0;
}

function matching({ search, state, tariff, now }: UserFilter): RawBuilder<boolean> {
  const conditions = [
    ...(search ? [sql`(${sql.join(textsOf(search).map(hasText), sql` or `)})`] : []),
    ...(state === undefined ? [] : [sql`${stateOf(now)} = ${state}`]),
    ...(tariff === undefined
      ? []
      : [
          sql`m.tenant_id in (select p.tenant_id from paid_tariffs p where p.tariff_id = ${tariff} and ${runsAt(now)})`,
        ]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** What was typed, and of a text with so many digits those that end a phone in any notation. */
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

function hasText(text: string): RawBuilder<boolean> {
  const isThere = sql<boolean>`strpos(m.searched_as, ${text}) > 0`;
  if ([...text].length < INDEXED_LETTERS) return isThere;
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
