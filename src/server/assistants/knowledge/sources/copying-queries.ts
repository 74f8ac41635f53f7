import { sql } from 'kysely';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { KnowledgeSourceId } from '#contract/assistants/knowledge.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

/** Copies sources that are not deleted, with the passages that are used. @returns the copies that are still to be read */
export async function copySources(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: AssistantId; to: AssistantId },
): Promise<KnowledgeSourceId[]> {
  const sources = await tx
    .selectFrom('knowledge_sources')
    .select(['id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', from)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (sources.length === 0) return [];
  const copies = sources.map(({ id, state }) => ({ id, copy: newId(KnowledgeSourceId), state }));
  const given = sql`json_to_recordset(${JSON.stringify(copies)}::json) as given (id uuid, copy uuid)`;
  await sql`
    insert into knowledge_sources (tenant_id, id, assistant_id, kind, title, file_id, url, max_pages, refresh_days, questions,
      answer, state, trouble, omissions, reading, used_reading, passage_count, read_at, next_read_at, created_at)
    select tenant_id, given.copy, ${to}, kind, title, file_id, url, max_pages, refresh_days, questions,
      answer, state, trouble, omissions, used_reading, used_reading, passage_count, read_at, next_read_at, created_at
    from ${given} join knowledge_sources s on s.tenant_id = ${tenantId} and s.id = given.id
    on conflict (tenant_id, id) do nothing`.execute(tx);
  await sql`
    with passages as (
      select gen_random_uuid() as copy, p.id, given.copy as source_id, p.reading, p.position, p.headings, p.place, p.text
      from ${given}
      join knowledge_sources s on s.tenant_id = ${tenantId} and s.id = given.id
      join knowledge_passages p on p.tenant_id = ${tenantId} and p.source_id = s.id and p.reading = s.used_reading
    ), copied as (
      insert into knowledge_passages (tenant_id, id, source_id, reading, position, headings, place, text)
      select ${tenantId}, copy, source_id, reading, position, headings, place, text from passages
      on conflict (tenant_id, id) do nothing
    )
    insert into knowledge_vectors (tenant_id, passage_id, model, vector)
    select ${tenantId}, passages.copy, v.model, v.vector
    from passages join knowledge_vectors v on v.tenant_id = ${tenantId} and v.passage_id = passages.id
    on conflict (tenant_id, passage_id) do nothing`.execute(tx);
  return copies.flatMap(({ copy, state }) => (state === 'waiting' || state === 'reading' ? copy : []));
}
