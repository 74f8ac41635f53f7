import { Readable } from 'node:stream';
import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import type * as contract from '#contract/assistants/flower-shop/calls.ts';
import type { Catalogue, CatalogueFault } from '#contract/assistants/flower-shop/calls.ts';
import {
  CATALOGUE_EXTENSIONS,
  MAX_CATALOGUE_FAULTS,
  MAX_CATALOGUE_ITEMS,
} from '#contract/assistants/flower-shop/values.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { findAssistant, findAssistantForUpdate } from '#server/assistants/storage/assistant-queries.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Upload } from '#server/texts/attachments/attachment-actions.ts';
import { findCatalogue, listGoods, replaceCatalogue } from './catalogue-queries.ts';
import { catalogueReader, type ReadPart } from './catalogue-reader.ts';
import { type Good, readGood } from './catalogue-rules.ts';

// NOTE: a process: it reads a file between transactions.

const UploadQuery = z.object({ assistantId: AssistantId });

/**
 * Replaces the catalogue of an assistant by that of a file. The file itself is not kept.
 *
 * @throws {Problem} `assistant.not_found`; `catalogue.*` and `file.*` leave the catalogue as it was
 */
export async function receiveCatalogue(
  ctx: Context,
  tenantId: TenantId,
  upload: Upload,
  query: Readonly<Record<string, unknown>>,
): Promise<Catalogue> {
  const given = UploadQuery.safeParse(query).data;
  const tenant =
    given &&
    (await withTenant(ctx, tenantId, async (scope) =>
      (await findAssistant(scope, given.assistantId)) ? await getTenant(scope) : null,
    ));
  if (!given || !tenant) throw new Problem('assistant.not_found');
  const read = await readCatalogue(upload, { key: tenantId, currency: tenant.currency });
  return withTenant(ctx, tenantId, async (scope) => {
    const { assistantId } = given;
    if (!(await findAssistantForUpdate(scope, assistantId))) throw new Problem('assistant.not_found');
    const { goods, faultCount, faults } = read;
    const fileName = upload.name.trim().slice(-200) || 'catalogue';
    const about = { fileName, uploadedAt: scope.clock.now(), faultCount, faults };
    await replaceCatalogue(scope, assistantId, { upload: about, goods });
    await announce(scope, 'assistants');
    const stored = await findCatalogue(scope, assistantId);
    if (!stored) throw new Error('The catalogue was not stored');
    return stored;
  });
}

type ReadCatalogue = { goods: Good[]; faultCount: number; faults: CatalogueFault[] };

async function readCatalogue(
  upload: Upload,
  { key, currency }: { key: TenantId; currency: string },
): Promise<ReadCatalogue> {
  const open = async () => Readable.from(upload.bytes);
  try {
    const read = await readIsolated(catalogueReader, { key, options: null, open }, (parts) => collect(parts, currency));
    if (upload.isTruncated()) throw new Problem('file.too_big', { maxMegabytes: upload.maxMegabytes });
    if (read.goods.length === 0)
      throw new Problem('catalogue.empty', { faults: read.faultCount, first: read.faults[0] ?? null });
    return read;
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause;
    if (upload.isTruncated()) throw new Problem('file.too_big', { maxMegabytes: upload.maxMegabytes }, { cause });
    if (cause.reason === 'wrong_type')
      throw new Problem('file.wrong_type', { allowed: [...CATALOGUE_EXTENSIONS] }, { cause });
    throw new Problem('catalogue.unreadable', { reason: cause.reason }, { cause });
  }
}

async function collect(parts: AsyncIterable<ReadPart>, currency: string): Promise<ReadCatalogue> {
  const goods = new Map<string, Good>();
  const read: Omit<ReadCatalogue, 'goods'> = { faultCount: 0, faults: [] };
  const note = (fault: CatalogueFault) => {
    read.faultCount += 1;
    if (read.faults.length < MAX_CATALOGUE_FAULTS) read.faults.push(fault);
  };
  for await (const part of parts) {
    if (part.kind === 'no_columns') throw new Problem('catalogue.no_columns');
    const good = readGood(part, currency);
    if ('reason' in good) note({ line: part.line, ...good });
    else if (goods.has(good.sku)) note({ line: part.line, reason: 'repeated', value: good.sku });
    else goods.set(good.sku, good);
    if (goods.size > MAX_CATALOGUE_ITEMS) throw new Problem('catalogue.too_many_items', { most: MAX_CATALOGUE_ITEMS });
  }
  return { ...read, goods: [...goods.values()] };
}

/** @throws {Problem} `assistant.not_found` */
export async function getCatalogue(
  scope: ActionScope,
  assistantId: AssistantId,
): Promise<ReplyOf<typeof contract.getCatalogue>> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  const { currency } = await getTenant(scope);
  return { catalogue: await findCatalogue(scope, assistantId), currency };
}

/** @throws {Problem} `assistant.not_found` */
export async function pageOfGoods(
  scope: ActionScope,
  assistantId: AssistantId,
  query: QueryOf<typeof contract.listCatalogueItems>,
): Promise<ReplyOf<typeof contract.listCatalogueItems>> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  return toPage(
    await listGoods(scope, assistantId, query),
    query.limit,
    (item) => item,
    ({ title, sku }) => [title, sku],
  );
}
