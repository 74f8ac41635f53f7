import { sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { type KnowledgePassage, KnowledgePlace, type KnowledgeSourceId } from '#contract/assistants/knowledge.ts';
import type { PageQuery } from '#contract/primitives.ts';
import type { PassageText } from '#server/assistants/knowledge/documents/passage-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';

/** A reading of a source. */
export type Reading = { sourceId: KnowledgeSourceId; reading: number };

/** @param from position of the first passage in its source */
export async function insertPassages(
  { tx, tenantId }: TenantScope,
  { sourceId, reading }: Reading,
  { from, passages }: { from: number; passages: readonly PassageText[] },
): Promise<void> {
  if (passages.length === 0) return;
  await tx
    .insertInto('knowledge_passages')
    .values(
      passages.map(({ headings, text, place }, at) => ({
        tenant_id: tenantId,
        id: newId(z.uuid()),
        source_id: sourceId,
        reading,
        position: from + at,
        headings,
        place: place && JSON.stringify(place),
        text,
      })),
    )
    .execute();
}

/** Deletes the passages of a source except those of some readings. */
export async function deletePassages(
  { tx, tenantId }: TenantScope,
  sourceId: KnowledgeSourceId,
  { except }: { except: readonly number[] },
): Promise<void> {
  await tx
    .deleteFrom('knowledge_passages')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '<>', sql<number>`all (${[...except]}::int[])`)
    .execute();
}

export async function countPassages({ tx, tenantId }: TenantScope, { sourceId, reading }: Reading): Promise<number> {
  const { count } = await tx
    .selectFrom('knowledge_passages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '=', reading)
    .executeTakeFirstOrThrow();
  return count;
}

type Row = { id: string; headings: string[]; place: unknown; text: string };

export const toPassage = (row: Row): KnowledgePassage => ({
  id: row.id,
  headings: row.headings,
  place: row.place === null ? null : KnowledgePlace.parse(row.place),
  text: row.text,
});

export async function listPassages(
  { tx, tenantId }: TenantScope,
  { sourceId, reading }: Reading,
  { cursor, limit }: z.output<typeof PageQuery>,
): Promise<{ items: KnowledgePassage[]; nextCursor: string | null }> {
  const [end] = readCursor(cursor, z.tuple([z.int()])) ?? [-1];
  const rows = await tx
    .selectFrom('knowledge_passages')
    .select(['id', 'headings', 'place', 'text', 'position'])
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '=', reading)
    .where('position', '>', end)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toPassage, (row) => [row.position]);
}

/** Notes that passages or vectors of an assistant changed; processes load them again. */
export async function noteChange({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<void> {
  await tx
    .insertInto('knowledge_revisions')
    .values({ tenant_id: tenantId, assistant_id: assistantId, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'assistant_id'])
        .doUpdateSet({ revision: sql<number>`knowledge_revisions.revision + 1` }),
    )
    .execute();
}
