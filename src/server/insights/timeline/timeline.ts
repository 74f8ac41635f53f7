import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { listTimeline as listTimelineCall } from '#contract/insights/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getZoneOfContact } from '#server/subjects/zone-reads.ts';
import { findPerson } from './card-queries.ts';
import { type LoadedItem, type TimelineKey, TIMELINE_SOURCES, type TimelineSource } from './timeline-sources.ts';

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists a contact's timeline, newest first; planned entries come first. */
export async function listTimeline(
  scope: MemberScope,
  contactId: ContactId,
  { type, cursor, limit }: QueryOf<typeof listTimelineCall>,
): Promise<ReplyOf<typeof listTimelineCall>> {
  if (!(await findPerson(scope, contactId))) throw new Problem('contact.not_found');
  const sources = TIMELINE_SOURCES.filter((source) => type === undefined || source.type === type);
  const after = readCursor(cursor, Cursor);
  const page = toPage(
    await listKeys(scope, contactId, { sources, after, limit }),
    limit,
    (key) => key,
    ({ at, id }) => [at.toString(), id],
  );
  const timeZone = await getZoneOfContact(scope, contactId);
  const items = await loadItems(scope, contactId, { sources, keys: page.items });
  return {
    items: items.map((item) => ({ ...item, timeZone: item.timeZone ?? timeZone })),
    nextCursor: page.nextCursor,
  };
}

type PageRequest = { sources: readonly TimelineSource[]; after: [string, string] | null; limit: number };

/** Reads each source in index order as far as the page needs, then merges them. */
async function listKeys(
  scope: TenantScope,
  contactId: ContactId,
  { sources, after, limit }: PageRequest,
): Promise<TimelineKey[]> {
  const of = (source: TimelineSource, index: number): RawBuilder<unknown> => {
    const { from, at, where } = source.keys;
    const beyond = isBeyond([at, sql`s.id`], after, 'desc');
    return sql`(select ${sql.lit(index)}::int as source, s.id, ${at} as at from ${from} s
      where s.tenant_id = ${scope.tenantId} and s.contact_id = ${contactId} and ${where} and ${beyond}
      order by ${at} desc, s.id desc limit ${limit + 1})`;
  };
  const { rows } = await sql<TimelineKey>`
    select * from (${sql.join(sources.map(of), sql` union all `)}) story
    order by at desc, id desc limit ${limit + 1}`.execute(scope.tx);
  return rows;
}

/** Loads the entries with one or two statements for each source that is on the page. */
async function loadItems(
  scope: ActionScope,
  contactId: ContactId,
  { sources, keys }: { sources: readonly TimelineSource[]; keys: readonly TimelineKey[] },
): Promise<LoadedItem[]> {
  const items = new Map<TimelineKey, LoadedItem>();
  for (const [index, ofSource] of Map.groupBy(keys, ({ source }) => source)) {
    const loaded = (await sources[index]?.load(scope, ofSource, contactId)) ?? new Map<string, LoadedItem>();
    for (const key of ofSource) {
      const item = loaded.get(key.id);
      if (item) items.set(key, item);
    }
  }
  return keys.flatMap((key) => items.get(key) ?? []);
}
