import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import { MAX_TAGS } from '#contract/contacts/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists the tags in use, sorted. Each costs one index lookup, however many contacts have it. */
export async function listTags({ tx, tenantId }: TenantScope): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with recursive tags as (
      (select tag, 1 as place from contact_tags where tenant_id = ${tenantId} order by tag limit 1)
      union all
      select (select tag from contact_tags where tenant_id = ${tenantId} and tag > tags.tag order by tag limit 1), place + 1
      from tags where tags.tag is not null and place <= ${MAX_TAGS}::int
    )
    select tag from tags where tag is not null order by lower(tag)`.execute(tx);
  return rows.map(({ tag }) => tag);
}

/** Lists the tags of one contact, sorted. */
export async function listTagsOf({ tx, tenantId }: TenantScope, id: ContactId): Promise<string[]> {
  const rows = await tx
    .selectFrom('contact_tags')
    .select('tag')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', id)
    .orderBy('tag')
    .execute();
  return rows.map(({ tag }) => tag);
}

/** Adds every tag to every contact that exists. @returns the contacts that got one */
export async function insertTags(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
  tags: readonly string[],
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    insert into contact_tags (tenant_id, contact_id, tag)
    select ${tenantId}::uuid, c.id, wanted.tag from contacts c cross join unnest(${[...tags]}::text[]) as wanted (tag)
    where c.tenant_id = ${tenantId} and c.id = any(${[...ids]}::uuid[])
    on conflict do nothing returning contact_id`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}

/** @returns the contacts that lost a tag */
export async function deleteTags(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
  tags: readonly string[],
): Promise<ContactId[]> {
  const rows = await tx
    .deleteFrom('contact_tags')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('tag', '=', sql<string>`any (${[...tags]}::text[])`)
    .returning('contact_id')
    .execute();
  return rows.map((row) => ContactId.parse(row.contact_id));
}
