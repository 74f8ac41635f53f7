import { type RawBuilder, sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { MailingAudience, MailingId, MailingOutcome, MailingSettings } from '#contract/mailings/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { consentFilter } from '#server/audiences/consent-reads.ts';
import { audienceFilter } from '#server/audiences/contact-reads.ts';
import type { AudienceQuestion } from '#server/audiences/trait-rules.ts';
import { optOutHolds } from '#server/contacts/opt-outs/opt-out-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ListedCounts } from '#server/mailings/storage/stored-mailings.ts';

/** A channel of a mailing, as far as it decides whom it reaches. */
export type Way = {
  id: ChannelId;
  reachesPhones: boolean;
  /** Whether it takes the message at any time: free text always, or by a template that can be used. */
  isOpen: boolean;
};

/** A mailing's audience, with the facts that decide which of its contacts get the message. */
export type ListQuestion = {
  mailingId: MailingId;
  settings: MailingSettings;
  ways: readonly Way[];
  /** Conditions of the audience, where it has any. */
  audience: AudienceQuestion;
};

/** Contacts after the first and up to the second; null: from the beginning, to the end. */
export type Span = { after: string | null; last: string | null };

/** The last contact of the next batch of an audience; null: the rest fits in one batch. */
export async function findBatchEnd(
  { tx, tenantId }: TenantScope,
  audience: MailingAudience,
  { after, limit }: { after: string | null; limit: number },
): Promise<ContactId | null> {
  const { from, id, where } = sourceOf(tenantId, audience);
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${where} ${inSpan(id, { after, last: null })}
    order by ${id} offset ${limit - 1} limit 1`.execute(tx);
  return rows[0] ? ContactId.parse(rows[0].id) : null;
}

/**
 * Adds the contacts of a span to a mailing's list, each with the rule that leaves it out. A contact that is on the list already
 * is not counted again.
 */
export async function insertRecipients(scope: TenantScope, question: ListQuestion, span: Span): Promise<ListedCounts> {
  const { tenantId } = scope;
  const rows = await readDecided(
    scope,
    question,
    sql<{ exclusion: string; count: number }>`
    with listed as (
      insert into mailing_recipients (tenant_id, mailing_id, contact_id, exclusion, time_zone, is_trial, variant)
      select ${tenantId}::uuid, ${question.mailingId}::uuid, chosen.id, chosen.why, chosen.time_zone, ${inTest(question)}
      from (${decided(tenantId, question, span)}) chosen order by chosen.id
      on conflict (tenant_id, mailing_id, contact_id) do nothing
      returning exclusion
    )
    select coalesce(exclusion, '') as exclusion, count(*) as count from listed group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.exclusion, row.count]));
}

/** Counts whom a mailing would list, by the rule that leaves them out; '' are its recipients. */
export async function countRecipients(scope: TenantScope, question: ListQuestion): Promise<ListedCounts> {
  const rows = await readDecided(
    scope,
    question,
    sql<{ exclusion: string; count: number }>`
    select coalesce(chosen.why, '') as exclusion, count(*) as count
    from (${decided(scope.tenantId, question, { after: null, last: null })}) chosen group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.exclusion, row.count]));
}

/** Counts whom a mailing would list as recipients and who have not agreed to advertising, as far as it is known. */
export async function countWithoutConsent(scope: TenantScope, question: ListQuestion): Promise<number> {
  const { tenantId } = scope;
  const rows = await readDecided(
    scope,
    question,
    sql<{ count: number }>`
    select count(*) as count from (${decided(tenantId, question, { after: null, last: null })}) c
    where c.why is null and not ${consentFilter(tenantId, 'given', question.audience.now)}`,
  );
  return rows[0]?.count ?? 0;
}

/** The frequency cap at the start of a mailing: the number of marketing messages after a moment. */
export type Cap = { limit: number; since: Temporal.Instant };

/** Contacts of an audience with the same decision, channel and country. */
export type DecidedGroup = {
  /** The rule that leaves them out; '' are recipients. */
  exclusion: string;
  channelId: ChannelId | null;
  /** Whether free text is allowed to them now because they wrote. */
  isWindowOpen: boolean;
  /** First digits of their phones; '' without one. */
  prefix: string;
  /** Where the mailing goes by it: the zone of recipients; '' is the cabinet's. */
  timeZone: string;
  /** Recipients whose frequency cap is used up at the start. */
  isCapped: boolean;
  contacts: number;
};

/** Counts whom a mailing would list, as `countRecipients`, with the channels and countries of its recipients. */
export async function countByWay(scope: TenantScope, question: ListQuestion, cap: Cap): Promise<DecidedGroup[]> {
  const rows = await readDecided(
    scope,
    question,
    sql<DecidedGroup>`
    select coalesce(asked.why, '') as exclusion, asked.way as "channelId", asked.is_open as "isWindowOpen", asked.prefix,
      asked.time_zone as "timeZone", asked.is_capped as "isCapped", count(*) as contacts
    from (
      select why, case when why is null then way_id end as way, why is null and way_id = any(open_ids) as is_open,
        case when why is null then coalesce(substr(phone, 2, ${PREFIX_LENGTH}), '') else '' end as prefix,
        case when why is null and ${question.settings.timing.isInContactZone} then time_zone else '' end as time_zone,
        why is null and ${capFilter(scope.tenantId, question, cap)} as is_capped
      from (${decided(scope.tenantId, question, { after: null, last: null })}) each_one
    ) asked group by 1, 2, 3, 4, 5, 6`,
  );
  return rows.map((row) => ({ ...row, isWindowOpen: row.isWindowOpen ?? false }));
}

/** A filter of contacts by their `id`: other senders have used up their frequency cap. */
function capFilter(tenantId: TenantId, { mailingId }: ListQuestion, { limit, since }: Cap): RawBuilder<unknown> {
  if (limit === 0) return sql`true`;
  return sql`id in (
    select m.contact_id from messages m
    where m.tenant_id = ${tenantId} and m.is_marketing and not m.is_test and m.phase not in ('waiting', 'ended')
      and m.due_at > ${since} and m.contact_id is not null and m.sender_id <> ${mailingId}
    group by m.contact_id having count(*) >= ${limit})`;
}

/** Digits of phones by which prices differ. */
const PREFIX_LENGTH = 5;

/** A page of the contacts of an audience by id. `exclusion`: the rule that leaves them out; '' for recipients. */
export type DecidedPage = { exclusion: string; after: ContactId | null; limit: number };

/**
 * A page of the contacts whom a mailing would leave out by a rule, by id; '' lists its recipients.
 * @param cap lists only those whose frequency cap is used up
 */
export async function listDecided(
  scope: TenantScope,
  question: ListQuestion,
  page: DecidedPage,
  cap: Cap | null = null,
): Promise<ContactId[]> {
  const rows = await readDecided(
    scope,
    question,
    sql<{ id: string }>`
    select chosen.id from (${decided(scope.tenantId, question, { after: page.after, last: null })}) chosen
    where coalesce(chosen.why, '') = ${page.exclusion} and ${cap ? capFilter(scope.tenantId, question, cap) : sql`true`}
    order by chosen.id limit ${page.limit}`,
  );
  return rows.map(({ id }) => ContactId.parse(id));
}

/** A recipient of a list that is not made yet, with the zone they live in; '' is the cabinet's. */
export type Expected = { contactId: ContactId; timeZone: string };

/**
 * Lists whom a mailing would list as recipients, in the order of their turn.
 * @param every one of this many, chosen by a hash; 1: all
 */
export async function listExpected(
  scope: TenantScope,
  question: ListQuestion,
  { every, limit }: { every: number; limit: number },
): Promise<Expected[]> {
  const rows = await readDecided(
    scope,
    question,
    sql<{ id: string; time_zone: string }>`
    select chosen.id, chosen.time_zone from (${decided(scope.tenantId, question, { after: null, last: null })}) chosen
    where chosen.why is null
      and (${every} = 1 or (hashtextextended(chosen.id::text, 1) & 9223372036854775807) % ${every} = 0)
    order by chosen.time_zone, chosen.id limit ${limit}`,
  );
  return rows.map((row) => ({ contactId: ContactId.parse(row.id), timeZone: row.time_zone }));
}

/** Whether an audience has anybody. */
export async function hasAudience({ tx, tenantId }: TenantScope, question: ListQuestion): Promise<boolean> {
  const { from, id, where } = sourceOf(tenantId, question.settings.audience);
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (
      select from ${from} join contacts c on c.tenant_id = ${tenantId} and c.id = ${id}
      where ${where} and ${memberFilter(tenantId, question)}) as is_there`.execute(tx);
  return rows[0]?.is_there ?? false;
}

/**
 * Reads from a mailing's decided audience.
 *
 * The planner expects few rows of one mailing among many tenants' messages, and then compares every recipient with every
 * message: the time grows with the square of the audience. An audience given by a list or another mailing is joined by
 * hashes instead.
 */
async function readDecided<Row>({ tx }: TenantScope, question: ListQuestion, query: RawBuilder<Row>): Promise<Row[]> {
  if (question.settings.audience.type === 'conditions') return (await query.execute(tx)).rows;
  await sql`set local enable_nestloop = off`.execute(tx);
  const { rows } = await query.execute(tx);
  await sql`set local enable_nestloop = on`.execute(tx);
  return rows;
}

/** The table that an audience is read from in the order of its contacts. */
function sourceOf(tenantId: TenantId, audience: MailingAudience) {
  if (audience.type === 'list') {
    const where = sql`source.tenant_id = ${tenantId} and source.import_id = ${audience.importId}`;
    return { from: sql`imported_contacts source`, id: sql`source.contact_id`, where };
  }
  if (audience.type === 'mailing') {
    const where = sql`source.tenant_id = ${tenantId} and source.mailing_id = ${audience.mailingId}`;
    return { from: sql`mailing_recipients source`, id: sql`source.contact_id`, where };
  }
  return { from: sql`contacts source`, id: sql`source.id`, where: sql`source.tenant_id = ${tenantId}` };
}

/** A filter of contacts, aliased as `c`, joined to the source of their audience. */
function memberFilter(tenantId: TenantId, { settings, audience: question }: ListQuestion): RawBuilder<unknown> {
  const { audience } = settings;
  if (audience.type === 'list') return sql`true`;
  if (audience.type === 'mailing') return outcomeFilter(tenantId, audience.mailingId, audience.outcome);
  return audienceFilter(tenantId, question);
}

const LEFT = ['accepted', 'sent', 'delivered', 'read'];

/** The messages that an outcome is about. */
const OF_OUTCOME: Readonly<Record<Exclude<MailingOutcome, 'excluded'>, RawBuilder<unknown>>> = {
  sent: sql`m.status = any(${LEFT})`,
  delivered: sql`m.status in ('delivered', 'read')`,
  not_delivered: sql`m.status in ('accepted', 'sent', 'failed')`,
  read: sql`m.status = 'read'`,
  not_read: sql`m.status in ('accepted', 'sent', 'delivered')`,
  replied: sql`m.replied_at is not null`,
  clicked: sql`m.clicked_at is not null`,
  read_not_replied: sql`m.status = 'read' and m.replied_at is null`,
  failed: sql`m.status = 'failed'`,
};

function outcomeFilter(tenantId: TenantId, mailingId: MailingId, outcome: MailingOutcome): RawBuilder<unknown> {
  if (outcome === 'excluded') return sql`source.exclusion is not null`;
  return sql`exists (select from messages m where m.tenant_id = ${tenantId} and m.contact_id = c.id
    and m.sender_id = ${mailingId} and not m.is_test and ${OF_OUTCOME[outcome]})`;
}

/** Hours after a member's message in which the conversation counts as open. */
const TALK_HOURS = 24;

/** Returns the contacts, among those given, to whom a member is talking. */
export async function listContactsInConversation(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  now: Temporal.Instant,
): Promise<Set<ContactId>> {
  const { rows } = await sql<{ contact_id: string }>`
    select distinct talking.contact_id from (${talkingContacts(tenantId, now)}) talking
    where talking.contact_id = any(${[...contactIds]}::uuid[])`.execute(tx);
  return new Set(rows.map((row) => ContactId.parse(row.contact_id)));
}

/** Contacts who wait for a reply of a person, or got one lately. */
function talkingContacts(tenantId: TenantId, now: Temporal.Instant): RawBuilder<unknown> {
  return sql`
    select t.contact_id from conversations t where t.tenant_id = ${tenantId} and t.needs_person_since is not null
    union all
    select m.contact_id from senders s join messages m on m.tenant_id = s.tenant_id and m.sender_id = s.id
    where s.tenant_id = ${tenantId} and s.kind = 'member' and m.phase = 'left' and m.contact_id is not null
      and m.due_at > ${now.subtract({ hours: TALK_HOURS })}`;
}

/** Selects the contacts of a span of the audience, each with the first rule that leaves it out; null: a recipient. */
function decided(tenantId: TenantId, question: ListQuestion, span: Span): RawBuilder<unknown> {
  const {
    settings,
    ways,
    audience: { now },
  } = question;
  const { from, id, where } = sourceOf(tenantId, settings.audience);
  const ids = sql`${ways.map((way) => way.id)}::uuid[]`;
  const reached = ways.map((way) => ({ way, is: reachFilter(way) }));
  const isReached = either(reached.map(({ is }) => is));
  const taken = reached.map(({ way, is }) => ({
    way,
    is: way.isOpen ? is : sql`(${is} and ${way.id}::uuid = any(coalesce(here.open_ids, '{}')))`,
  }));
  const isTaken = either(taken.map(({ is }) => is));
  return sql`
    select c.id, coalesce(c.time_zone, '') as time_zone, c.phone, coalesce(here.open_ids, '{}') as open_ids,
      ${firstWay(taken)} as way_id, case
      when coalesce(refused.is_everywhere, false)
        or cardinality(${ids}) > 0 and ${ids} <@ coalesce(refused.channel_ids, '{}') then 'opted_out'
      when c.refuses_mailings then 'refuses_mailings'
      when ${settings.subscribedCustomers} and not coalesce(here.is_subscribed, false) then 'not_subscribed'
      when ${settings.ignoreClientsWithNoDialogue} and not coalesce(here.has_answered, false) then 'no_dialogue'
      ${settings.skipOpenConversations ? sql`when c.id in (${talkingContacts(tenantId, now)}) then 'open_conversation'` : sql``}
      when not ${isReached} then 'no_channel'
      when not ${isTaken} then 'template_missing'
      ${heldBack(question)} end as why
    from ${from}
    join contacts c on c.tenant_id = ${tenantId} and c.id = ${id}
    left join (
      select a.contact_id, bool_or(a.last_inbound_at is not null) as has_answered,
        bool_or(a.subscribed_at is not null and a.channel_id = any(${ids})) as is_subscribed,
        array_agg(a.channel_id) filter (where a.state = 'reachable' and a.channel_id = any(${ids})) as reachable_ids,
        array_agg(a.channel_id) filter (where a.state <> 'reachable' and a.channel_id = any(${ids})) as lost_ids,
        array_agg(a.channel_id) filter (where a.window_until > ${now} and a.channel_id = any(${ids})) as open_ids
      from contact_addresses a where a.tenant_id = ${tenantId} ${inSpan(sql`a.contact_id`, span)} group by a.contact_id
    ) here on here.contact_id = c.id
    left join (
      select o.contact_id, bool_or(o.channel_id is null) as is_everywhere,
        array_agg(o.channel_id) filter (where o.channel_id is not null) as channel_ids
      from (
        select own.contact_id, own.channel_id from opt_outs own
        where own.tenant_id = ${tenantId} and ${optOutHolds('own', now)} and own.contact_id is not null
          ${inSpan(sql`own.contact_id`, span)}
        union all
        select same.id, known.channel_id from opt_outs known
        join contacts same on same.tenant_id = ${tenantId} and same.phone = known.phone
        where known.tenant_id = ${tenantId} and ${optOutHolds('known', now)} ${inSpan(sql`same.id`, span)}
      ) o group by o.contact_id
    ) refused on refused.contact_id = c.id
    where ${where} ${inSpan(id, span)} ${inSpan(sql`c.id`, span)} and ${memberFilter(tenantId, question)}`;
}

function reachFilter({ id, reachesPhones }: Way): RawBuilder<unknown> {
  const isKnown = sql`${id}::uuid = any(coalesce(here.reachable_ids, '{}'))`;
  const byPhone = sql`(c.phone is not null and not ${id}::uuid = any(coalesce(here.lost_ids, '{}')))`;
  return sql`(not ${id}::uuid = any(coalesce(refused.channel_ids, '{}'))
    and ${reachesPhones ? sql`(${isKnown} or ${byPhone})` : isKnown})`;
}

/** Selects whether a recipient takes part in the A/B test, and the variant they get: the same for every list. */
function inTest({ mailingId, settings: { experiment } }: ListQuestion): RawBuilder<unknown> {
  if (!experiment) return sql`false, null::smallint`;
  const place = sql`(hashtextextended(${mailingId}::text || chosen.id || 'test', 0) & 9223372036854775807)`;
  const isIn = sql`(chosen.why is null and ${place} % 100 < ${experiment.sharePercent})`;
  return sql`${isIn}, case when ${isIn} then ((${place} / 100) % ${experiment.variants.length + 1})::smallint end`;
}

/** The first channel that reaches the contact and takes the message. */
function firstWay(taken: readonly { way: Way; is: RawBuilder<unknown> }[]): RawBuilder<unknown> {
  if (taken.length === 0) return sql`null::uuid`;
  const cases = taken.map(({ way, is }) => sql`when ${is} then ${way.id}::uuid`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** Percent of the recipients are kept back: the same ones for every list. */
function heldBack({ mailingId, settings: { controlPercent } }: ListQuestion): RawBuilder<unknown> {
  if (controlPercent === 0) return sql``;
  return sql`when (hashtextextended(${mailingId}::text || c.id, 0) & 9223372036854775807) % 100 < ${controlPercent}
    then 'control_group'`;
}

const either = (filters: readonly RawBuilder<unknown>[]) =>
  filters.length === 0 ? sql`false` : sql`(${sql.join(filters, sql` or `)})`;

const inSpan = (id: RawBuilder<unknown>, { after, last }: Span) =>
  sql`${after === null ? sql`` : sql`and ${id} > ${after}::uuid`} ${last === null ? sql`` : sql`and ${id} <= ${last}::uuid`}`;

/** Contacts of a span of a mailing's list who are kept back to measure its effect. */
export async function listControlGroup(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  span: Span,
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from mailing_recipients
    where tenant_id = ${tenantId} and mailing_id = ${mailingId} and exclusion = 'control_group'
      ${inSpan(sql`contact_id`, span)} order by contact_id`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}
