import type { KnowledgeOmission } from '#contract/assistants/knowledge.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { formatOfMime } from '#server/assistants/knowledge/documents/document-format.ts';
import { DOCUMENT_READERS } from '#server/assistants/knowledge/documents/document-readers.ts';
import { type PassageText, passageMaker } from '#server/assistants/knowledge/documents/passage-rules.ts';
import type { StoredSource } from '#server/assistants/knowledge/sources/source-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { openStored } from '#server/texts/attachments/attachment-actions.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { failRun, finishRun, type Run, storePassages } from './run-actions.ts';

// NOTE: a process: it reads a file and stores its passages in batches, one transaction each.

/** Passages of one transaction: they bound the memory and move the progress. */
const BATCH = 50;

/** The process stops; the job is run again by another. */
class Stopped extends Error {
  override name = 'Stopped';
}

/** Reads the file of a source. @throws {UnreadableFile} */
export async function readFile(
  ctx: Context,
  tenantId: TenantId,
  { run, source }: { run: Run; source: StoredSource },
  signal: AbortSignal,
): Promise<void> {
  const { fileId } = source;
  const [file] = fileId ? await withTenant(ctx, tenantId, (scope) => listFiles(scope, [fileId])) : [];
  const bytes = fileId && (await openStored(ctx, tenantId, fileId));
  const format = file && formatOfMime(file.mime);
  if (!bytes || !format) return withTenant(ctx, tenantId, (scope) => failRun(scope, run, 'gone'));
  const reading = { key: tenantId, isJob: true, options: null, open: () => Promise.resolve(bytes) };
  const omissions = new Set<KnowledgeOmission>();
  const maker = passageMaker();
  let waiting: PassageText[] = [];
  let [done, total]: [number, number | null] = [0, null];
  const store = async () => {
    const passages = waiting;
    waiting = [];
    const stored = await withTenant(ctx, tenantId, (scope) => storePassages(scope, run, { passages, done, total }));
    if (stored < passages.length) omissions.add('passages');
  };
  await readIsolated(DOCUMENT_READERS[format], reading, async (blocks) => {
    for await (const block of blocks) {
      if (signal.aborted) throw new Stopped('The process stops');
      if (block.kind === 'progress') ({ done, total } = block);
      if (block.kind === 'omission') omissions.add(block.what);
      waiting.push(...maker.take(block));
      if (waiting.length >= BATCH) await store();
      if (omissions.has('passages')) return;
    }
  });
  waiting.push(...maker.rest());
  if (waiting.length > 0) await store();
  await withTenant(ctx, tenantId, (scope) => finishRun(scope, run, { title: null, omissions: [...omissions] }));
}
