import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import {
  type ContactFilter,
  ContactId,
  type countContacts as countContactsCall,
  type ListedContact,
  type listContacts as listContactsCall,
} from '#contract/contacts/calls.ts';
import type { AudienceCondition, AudienceConditions } from '#contract/audiences/calls.ts';
import { NO_LIMIT } from '#contract/audiences/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { audienceFilter, type AudienceQuestion } from '#server/audiences/contact-reads.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { Language } from '#contract/primitives.ts';
import { MAX_COUNTED_CONTACTS } from '#contract/contacts/values.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { optOutHolds } from '#server/contacts/opt-outs/opt-out-reads.ts';
import { searchContacts } from '#server/contacts/lists/list-actions.ts';
import { searchTexts } from '#server/contacts/book/rules.ts';

/** The context that filters of the list need. */
export type ListAround = Omit<AudienceQuestion, 'conditions'> & {
  /** Connected channels, and those of them that can reach any phone. */
  channelIds: readonly ChannelId[];
  phoneChannelIds: readonly ChannelId[];
};

type ListQuery = QueryOf<typeof listContactsCall>;
type Filter = z.infer<typeof ContactFilter>;

const Cursor = z.tuple([z.string(), ContactId]);
const VisitCursor = z.tuple([z.iso.datetime(), ContactId]);

/** Above this number of search results each contact is compared with the search instead. */
const MANY = 3_000;

const ORDERS = {
  last_visit: { key: sql.raw('c.listed_at'), type: sql.raw('timestamptz'), isDescending: true },
  name: { key: sql.raw('c.sort_name'), type: sql.raw('text'), isDescending: false },
} as const;

/** Lists contacts by their newest visit (those without one last) or by name; each filter and order reads an index. */
export async function listContacts(
  scope: TenantScope,
  query: ListQuery,
  around: ListAround,
): Promise<{ items: ListedContact[]; nextCursor: string | null }> {
  const { tx, tenantId } = scope;
  const { key, type, isDescending } = ORDERS[query.sort];
  const isDown = isDescending !== query.isReversed;
  const after = readCursor(query.cursor, query.sort === 'last_visit' ? VisitCursor : Cursor);
  const order = sql.raw(isDown ? 'desc' : 'asc');
  const beyond = sql.raw(isDown ? '<' : '>');
  const where = [
    ...(await searched(scope, query)),
    ...(query.filter ? [answersTo(query.filter, tenantId, { ...around, lostDays: query.lostDays })] : []),
    ...(query.tag ? [isTagged(tenantId, query.tag)] : []),
    ...(query.segment ? [audienceFilter(tenantId, { ...around, conditions: inSegment(query.segment) })] : []),
    ...(after ? [sql`(${key}, c.id) ${beyond} (${after[0]}::${type}, ${after[1]}::uuid)`] : []),
  ];
  const { rows } = await sql<Row>`
    select page.*, ${isOptedOut(tenantId, around.now)} as is_opted_out,
      array(select t.tag from contact_tags t where t.tenant_id = ${tenantId} and t.contact_id = page.id order by t.tag) as tags, next_visit.starts_at as next_visit_at,
      coalesce(next_visit.time_zone, ${around.timeZone}) as next_visit_zone,
      coalesce((
        select b.time_zone from visits v join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
        where v.tenant_id = ${tenantId} and v.contact_id = page.id and v.starts_at = page.last_visit_at limit 1
      ), ${around.timeZone}) as last_visit_zone
    from (
      select c.id, c.name, c.phone, c.language, c.time_zone, greatest(c.visits_count, c.arrived_count) as visits_count, c.last_visit_at, c.refuses_mailings,
        ${key} as sort_key
      from contacts c where c.tenant_id = ${tenantId} ${and(where)}
      order by ${key} ${order}, c.id ${order} limit ${query.limit + 1}
    ) page
    left join lateral (
      select v.starts_at, b.time_zone from visits v join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
      where v.tenant_id = ${tenantId} and v.contact_id = page.id and v.starts_at > ${around.now}
        and v.status in ('waiting', 'confirmed', 'unknown')
      order by v.starts_at limit 1
    ) next_visit on true
    order by page.sort_key ${order}, page.id ${order}`.execute(tx);
  return toPage(rows, query.limit, toListed, (row) => [String(row.sort_key), row.id]);
}

/** Counts all contacts and those of each filter, up to a bound. */
export async function countContacts(
  { tx, tenantId }: TenantScope,
  { lostDays }: QueryOf<typeof countContactsCall>,
  around: ListAround,
): Promise<ReplyOf<typeof countContactsCall>> {
  const count = (filter: Filter | null) => {
    const where = filter ? answersTo(filter, tenantId, { ...around, lostDays }) : sql`true`;
    return sql`(select count(*) from (
      select from contacts c where c.tenant_id = ${tenantId} and ${where} limit ${MAX_COUNTED_CONTACTS}) counted)`;
  };
  const { rows } = await sql<ReplyOf<typeof countContactsCall>>`
    select ${count(null)} as all, ${count('ahead')} as ahead, ${count('lost')} as lost, ${count('opted_out')} as opted_out,
      ${count('refuses_mailings')} as refuses_mailings, ${count('no_channel')} as no_channel`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new Error('A count of contacts gave no row');
  return counts;
}

/** Finds the contacts that match the search; they come ordered by their newest visit, so that order needs no sort. */
async function searched(scope: TenantScope, query: ListQuery): Promise<RawBuilder<unknown>[]> {
  const { search, cursor, limit, sort, isReversed, filter, tag, segment } = query;
  if (!search) return [];
  const isItsOwnOrder = sort === 'last_visit' && !isReversed && !filter && !tag && !segment;
  const after = isItsOwnOrder ? readCursor(cursor, VisitCursor) : null;
  const found = await searchContacts(scope, { search, after, limit: isItsOwnOrder ? limit + 1 : MANY });
  if (isItsOwnOrder || found.length < MANY) return [sql`c.id = any(${found}::uuid[])`];
  return [sql`exists (select from unnest(${searchTexts(search)}::text[]) said where strpos(c.searched_as, said) > 0)`];
}

function answersTo(
  filter: Filter,
  tenantId: TenantId,
  { lostDays, ...around }: ListAround & { lostDays: number },
): RawBuilder<unknown> {
  const { now, channelIds, phoneChannelIds } = around;
  const isAddress = sql`a.tenant_id = ${tenantId} and a.contact_id = c.id`;
  switch (filter) {
    case 'ahead':
      return sql`c.id in (select v.contact_id from visits v where v.tenant_id = ${tenantId} and v.starts_at > ${now}
        and v.status in ('waiting', 'confirmed', 'unknown'))`;
    case 'lost':
      return audienceFilter(tenantId, { ...around, conditions: lostFor(lostDays) });
    case 'opted_out':
      return sql`c.id in (
        select o.contact_id from opt_outs o where o.tenant_id = ${tenantId} and ${optOutHolds('o', now)}
        union all
        select same.id from opt_outs o join contacts same on same.tenant_id = ${tenantId} and same.phone = o.phone
        where o.tenant_id = ${tenantId} and ${optOutHolds('o', now)})`;
    case 'refuses_mailings':
      return sql`c.refuses_mailings`;
    case 'no_channel':
      return sql`not exists (
          select from contact_addresses a where ${isAddress} and a.state = 'reachable' and a.channel_id = any(${channelIds}::uuid[]))
        ${phoneChannelIds.length > 0 ? sql`and ${isUnreachableByPhone(tenantId, phoneChannelIds)}` : sql``}`;
  }
}

export const inSegment = (id: string): AudienceConditions => ({
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field: 'segment', isNot: false, values: [id] }] }],
});

function lostFor(days: number): AudienceConditions {
  const isLost: AudienceCondition = { field: 'days_since_visit', from: days, to: NO_LIMIT };
  return { match: 'all', groups: [{ match: 'all', conditions: [isLost] }] };
}

/** The contact has no phone, or every channel that reaches phones reports that they are not registered. */
function isUnreachableByPhone(tenantId: string, phoneChannelIds: readonly ChannelId[]): RawBuilder<unknown> {
  return sql`c.id in (
      select bare.id from contacts bare where bare.tenant_id = ${tenantId} and bare.phone is null
      union all
      select a.contact_id from contact_addresses a where a.tenant_id = ${tenantId} and a.state <> 'reachable')
    and (c.phone is null or not exists (
      select from unnest(${phoneChannelIds}::uuid[]) as way (channel_id) where not exists (
        select from contact_addresses a where a.tenant_id = ${tenantId} and a.contact_id = c.id
          and a.channel_id = way.channel_id and a.state <> 'reachable')))`;
}

const isTagged = (tenantId: TenantId, tag: string) => sql`c.id in (
  select t.contact_id from contact_tags t where t.tenant_id = ${tenantId} and t.tag = ${tag})`;

const isOptedOut = (tenantId: string, now: Temporal.Instant) => sql`exists (
  select from opt_outs o where o.tenant_id = ${tenantId} and ${optOutHolds('o', now)} and o.contact_id = page.id
  union all
  select from opt_outs o where o.tenant_id = ${tenantId} and ${optOutHolds('o', now)} and o.phone = page.phone)`;

const and = (conditions: readonly RawBuilder<unknown>[]) =>
  sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );

type Row = {
  id: string;
  name: string;
  phone: string | null;
  language: string | null;
  time_zone: string | null;
  visits_count: number;
  last_visit_at: Temporal.Instant | null;
  refuses_mailings: boolean;
  sort_key: Temporal.Instant | string;
  is_opted_out: boolean;
  tags: string[];
  last_visit_zone: string;
  next_visit_at: Temporal.Instant | null;
  next_visit_zone: string;
};

function toListed(row: Row): ListedContact {
  return {
    id: ContactId.parse(row.id),
    name: row.name,
    phone: row.phone,
    language: row.language === null ? null : (Language.safeParse(row.language).data ?? 'ru'),
    timeZone: row.time_zone,
    visitsCount: row.visits_count,
    lastVisitAt: row.last_visit_at?.toString() ?? null,
    lastVisitTimeZone: row.last_visit_zone,
    nextVisitAt: row.next_visit_at?.toString() ?? null,
    nextVisitTimeZone: row.next_visit_zone,
    isOptedOut: row.is_opted_out,
    refusesMailings: row.refuses_mailings,
    tags: row.tags,
  };
}
