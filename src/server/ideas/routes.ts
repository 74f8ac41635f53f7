import * as contract from '#contract/ideas/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { createIdea, listIdeas, voteForIdea } from './actions.ts';
import { answerIdea, listAllIdeas } from './answering-actions.ts';

export function serveIdeas(serve: Serve): void {
  serve.inTenant(contract.listIdeas, (scope, { query }) => listIdeas(scope, query));
  serve.inTenant(contract.createIdea, (scope, { body }) => createIdea(scope, body));
  serve.inTenant(contract.voteForIdea, (scope, { params, body }) => voteForIdea(scope, params.ideaId, body.isVoted));
  serve(contract.listAllIdeas, (ctx, { query }) => listAllIdeas(ctx, query));
  serve(contract.answerIdea, async (ctx, { params, body }) => {
    await answerIdea(ctx, params.ideaId, body);
    return {};
  });
}
