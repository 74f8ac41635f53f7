import { sql } from 'kysely';
import type { AssistantId } from '#contract/assistants/calls.ts';
import {
  type FoundPassage,
  type KnowledgePassage,
  KnowledgeSource,
  KnowledgeSourceId,
} from '#contract/assistants/knowledge.ts';
import { toPassage } from '#server/assistants/knowledge/sources/passage-queries.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The number of changes of an assistant's passages; 0: there have been none. */
export async function findRevision({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<number> {
  const row = await tx
    .selectFrom('knowledge_revisions')
    .select('revision')
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** The passages that are used of an assistant's sources. */
const used = ({ tx, tenantId }: TenantScope, assistantId: AssistantId) =>
  tx
    .selectFrom('knowledge_sources as s')
    .innerJoin('knowledge_passages as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 's.tenant_id')
        .onRef('p.source_id', '=', 's.id')
        .onRef('p.reading', '=', 's.used_reading'),
    )
    .where('s.tenant_id', '=', tenantId)
    .where('p.tenant_id', '=', tenantId)
    .where('s.assistant_id', '=', assistantId)
    .where('s.deleted_at', 'is', null);

export type LoadedPassage = { id: string; headings: string[]; text: string; isPair: boolean; vector: number[] | null };

/** Loads all passages of an assistant. @param model whose vectors are wanted; null: none */
export async function loadPassages(
  scope: TenantScope,
  assistantId: AssistantId,
  model: string | null,
): Promise<LoadedPassage[]> {
  const rows = await used(scope, assistantId)
    .leftJoin('knowledge_vectors as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'p.tenant_id')
        .onRef('v.passage_id', '=', 'p.id')
        .on('v.model', '=', model ?? ''),
    )
    .select(['p.id', 'p.headings', 'p.text', 'v.vector'])
    .select(sql<boolean>`s.kind = 'pair'`.as('is_pair'))
    .orderBy('s.created_at')
    .orderBy('s.id')
    .orderBy('p.position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    headings: row.headings,
    text: row.text,
    isPair: row.is_pair,
    vector: row.vector,
  }));
}

export type SourcePassage = KnowledgePassage & Pick<FoundPassage, 'sourceId' | 'sourceKind' | 'sourceTitle'>;

/** Finds passages with their sources, in the order of their ids; those that are not used any more are left out. */
export async function listByIds(
  scope: TenantScope,
  assistantId: AssistantId,
  ids: readonly string[],
): Promise<SourcePassage[]> {
  if (ids.length === 0) return [];
  const rows = await used(scope, assistantId)
    .select(['p.id', 'p.headings', 'p.text', 'p.place', 's.id as source_id', 's.kind', 's.title'])
    .where('p.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  const found = rows.map((row) => ({
    ...toPassage(row),
    sourceId: KnowledgeSourceId.parse(row.source_id),
    sourceKind: KnowledgeSource.shape.kind.parse(row.kind),
    sourceTitle: row.title,
  }));
  return ids.flatMap((id) => found.find((passage) => passage.id === id) ?? []);
}

/** Passages without a vector of the model. */
export async function listUnembedded(
  scope: TenantScope,
  assistantId: AssistantId,
  { model, limit }: { model: string; limit: number },
): Promise<{ id: string; headings: string[]; text: string }[]> {
  return used(scope, assistantId)
    .leftJoin('knowledge_vectors as v', (join) =>
      join.onRef('v.tenant_id', '=', 'p.tenant_id').onRef('v.passage_id', '=', 'p.id').on('v.model', '=', model),
    )
    .where('v.passage_id', 'is', null)
    .select(['p.id', 'p.headings', 'p.text'])
    .limit(limit)
    .execute();
}

/** Stores the vectors of passages that are still there. */
export async function storeVectors(
  { tx, tenantId }: TenantScope,
  model: string,
  vectors: readonly { id: string; vector: readonly number[] }[],
): Promise<void> {
  await sql`
    insert into knowledge_vectors (tenant_id, passage_id, model, vector)
    select ${tenantId}, p.id, ${model}, given.vector
    from json_to_recordset(${JSON.stringify(vectors)}::json) as given (id uuid, vector real[])
    join knowledge_passages p on p.tenant_id = ${tenantId} and p.id = given.id
    for key share of p
    on conflict (tenant_id, passage_id) do update set model = excluded.model, vector = excluded.vector`.execute(tx);
}
