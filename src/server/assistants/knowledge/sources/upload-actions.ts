import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { type KnowledgeSource, KnowledgeSourceId } from '#contract/assistants/knowledge.ts';
import { KNOWLEDGE_EXTENSIONS } from '#contract/assistants/knowledge-values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { detectDocumentContainer } from '#server/assistants/knowledge/documents/document-format.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { storeFile, type Upload } from '#server/texts/attachments/attachment-actions.ts';
import { add, beginReading, getShown } from './source-actions.ts';
import { hasAssistant } from './source-queries.ts';

// NOTE: a process: it stores a file between transactions.

const UploadQuery = z.object({ assistantId: AssistantId });

/**
 * Stores a document as a source, which a job reads. Its kind is read from its bytes.
 *
 * @throws {Problem} `assistant.not_found`, `knowledge.too_many_sources`, `file.wrong_type`, and those of any upload
 */
export async function receiveDocument(
  ctx: Context,
  tenantId: TenantId,
  upload: Upload,
  query: Readonly<Record<string, unknown>>,
): Promise<KnowledgeSource> {
  const given = UploadQuery.safeParse(query).data;
  const isKnown = given && (await withTenant(ctx, tenantId, (scope) => hasAssistant(scope, given.assistantId)));
  if (!isKnown) throw new Problem('assistant.not_found');
  const { assistantId } = given;
  const allowed = [...KNOWLEDGE_EXTENSIONS];
  const file = await storeFile(ctx, tenantId, upload, { detector: detectDocumentContainer(), allowed });
  const sourceId = newId(KnowledgeSourceId);
  return withTenant(ctx, tenantId, async (scope) => {
    await add(scope, assistantId, { id: sourceId, kind: 'file', title: file.name, of: { fileId: file.id } });
    await beginReading(scope, sourceId);
    return getShown(scope, sourceId);
  });
}
