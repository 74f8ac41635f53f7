import { embed } from '#server/models/embedding-actions.ts';
import { embeddingModel } from '#server/models/reads.ts';
import { defineRoom } from '#server/room.ts';
import { KNOWLEDGE_UPLOADS, serveKnowledge } from './knowledge/routes.ts';
import type { Embeddings } from './knowledge/search/embeddings-port.ts';
import { listFilesOfKnowledge } from './knowledge/sources/source-queries.ts';
import { servePublicChats } from './public-chat/chat-routes.ts';
import { workKnowledge } from './knowledge/workers.ts';
import { CATALOGUE_UPLOADS, serveFlowerShop } from './plugins/flower-shop/routes.ts';
import { serveRest } from './plugins/rest/routes.ts';
import { serveAssistants, serveCases } from './routes.ts';
import { workAssistants, workCases } from './workers.ts';
import { assistantResponder } from './turns/responder.ts';

/** Meanings of texts by the deployment's model. */
const EMBEDDINGS: Embeddings = { modelOf: embeddingModel, embed };

export const assistants = defineRoom({
  name: 'assistants',
  serve(serve, { providers }) {
    serveAssistants(serve, { embeddings: EMBEDDINGS, sourceProviders: providers.sourceProviders });
    serveCases(serve);
    serveKnowledge(serve, EMBEDDINGS);
    serveRest(serve);
    serveFlowerShop(serve);
  },
  pages: servePublicChats,
  work(work, repeat, { providers }) {
    workKnowledge(work, repeat, EMBEDDINGS);
    workAssistants(work, repeat, { embeddings: EMBEDDINGS, sourceProviders: providers.sourceProviders });
    workCases(work, { embeddings: EMBEDDINGS, sourceProviders: providers.sourceProviders });
  },
  uploads: [...KNOWLEDGE_UPLOADS, ...CATALOGUE_UPLOADS],
  listFiles: listFilesOfKnowledge,
  responders: [assistantResponder(EMBEDDINGS)],
  contactTables: ['assistant_turns', 'chat_visitors', 'assistant_orders', 'clinic_bookings'],
});
