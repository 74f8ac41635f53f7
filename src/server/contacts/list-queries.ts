import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { ContactId, type OptOut, OptOutId, OptOutScope, OptOutSource } from '#contract/contacts.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { searchTexts } from './rules.ts';
import { findContacts } from './search-queries.ts';

export type Page<Item> = { items: Item[]; nextCursor: string | null };
type Paging = { cursor?: string; limit: number; search?: string };

const OptOutCursor = z.tuple([z.iso.datetime(), OptOutId]);

export type OptOutFilter = Pick<Paging, 'search'> & { source?: z.infer<typeof OptOutSource> };

/** Lists opt-outs in effect, newest first. */
export async function listOptOuts(scope: TenantScope, paging: Paging & OptOutFilter): Promise<Page<OptOut>> {
  const after = readCursor(paging.cursor, OptOutCursor);
  const rows = await optOuts(scope, paging, await whomItMeans(scope, paging))
    .leftJoin('channels as channel', (join) =>
      join.onRef('channel.tenant_id', '=', 'entry.tenant_id').onRef('channel.id', '=', 'entry.channel_id'),
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
      'contact.name',
      'contact.phone as contact_phone',
      'channel.title as channel_title',
    ])
    .where(isBeyond([sql.ref('entry.created_at'), sql.ref('entry.id')], after, 'desc'))
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(paging.limit + 1)
    .execute();
  return toPage(
    rows,
    paging.limit,
    (row) => ({
      id: OptOutId.parse(row.id),
      contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
      name: row.name || null,
      phone: row.contact_phone ?? row.phone,
      channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
      channelTitle: row.channel_title,
      scope: OptOutScope.parse(row.scope),
      source: OptOutSource.parse(row.source),
      note: row.note,
      createdAt: row.created_at.toString(),
    }),
    (row) => [row.created_at.toString(), row.id],
  );
}

export async function countOptOuts(scope: TenantScope, filter: OptOutFilter): Promise<number> {
  const row = await optOuts(scope, filter, await whomItMeans(scope, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A search with more matching contacts compares each opt-out instead. */
const MANY = 3_000;

const whomItMeans = async (scope: TenantScope, { search }: OptOutFilter) =>
  search ? findContacts(scope, { search, limit: MANY }) : [];

function optOuts({ tx, tenantId }: TenantScope, { search, source }: OptOutFilter, found: readonly ContactId[]) {
  const says = (text: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from unnest(${searchTexts(search ?? '')}::text[]) as said where strpos(${text}, said) > 0)`;
  const isFound = sql<boolean>`entry.id in (
    select id from opt_outs where tenant_id = ${tenantId} and lifted_at is null and contact_id = any(${found}::uuid[])
    union all
    select id from opt_outs where tenant_id = ${tenantId} and lifted_at is null and ${says(sql`E'\\n' || phone`)})`;
  const isAmongMany = says(sql`concat(contact.searched_as, E'\\n', entry.phone)`);
  return tx
    .selectFrom('opt_outs as entry')
    .leftJoin('contacts as contact', (join) =>
      join.onRef('contact.tenant_id', '=', 'entry.tenant_id').onRef('contact.id', '=', 'entry.contact_id'),
    )
    .where('entry.tenant_id', '=', tenantId)
    .where('entry.lifted_at', 'is', null)
    .$if(source !== undefined, (query) => query.where('entry.source', '=', source ?? ''))
    .$if(search !== undefined, (query) => query.where(found.length < MANY ? isFound : isAmongMany));
}
