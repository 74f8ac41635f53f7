import { sql } from 'kysely';
import type { KnowledgeSourceId, KnowledgeTrouble } from '#contract/assistants/knowledge.ts';
import type { Reading } from '#server/assistants/knowledge/sources/passage-queries.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A page of a site that is to be read. */
export type WaitingPage = { url: string; position: number };

/** Adds pages that are not known yet, up to a number of pages in all. */
export async function addPages(
  { tx, tenantId }: TenantScope,
  { sourceId, reading }: Reading,
  { urls, most }: { urls: readonly string[]; most: number },
): Promise<void> {
  const known = await tx
    .selectFrom('knowledge_pages')
    .select('url')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '=', reading)
    .execute();
  const seen = new Set(known.map(({ url }) => url));
  const added = [...new Set(urls)].filter((url) => !seen.has(url)).slice(0, Math.max(0, most - seen.size));
  if (added.length === 0) return;
  await tx
    .insertInto('knowledge_pages')
    .values(
      added.map((url, at) => ({ tenant_id: tenantId, source_id: sourceId, reading, url, position: seen.size + at })),
    )
    .execute();
}

/** The next page to read, with those that are read or failed, and all that are known. */
export async function nextPage(
  { tx, tenantId }: TenantScope,
  { sourceId, reading }: Reading,
): Promise<{ page: WaitingPage | null; done: number; total: number; failed: number }> {
  const rows = await tx
    .selectFrom('knowledge_pages')
    .select(['url', 'position', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '=', reading)
    .orderBy('position')
    .execute();
  const page = rows.find(({ state }) => state === 'waiting') ?? null;
  return {
    page: page && { url: page.url, position: page.position },
    done: rows.filter(({ state }) => state !== 'waiting').length,
    total: rows.length,
    failed: rows.filter(({ state }) => state === 'failed').length,
  };
}

export async function settlePage(
  { tx, tenantId }: TenantScope,
  { sourceId, reading }: Reading,
  { position, trouble }: { position: number; trouble: KnowledgeTrouble | null },
): Promise<void> {
  await tx
    .updateTable('knowledge_pages')
    .set({ state: trouble === null ? 'read' : 'failed', trouble })
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '=', reading)
    .where('position', '=', position)
    .execute();
}

/** Forgets the pages of former readings. */
export async function deletePages(
  { tx, tenantId }: TenantScope,
  sourceId: KnowledgeSourceId,
  { except }: { except: number },
): Promise<void> {
  await tx
    .deleteFrom('knowledge_pages')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('reading', '<>', sql<number>`${except}`)
    .execute();
}
