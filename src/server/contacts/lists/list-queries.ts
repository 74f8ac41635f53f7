import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId, type OptOut, OptOutEnd, OptOutId, OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import type { OptOutFilter } from '#contract/contacts/opt-outs.ts';
import { Language } from '#contract/primitives.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { orNull } from '#server/platform/values/reading.ts';
import type { ClockedScope } from '#server/contacts/book/opt-out-queries.ts';
import { likelyLanguage, searchTexts } from '#server/contacts/book/rules.ts';
import { findContacts } from './search-queries.ts';

type Page<Item> = { items: Item[]; nextCursor: string | null };

const OptOutCursor = z.tuple([z.iso.datetime(), OptOutId]);

/** Lists opt-outs in effect, or those that are over, newest first. */
export async function listOptOuts(
  scope: ClockedScope,
  filter: OptOutFilter & { cursor?: string; limit: number },
  customerLanguage: Language,
): Promise<Page<OptOut>> {
  const after = readCursor(filter.cursor, OptOutCursor);
  const rows = await withNames(optOuts(scope, filter, await contactsMatching(scope, filter)))
    .where(isBeyond([sql.ref('entry.created_at'), sql.ref('entry.id')], after, 'desc'))
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(filter.limit + 1)
    .execute();
  return toPage(
    rows,
    filter.limit,
    (row) => toOptOut(row, customerLanguage, scope.clock.now()),
    (row) => [row.created_at.toString(), row.id],
  );
}

const MAX_OF_CONTACT = 100;

/** Lists the opt-outs in effect that apply to the contact, by contact or by phone. */
export async function listOptOutsOf(
  scope: ClockedScope,
  { id, phone }: { id: ContactId; phone: string | null },
  customerLanguage: Language,
): Promise<OptOut[]> {
  const rows = await withNames(optOuts(scope, { state: 'active' }, []))
    .where(({ or, eb }) => or([eb('entry.contact_id', '=', id), eb('entry.phone', '=', phone)]))
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(MAX_OF_CONTACT)
    .execute();
  return rows.map((row) => toOptOut(row, customerLanguage, scope.clock.now()));
}

export async function countOptOuts(scope: ClockedScope, filter: OptOutFilter): Promise<number> {
  const row = await optOuts(scope, filter, await contactsMatching(scope, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A search with more matching contacts compares each opt-out instead. */
const MANY = 3_000;

const contactsMatching = async (scope: ClockedScope, { search }: OptOutFilter) =>
  search ? findContacts(scope, { search, limit: MANY }) : [];

function optOuts(
  { tx, tenantId, clock }: ClockedScope,
  { search, source, scope, state }: OptOutFilter,
  found: readonly ContactId[],
) {
  const now = clock.now();
  const matches = (text: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from unnest(${searchTexts(search ?? '')}::text[]) as said where strpos(${text}, said) > 0)`;
  const isListed = sql<boolean>`lifted_at is null and (ends_at is null or ends_at > ${now})`;
  const isInState = state === 'active' ? isListed : sql<boolean>`(lifted_at is not null or ends_at <= ${now})`;
  const isFound = sql<boolean>`entry.id in (
    select id from opt_outs where tenant_id = ${tenantId} and ${isInState} and contact_id = any(${found}::uuid[])
    union all
    select id from opt_outs where tenant_id = ${tenantId} and ${isInState} and ${matches(sql`E'\\n' || phone`)})`;
  const isAmongMany = matches(sql`concat(contact.searched_as, E'\\n', entry.phone)`);
  return tx
    .selectFrom('opt_outs as entry')
    .leftJoin('contacts as contact', (join) =>
      join.onRef('contact.tenant_id', '=', 'entry.tenant_id').onRef('contact.id', '=', 'entry.contact_id'),
    )
    .where('entry.tenant_id', '=', tenantId)
    .where(isInState)
    .$if(source !== undefined, (query) => query.where('entry.source', '=', source ?? ''))
    .$if(scope !== undefined, (query) => query.where('entry.scope', '=', scope ?? ''))
    .$if(search !== undefined, (query) => query.where(found.length < MANY ? isFound : isAmongMany));
}

/** Selects what an entry shows: the contact, the channel, and who added it and took it off. */
function withNames(query: ReturnType<typeof optOuts>) {
  return query
    .leftJoin('channels as channel', (join) =>
      join.onRef('channel.tenant_id', '=', 'entry.tenant_id').onRef('channel.id', '=', 'entry.channel_id'),
    )
    .leftJoin('members as adder', (join) =>
      join.onRef('adder.tenant_id', '=', 'entry.tenant_id').onRef('adder.id', '=', 'entry.created_by'),
    )
    .leftJoin('members as lifter', (join) =>
      join.onRef('lifter.tenant_id', '=', 'entry.tenant_id').onRef('lifter.id', '=', 'entry.lifted_by'),
    )
    .select([
      'entry.id',
      'entry.contact_id',
      'entry.phone',
      'entry.channel_id',
      'entry.scope',
      'entry.source',
      'entry.note',
      'entry.created_at',
      'entry.ends_at',
      'entry.lifted_at',
      'entry.lifted_how',
      'contact.name',
      'contact.phone as contact_phone',
      'contact.language',
      'channel.title as channel_title',
      'adder.full_name as adder_name',
      'adder.email as adder_email',
      'lifter.full_name as lifter_name',
      'lifter.email as lifter_email',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

/** An entry whose time is over reads as ended before a job has recorded it. */
function toOptOut(row: Row, customerLanguage: Language, now: Temporal.Instant): OptOut {
  const phone = row.contact_phone ?? row.phone;
  const isEnded = row.lifted_at === null && row.ends_at !== null && !isAfter(row.ends_at, now);
  return {
    id: OptOutId.parse(row.id),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    name: row.name || null,
    phone,
    channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
    channelTitle: row.channel_title,
    scope: OptOutScope.parse(row.scope),
    source: OptOutSource.parse(row.source),
    note: row.note,
    createdAt: row.created_at.toString(),
    createdBy: row.adder_name?.trim() || row.adder_email,
    endsAt: row.ends_at?.toString() ?? null,
    liftedAt: (isEnded ? row.ends_at : row.lifted_at)?.toString() ?? null,
    liftedHow: isEnded ? 'period' : orNull(OptOutEnd, row.lifted_how),
    liftedBy: row.lifter_name?.trim() || row.lifter_email,
    pageLanguage: orNull(Language, row.language) ?? likelyLanguage(phone) ?? customerLanguage,
  };
}
