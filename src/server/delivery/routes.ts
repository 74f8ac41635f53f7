import type { QueryOf } from '#contract/endpoint.ts';
import * as conversations from '#contract/conversations.ts';
import * as contract from '#contract/delivery.ts';
import { listSenders as listSendersCall } from '#contract/senders.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { settleMessage } from './doubt-actions.ts';
import { getMessageTrace, listMessageLog } from './log-actions.ts';
import { hasLeft } from './log-queries.ts';
import { listSenders } from './sender-actions.ts';
import { getThread, replyToConversation } from './thread-actions.ts';

export function serveDelivery(serve: Serve): void {
  serve(listSendersCall, async (ctx) => ({
    senders: await withTenant(ctx.db, ctx.tenantId, listSenders),
  }));
  serve(contract.listMessageLog, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) =>
      listMessageLog(scope, { ...query, ...untilNow(query, ctx.clock.now()) }),
    ),
  );
  serve(contract.getMessageTrace, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => getMessageTrace(scope, params.entryId)),
  );
  serve(contract.settleMessage, (ctx, { params, body }) => settleMessage(ctx, params.messageId, body.as));
  serve(conversations.getThread, (ctx, { params, query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => getThread(scope, params.conversationId, query)),
  );
  serve(conversations.replyToConversation, (ctx, { params, body }) =>
    replyToConversation(ctx, params.conversationId, body),
  );
}

/**
 * The unfiltered log ends now: a month of planned reminders would hide recent messages. Queries for waiting messages,
 * a period, a contact or a visit include the future. Sent messages are never in the future.
 */
function untilNow(query: QueryOf<typeof contract.listMessageLog>, now: Temporal.Instant): { to?: string } {
  const { status, from, to, search, contactId, visitId } = query;
  if (hasLeft(status) && to === undefined) return { to: now.toString() };
  return (status ?? from ?? to ?? search ?? contactId ?? visitId) === undefined ? { to: now.toString() } : {};
}
