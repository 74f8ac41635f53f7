import type { QueryOf } from '#contract/endpoint.ts';
import * as conversations from '#contract/conversations/calls.ts';
import * as answers from '#contract/conversations/answers.ts';
import * as contract from '#contract/delivery/calls.ts';
import { listSenders as listSendersCall } from '#contract/senders/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { ListTemplateUses } from '#server/templates/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { replyToConversation, retryAnswer } from './threads/answer-actions.ts';
import { settleMessage } from './statuses/unknown-outcome-actions.ts';
import { countSkippedMessages, getMessageTrace, listMessageLog } from './log/log-actions.ts';
import { hasLeft } from './log/log-queries.ts';
import { listSenders } from './ledger/sender-actions.ts';
import { getThread, postNote } from './threads/thread-actions.ts';
import { listAnswerTemplates } from './threads/template-actions.ts';
import { listWays } from './threads/way-actions.ts';

export function serveDelivery(serve: Serve, { templateUses }: { templateUses: readonly ListTemplateUses[] }): void {
  serve.inTenant(listSendersCall, async (scope) => ({
    senders: await listSenders(scope),
  }));
  serve(contract.listMessageLog, (ctx, { query }) =>
    withTenant(ctx, ctx.tenantId, (scope) => listMessageLog(scope, { ...query, ...untilNow(query, ctx.clock.now()) })),
  );
  serve.inTenant(contract.countSkippedMessages, async (scope, { query }) => ({
    reasons: await countSkippedMessages(scope, query),
  }));
  serve.inTenant(contract.getMessageTrace, (scope, { params }) => getMessageTrace(scope, params.entryId));
  serve.inTenant(contract.settleMessage, (scope, { params, body }) => settleMessage(scope, params.messageId, body.as));
  serve.inTenant(conversations.getThread, (scope, { params, query }) => getThread(scope, params.conversationId, query));
  serve.inTenant(answers.replyToConversation, (scope, { params, body }) =>
    replyToConversation(scope, params.conversationId, body),
  );
  serve.inTenant(answers.retryAnswer, (scope, { params }) => retryAnswer(scope, params.conversationId, params.itemId));
  serve.inTenant(answers.addNote, (scope, { params, body }) => postNote(scope, params.conversationId, body));
  serve.inTenant(answers.listAnswerTemplates, (scope, { params }) =>
    listAnswerTemplates(scope, params.conversationId, templateUses),
  );
  serve.inTenant(answers.listWays, (scope, { params }) => listWays(scope, params.conversationId));
}

/**
 * The unfiltered log ends now: a month of planned reminders would hide recent messages. Queries for waiting messages,
 * a period, a contact or a visit include the future. Sent messages are never in the future.
 */
function untilNow(query: QueryOf<typeof contract.listMessageLog>, now: Temporal.Instant): { to?: string } {
  const { from, to, search, contactId, visitId } = query;
  const status = query.status === 'messages' ? undefined : query.status;
  if (hasLeft(status) && to === undefined) return { to: now.toString() };
  return (status ?? from ?? to ?? search ?? contactId ?? visitId) === undefined ? { to: now.toString() } : {};
}
