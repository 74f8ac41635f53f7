import * as contract from '#contract/conversations.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { listConversations, markAnswered } from './actions.ts';

/** The thread itself and answers to it are bound by delivery, which owns the outbound messages. */
export function serveConversations(serve: Serve): void {
  serve(contract.listConversations, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => listConversations(scope, query)),
  );
  serve(contract.markAnswered, async (ctx, { params }) => {
    await markAnswered(ctx, params.conversationId);
    return {};
  });
}
