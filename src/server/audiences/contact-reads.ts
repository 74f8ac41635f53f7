import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { AudienceCondition } from '#contract/audiences/calls.ts';
import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { minorUnits } from '#server/texts/content/format-rules.ts';
import {
  hasEverReplied,
  type Around,
  momentsAgo,
  nextVisitExists,
  type RangedTrait,
  traitListFilter,
  traitRangeFilter,
} from './trait-queries.ts';
import type { AudienceQuestion } from './trait-rules.ts';

export type { AudienceQuestion } from './trait-rules.ts';

/** Lists the contacts of an audience by id, one page at a time; `after` is the last id of the page before. */
export async function listAudience(
  { tx, tenantId }: TenantScope,
  question: AudienceQuestion,
  { after, limit }: { after: ContactId | null; limit: number },
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from contacts c
    where c.tenant_id = ${tenantId} and ${after === null ? sql`true` : sql`c.id > ${after}::uuid`}
      and ${audienceFilter(tenantId, question)}
    order by c.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => ContactId.parse(id));
}

/** Lists those of some contacts who belong to an audience. */
export async function listAudienceAmong(
  { tx, tenantId }: TenantScope,
  question: AudienceQuestion,
  ids: readonly ContactId[],
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from contacts c
    where c.tenant_id = ${tenantId} and c.id = any(${[...ids]}::uuid[]) and ${audienceFilter(tenantId, question)}`.execute(
    tx,
  );
  return rows.map(({ id }) => ContactId.parse(id));
}

export async function countAudience({ tx, tenantId }: TenantScope, question: AudienceQuestion): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count from contacts c
    where c.tenant_id = ${tenantId} and ${audienceFilter(tenantId, question)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Compiles conditions to a filter of the table `contacts`, aliased as `c`. It holds for the contacts for which
 * `isInAudience` does.
 */
export function audienceFilter(
  tenantId: TenantId,
  { conditions: { match, groups }, ...around }: AudienceQuestion,
): RawBuilder<boolean> {
  const filters = groups.map((group) =>
    joined(
      group.match,
      group.conditions.map((one) => conditionFilter(tenantId, one, around)),
    ),
  );
  return joined(match, filters);
}

export function joined(match: 'all' | 'any', filters: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  if (filters.length === 0) return sql`true`;
  return sql`(${sql.join(filters, match === 'all' ? sql` and ` : sql` or `)})`;
}

/** Compiles one condition. */
export function conditionFilter(tenantId: TenantId, condition: AudienceCondition, around: Around): RawBuilder<boolean> {
  if ('from' in condition) return condition.from === -1 ? sql`true` : rangeFilter(tenantId, condition, around);
  if ('value' in condition) return choiceFilter(tenantId, condition, around);
  const filter = listFilter(tenantId, condition, around);
  return condition.isNot ? sql`not ${filter}` : filter;
}

type Ranged = Extract<AudienceCondition, { from: number }>;
type Listed = Extract<AudienceCondition, { values: string[] }>;
type Chosen = Extract<AudienceCondition, { value: string }>;

function choiceFilter(tenantId: TenantId, { field, value }: Chosen, around: Around): RawBuilder<boolean> {
  const { now } = around;
  switch (field) {
    case 'visit_number':
      return value === 'first' ? sql`${visitsCount} = 1` : sql`${visitsCount} > 1`;
    case 'booking_way':
      return value === 'online'
        ? held(tenantId, around, sql`c.held_online`, sql`v.is_online`)
        : held(tenantId, around, sql`c.held_by_staff`, sql`not v.is_online`);
    case 'next_visit':
      return value === 'booked' ? nextVisitExists(tenantId, now) : sql`not ${nextVisitExists(tenantId, now)}`;
    case 'answered':
      return value === 'ever' ? hasEverReplied(tenantId) : sql`not ${hasEverReplied(tenantId)}`;
  }
}

function rangeFilter(tenantId: TenantId, condition: Ranged, around: Around): RawBuilder<boolean> {
  if (isTraitRange(condition)) return traitRangeFilter(tenantId, condition, around);
  const { field, from, to } = condition;
  if (field === 'visits_count') return sql`${visitsCount} between ${from} and ${to}`;
  if (field === 'spent') {
    const [least, most] = [minorUnits(from, around.currency), minorUnits(to + 1, around.currency) - 1];
    return sql`${spentMinor} between ${least} and ${most}`;
  }
  // NOTE: listed_at is last_visit_at for contacts who have one, and is indexed.
  const { latest, since } = momentsAgo({ from, to }, around.now);
  const after = since ? sql` and c.listed_at > ${since}` : sql``;
  return sql`(c.last_visit_at is not null and c.listed_at <= ${latest}${after})`;
}

const isTraitRange = (condition: Ranged): condition is RangedTrait =>
  TRAIT_FIELDS.some((trait) => trait === condition.field);

/** Some of the segments has the contact; one that is not there has nobody. */
function segmentFilter(tenantId: TenantId, ids: readonly string[], around: Around): RawBuilder<boolean> {
  const known = ids.flatMap((id) => {
    const segment = around.segments.get(id);
    if (!segment) return [];
    const { conditions } = segment;
    const members = sql<boolean>`c.id in (select m.contact_id from segment_members m
      where m.tenant_id = ${tenantId} and m.segment_id = ${id})`;
    return [conditions ? audienceFilter(tenantId, { ...around, conditions }) : members];
  });
  return known.length === 0 ? sql`false` : joined('any', known);
}

function listFilter(tenantId: TenantId, { field, values: ids }: Listed, around: Around): RawBuilder<boolean> {
  const values = sql`${ids}::text[]`;
  switch (field) {
    case 'segment':
      return segmentFilter(tenantId, ids, around);
    case 'language':
    case 'reached_by':
    case 'consent':
    case 'rfm_group':
    case 'birth_month':
      return traitListFilter(tenantId, field, ids, around);
    case 'customer_category':
      return sql`c.categories && ${values}`;
    case 'tag':
      return sql`c.id in (select t.contact_id from contact_tags t where t.tenant_id = ${tenantId} and t.tag = any(${values}))`;
    case 'imported_list':
      return sql`c.id in (select i.contact_id from imported_contacts i
        where i.tenant_id = ${tenantId} and i.import_id::text = any(${values}))`;
    case 'branch':
      return held(tenantId, around, sql`c.held_branch_ids && ${uuids(ids)}`, sql`v.branch_id = any(${uuids(ids)})`);
    case 'service':
      return held(tenantId, around, sql`c.held_service_ids && ${uuids(ids)}`, sql`v.service_ids && ${uuids(ids)}`);
    case 'master':
      return held(tenantId, around, sql`c.held_master_ids && ${uuids(ids)}`, sql`v.master_id = any(${uuids(ids)})`);
    case 'service_category': {
      const services = sql`array(select s.id from services s where s.tenant_id = ${tenantId} and s.category_title = any(${values}))`;
      return held(tenantId, around, sql`c.held_service_ids && ${services}`, sql`v.service_ids && ${services}`);
    }
    case 'source': {
      const branches = sql`array(select b.id from branches b
        join connections k on k.tenant_id = ${tenantId} and k.id = b.connection_id
        where b.tenant_id = ${tenantId} and k.kind = any(${values}))`;
      return held(tenantId, around, sql`c.held_branch_ids && ${branches}`, sql`v.branch_id = any(${branches})`);
    }
  }
}

/** Ids of a condition; values that are none match nothing. */
const uuids = (ids: readonly string[]) => sql`${ids.filter((id) => z.guid().safeParse(id).success)}::uuid[]`;

/**
 * Some visit that the contact attended fits; see `isHeld`.
 * @param counted of the contact's sums
 * @param fits of a visit `v` that began after the sums were counted
 */
function held(
  tenantId: TenantId,
  { now, summedUntil }: Around,
  counted: RawBuilder<unknown>,
  fits: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(${counted} or c.id in (select v.contact_id from visits v
    where v.tenant_id = ${tenantId} and v.contact_id is not null and v.status in ('waiting', 'confirmed', 'unknown')
      and v.starts_at <= ${now} ${summedUntil ? sql`and v.starts_at > ${summedUntil}` : sql``} and ${fits}))`;
}

/** See `historyOf`: the booking system's own count is used where it is higher. */
const visitsCount = sql<number>`greatest(c.visits_count, c.arrived_count)`;
const spentMinor = sql<number>`greatest(c.spent_minor, c.paid_minor)`;
