import { addFlowFromTemplate, listFlowTemplates } from '#contract/gallery/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { addFromTemplate, listTemplateCards } from './actions.ts';

/** Binds the calls of the ready-made flows. */
export function serveGallery(serve: Serve): void {
  serve.inTenant(listFlowTemplates, (scope, { query }) => listTemplateCards(scope, query));
  serve.inTenant(addFlowFromTemplate, (scope, { body }) => addFromTemplate(scope, body));
}
