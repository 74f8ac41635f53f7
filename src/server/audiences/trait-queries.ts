import { type RawBuilder, sql } from 'kysely';
import type { AudienceCondition } from '#contract/audiences/calls.ts';
import { NO_CHANNEL } from '#contract/audiences/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { LANGUAGE_BY_CALLING_CODE } from '#server/contacts/book/rules.ts';
import { minorUnits } from '#server/texts/content/format-rules.ts';
import { consentFilter } from './consent-reads.ts';
import { inRfmGroups } from './rfm/group-reads.ts';
import { type AudienceChannel, type AudienceQuestion, birthdayDistances, type TraitField } from './trait-rules.ts';

export type Around = Omit<AudienceQuestion, 'conditions'>;
type Filter = RawBuilder<boolean>;

export type RangedTrait = Extract<AudienceCondition, { from: number }> & { field: TraitField };
type ListedTrait = Exclude<Extract<AudienceCondition, { values: string[] }>['field'] & TraitField, 'segment'>;

/** Nobody was here before; PostgreSQL's own calendar ends about 6,700 years ago. */
const MAX_DAYS = 365 * 1_000;

/** Moments that lie so many whole days before `now`: up to `latest`, and after `since`, which is null in an open range. */
export function momentsAgo({ from, to }: { from: number; to: number }, now: Temporal.Instant) {
  return {
    latest: now.subtract({ hours: 24 * Math.min(from, MAX_DAYS) }),
    since: to < MAX_DAYS ? now.subtract({ hours: 24 * (to + 1) }) : null,
  };
}

/** Compiles a range of a contact's trait to a filter of `contacts`, aliased as `c`; see `traitOf`. */
export function traitRangeFilter(tenantId: TenantId, { field, from, to }: RangedTrait, around: Around): Filter {
  const { now, currency, timeZone } = around;
  switch (field) {
    case 'no_shows':
      return sql`c.no_show_count between ${from} and ${to}`;
    case 'orders_count':
      return amongGroups(
        { from, to },
        (having) => sql`${orderContacts(tenantId)} group by o.contact_id having count(*) ${having}`,
      );
    case 'orders_sum': {
      const minor = { from: minorUnits(from, currency), to: minorUnits(to + 1, currency) - 1 };
      return amongGroups(
        minor,
        (having) => sql`${orderContacts(tenantId)} group by o.contact_id having sum(o.total_minor) ${having}`,
      );
    }
    case 'days_since_order':
      return lastAmong({ from, to }, now, (moment) => sql`${orderContacts(tenantId)} ${moment(sql`o.placed_at`)}`);
    case 'days_since_answer':
      return lastAmong(
        { from, to },
        now,
        (moment) => sql`select a.contact_id from contact_addresses a
        where a.tenant_id = ${tenantId} and a.last_inbound_at is not null ${moment(sql`a.last_inbound_at`)}`,
      );
    case 'days_subscribed':
      return firstAmong(
        { from, to },
        now,
        (moment) => sql`select a.contact_id from contact_addresses a
        where a.tenant_id = ${tenantId} and a.subscribed_at is not null ${moment(sql`a.subscribed_at`)}`,
      );
    case 'days_to_visit':
      return nextVisitFilter(tenantId, { from, to }, now);
    case 'days_to_birthday':
    case 'days_since_birthday': {
      const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
      const distances = birthdayDistances(today, field === 'days_to_birthday' ? 1 : -1);
      const birthdays = [...distances].flatMap(([birthday, days]) => (days >= from && days <= to ? [birthday] : []));
      return sql`(c.birthday is not null and c.birthday = any(${birthdays}::int[]))`;
    }
  }
}

/** Compiles a list of values of a contact's trait to a filter of `contacts`; never null, so that it can be negated. */
export function traitListFilter(
  tenantId: TenantId,
  field: ListedTrait,
  values: readonly string[],
  { language, channels, now }: Around,
): Filter {
  switch (field) {
    case 'birth_month':
      return sql`(c.birthday is not null and c.birthday / 100 = any(${values.map(Number).filter(Number.isInteger)}::int[]))`;
    case 'language':
      return sql`coalesce(c.language, ${languageOfPhone()}, ${language}) = any(${[...values]}::text[])`;
    case 'reached_by': {
      const listed = channels.filter(({ kind }) => values.includes(kind));
      const isByListed = listed.map((channel) => reachedBy(tenantId, channel));
      const isByNone = sql<boolean>`not ${anyOf(channels.map((channel) => reachedBy(tenantId, channel)))}`;
      return anyOf([...isByListed, ...(values.includes(NO_CHANNEL) ? [isByNone] : [])]);
    }
    case 'rfm_group':
      return inRfmGroups(tenantId, values);
    case 'consent':
      return anyOf(values.map((state) => consentFilter(tenantId, state, now)));
  }
}

export function nextVisitExists(tenantId: TenantId, now: Temporal.Instant): Filter {
  return sql`c.id in (${visitsAhead(tenantId, now)})`;
}

export function hasEverReplied(tenantId: TenantId): Filter {
  return sql`c.id in (select a.contact_id from contact_addresses a
    where a.tenant_id = ${tenantId} and a.last_inbound_at is not null)`;
}

const anyOf = (filters: readonly Filter[]): Filter =>
  filters.length === 0 ? sql`false` : sql`(${sql.join(filters, sql` or `)})`;

/** The channel has a reachable address of the contact, or reaches phones and did not report that of the contact as lost. */
function reachedBy(tenantId: TenantId, { id, reachesPhones }: AudienceChannel): Filter {
  const addresses = sql`select a.contact_id from contact_addresses a where a.tenant_id = ${tenantId} and a.channel_id = ${id}`;
  const byAddress = sql<boolean>`c.id in (${addresses} and a.state = 'reachable')`;
  if (!reachesPhones) return byAddress;
  return sql`(c.phone is not null and c.id not in (${addresses} and a.state <> 'reachable') or ${byAddress})`;
}

/** See `likelyLanguage`. */
function languageOfPhone(): RawBuilder<string | null> {
  const cases = Object.entries(LANGUAGE_BY_CALLING_CODE).map(
    ([code, language]) => sql`when starts_with(c.phone, ${`+${code}`}) then ${language}`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}

const orderContacts = (tenantId: TenantId) => sql`select o.contact_id from orders o
  where o.tenant_id = ${tenantId} and o.contact_id is not null and o.status <> 'Cancelled'`;

type Ends = { from: number; to: number };

/** Numbers per contact are within a range; contacts without a row have 0. */
function amongGroups({ from, to }: Ends, contacts: (having: RawBuilder<unknown>) => RawBuilder<unknown>): Filter {
  if (from > 0) return sql`c.id in (${contacts(sql`between ${from} and ${to}`)})`;
  return sql`c.id not in (${contacts(sql`> ${to}`)})`;
}

type Among = (moment: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>;

/** The last moment of a contact lies within a range of days ago. */
function lastAmong(ends: Ends, now: Temporal.Instant, among: Among): Filter {
  const { latest, since } = momentsAgo(ends, now);
  const isAny = among((column) => (since ? sql`and ${column} > ${since}` : sql``));
  return sql`(c.id in (${isAny}) and c.id not in (${among((column) => sql`and ${column} > ${latest}`)}))`;
}

/** The first moment of a contact lies within a range of days ago. */
function firstAmong(ends: Ends, now: Temporal.Instant, among: Among): Filter {
  const { latest, since } = momentsAgo(ends, now);
  const isOldEnough = sql<boolean>`c.id in (${among((column) => sql`and ${column} <= ${latest}`)})`;
  if (!since) return isOldEnough;
  return sql`(${isOldEnough} and c.id not in (${among((column) => sql`and ${column} <= ${since}`)}))`;
}

const visitsAhead = (tenantId: TenantId, now: Temporal.Instant) => sql`select v.contact_id from visits v
  where v.tenant_id = ${tenantId} and v.contact_id is not null and v.status in ('waiting', 'confirmed', 'unknown')
    and v.starts_at > ${now}`;

function nextVisitFilter(tenantId: TenantId, { from, to }: Ends, now: Temporal.Instant): Filter {
  const ahead = visitsAhead(tenantId, now);
  const within = (days: number) => now.add({ hours: 24 * Math.min(days, MAX_DAYS) });
  const isSoonEnough = sql<boolean>`c.id in (${ahead} and v.starts_at < ${within(to + 1)})`;
  if (from <= 0) return isSoonEnough;
  return sql`(${isSoonEnough} and c.id not in (${ahead} and v.starts_at < ${within(from)}))`;
}
