import * as contract from '#contract/assistants/knowledge.ts';
import { LARGEST_KNOWLEDGE_MEGABYTES } from '#contract/assistants/knowledge-values.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { UploadRoute } from '#server/texts/attachments/port.ts';
import { answerGap, moveGap, pageOfGaps } from './gaps/gap-actions.ts';
import type { Embeddings } from './search/embeddings-port.ts';
import { trySearch } from './search/retrieval-actions.ts';
import {
  addAddress,
  addPair,
  changeAddress,
  deleteSource,
  listAll,
  pageOfPassages,
  reread,
  restoreSource,
  savePair,
} from './sources/source-actions.ts';
import { receiveDocument } from './sources/upload-actions.ts';

/** Binds the calls of the knowledge of assistants. */
export function serveKnowledge(serve: Serve, embeddings: Embeddings): void {
  serve.inTenant(contract.listKnowledgeSources, (scope, { params, query }) =>
    listAll(scope, params.assistantId, query),
  );
  serve.inTenant(contract.addKnowledgePair, (scope, { params, body }) => addPair(scope, params.assistantId, body));
  serve.inTenant(contract.changeKnowledgePair, (scope, { params, body }) => savePair(scope, params, body));
  serve.inTenant(contract.addKnowledgeAddress, (scope, { params, body }) =>
    addAddress(scope, params.assistantId, body),
  );
  serve.inTenant(contract.changeKnowledgeAddress, (scope, { params, body }) => changeAddress(scope, params, body));
  serve.inTenant(contract.rereadKnowledgeSource, (scope, { params }) => reread(scope, params));
  serve.inTenant(contract.deleteKnowledgeSource, async (scope, { params }) => {
    await deleteSource(scope, params);
    return {};
  });
  serve.inTenant(contract.restoreKnowledgeSource, (scope, { params }) => restoreSource(scope, params));
  serve.inTenant(contract.listKnowledgePassages, (scope, { params, query }) => pageOfPassages(scope, params, query));
  serve(contract.tryKnowledge, (ctx, { params, body }) =>
    trySearch(ctx, embeddings, {
      tenantId: ctx.tenantId,
      assistantId: params.assistantId,
      questions: [body.question],
    }),
  );
  serve.inTenant(contract.listKnowledgeGaps, (scope, { params, query }) =>
    pageOfGaps(scope, params.assistantId, query),
  );
  serve.inTenant(contract.answerKnowledgeGap, (scope, { params, body }) => answerGap(scope, params, body));
  serve.inTenant(contract.dismissKnowledgeGap, async (scope, { params }) => {
    await moveGap(scope, params, 'dismissed');
    return {};
  });
  serve.inTenant(contract.reopenKnowledgeGap, async (scope, { params }) => {
    await moveGap(scope, params, 'open');
    return {};
  });
}

export const KNOWLEDGE_UPLOADS: readonly UploadRoute[] = [
  {
    path: contract.uploadKnowledgeFile.path,
    maxMegabytes: LARGEST_KNOWLEDGE_MEGABYTES,
    store: receiveDocument,
  },
];
