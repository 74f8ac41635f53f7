import { sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { Catalogue, type CatalogueItem } from '#contract/assistants/flower-shop/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';
import type { Good } from './catalogue-rules.ts';

export async function findCatalogue(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
): Promise<Catalogue | null> {
  const { rows } = await sql<{
    file_name: string;
    uploaded_at: Temporal.Instant;
    fault_count: number;
    faults: unknown;
    items: number;
    available: number;
  }>`
    select c.file_name, c.uploaded_at, c.fault_count, c.faults, counted.items, counted.available
    from assistant_catalogues c
    cross join lateral (
      select count(*)::int as items, (count(*) filter (where is_available))::int as available
      from assistant_goods g where g.tenant_id = ${tenantId} and g.assistant_id = c.assistant_id
    ) counted
    where c.tenant_id = ${tenantId} and c.assistant_id = ${assistantId}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { file_name: fileName, uploaded_at: uploadedAt, fault_count: faultCount, ...rest } = row;
  return Catalogue.parse({ fileName, uploadedAt: uploadedAt.toString(), faultCount, ...rest });
}

type Upload = Pick<Catalogue, 'fileName' | 'faultCount' | 'faults'> & { uploadedAt: Temporal.Instant };

/** Rows that one statement inserts. */
const BATCH = 1_000;

/** Replaces the catalogue of an assistant by the goods of a file. */
export async function replaceCatalogue(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { upload, goods }: { upload: Upload; goods: readonly Good[] },
): Promise<void> {
  await tx
    .deleteFrom('assistant_goods')
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .execute();
  const written = {
    file_name: upload.fileName,
    uploaded_at: upload.uploadedAt,
    fault_count: upload.faultCount,
    faults: JSON.stringify(upload.faults),
  };
  await tx
    .insertInto('assistant_catalogues')
    .values({ tenant_id: tenantId, assistant_id: assistantId, ...written })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'assistant_id']).doUpdateSet(written))
    .execute();
  for (let at = 0; at < goods.length; at += BATCH)
    await sql`
      insert into assistant_goods (tenant_id, assistant_id, sku, title, description, category, price_minor, currency,
        is_available, picture_url, stems, other_stems)
      select ${tenantId}, ${assistantId}, sku, title, description, category, "priceMinor", currency, "isAvailable",
        "pictureUrl", stems, "otherStems"
      from json_to_recordset(${JSON.stringify(goods.slice(at, at + BATCH))}::json) as given (sku text, title text,
        description text, category text, "priceMinor" bigint, currency text, "isAvailable" boolean, "pictureUrl" text,
        stems text[], "otherStems" text[])
      on conflict (tenant_id, assistant_id, sku) do nothing`.execute(tx);
}

/** Copies the catalogue of an assistant to another one. */
export async function copyCatalogue(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: AssistantId; to: AssistantId },
): Promise<void> {
  await sql`
    insert into assistant_catalogues (tenant_id, assistant_id, file_name, uploaded_at, fault_count, faults)
    select tenant_id, ${to}, file_name, uploaded_at, fault_count, faults
    from assistant_catalogues where tenant_id = ${tenantId} and assistant_id = ${from}
    on conflict (tenant_id, assistant_id) do nothing`.execute(tx);
  await sql`
    insert into assistant_goods (tenant_id, assistant_id, sku, title, description, category, price_minor, currency,
      is_available, picture_url, stems, other_stems)
    select tenant_id, ${to}, sku, title, description, category, price_minor, currency, is_available, picture_url, stems,
      other_stems
    from assistant_goods where tenant_id = ${tenantId} and assistant_id = ${from}
    on conflict (tenant_id, assistant_id, sku) do nothing`.execute(tx);
}

const COLUMNS = [
  'sku',
  'title',
  'description',
  'category',
  'price_minor',
  'currency',
  'is_available',
  'picture_url',
] as const;

const ByTitle = z.tuple([z.string(), z.string()]);

/** Goods by title, and one more than the limit where there are more. */
export async function listGoods(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { words, cursor, limit }: { words?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<CatalogueItem[]> {
  const part = `%${(words ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx
    .selectFrom('assistant_goods')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .$if(Boolean(words), (query) =>
      query.where((where) =>
        where.or([where('title', 'ilike', part), where('sku', 'ilike', part), where('category', 'ilike', part)]),
      ),
    )
    .where(isBeyond([sql`title`, sql`sku`], readCursor(cursor, ByTitle), 'asc'))
    .orderBy('title')
    .orderBy('sku')
    .limit(limit + 1)
    .execute();
  return rows.map(toItem);
}

/** Goods with these articles or titles, in any letter case. */
export async function findGoods(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  names: readonly string[],
): Promise<CatalogueItem[]> {
  const folded = names.map((name) => name.trim().toLowerCase());
  const rows = await tx
    .selectFrom('assistant_goods')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where(sql<boolean>`(lower(sku) = any (${folded}::text[]) or lower(title) = any (${folded}::text[]))`)
    .limit(200)
    .execute();
  return rows.map(toItem);
}

export type FoundGood = CatalogueItem & { score: number };

/**
 * Available goods that have the most of some words, the cheaper first: a word in the title or category counts two, one
 * in the description one. Without words all have the same score.
 */
export async function searchGoods(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { words, maxMinor, limit }: { words: readonly (readonly string[])[]; maxMinor: number | null; limit: number },
): Promise<FoundGood[]> {
  const { rows } = await sql<Row & { score: number }>`
    with words as (
      select array(select jsonb_array_elements_text(word)) as stems
      from jsonb_array_elements(${JSON.stringify(words)}::jsonb) word
    ), scored as (
      select g.sku, g.title, g.description, g.category, g.price_minor, g.currency, g.is_available, g.picture_url,
        (select coalesce(sum(case when g.stems && words.stems then 2 when g.other_stems && words.stems then 1 else 0 end), 0)
          from words)::int as score
      from assistant_goods g
      where g.tenant_id = ${tenantId} and g.assistant_id = ${assistantId} and g.is_available
        and (${maxMinor}::bigint is null or g.price_minor <= ${maxMinor}::bigint)
    )
    select * from scored
    where ${words.length}::int = 0 or score > 0
    order by score desc, price_minor, sku
    limit ${limit}::int`.execute(tx);
  return rows.map((row) => ({ ...toItem(row), score: row.score }));
}

/** Categories of the available goods, sorted. */
export async function listCategories(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('assistant_goods')
    .select('category')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('is_available', '=', true)
    .where('category', '<>', '')
    .orderBy('category')
    .limit(limit)
    .execute();
  return rows.map(({ category }) => category);
}

type Row = {
  sku: string;
  title: string;
  description: string;
  category: string;
  price_minor: number | bigint | string;
  currency: string;
  is_available: boolean;
  picture_url: string | null;
};

const toItem = (row: Row): CatalogueItem => ({
  sku: row.sku,
  title: row.title,
  description: row.description,
  category: row.category,
  price: { amountMinor: Number(row.price_minor), currency: row.currency },
  isAvailable: row.is_available,
  pictureUrl: row.picture_url,
});
