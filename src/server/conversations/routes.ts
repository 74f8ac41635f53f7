import * as contract from '#contract/conversations/calls.ts';
import * as answers from '#contract/conversations/answers.ts';
import * as work from '#contract/conversations/work.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getConversation } from './inbound/actions.ts';
import { countConversations, listConversations, listMembers, openConversation } from './work/list-actions.ts';
import {
  changeQuickReply,
  createQuickReply,
  deleteQuickReply,
  fillQuickReplies,
  listQuickReplies,
} from './quick-replies/quick-reply-actions.ts';
import { searchConversations } from './threads/search-actions.ts';
import { getSettings, setSettings } from './work/taking-actions.ts';
import {
  assign,
  close,
  deleteNote,
  markAnswered,
  noteTyping,
  reopen,
  retryFile,
  transcribeItem,
  saveDraft,
  setRead,
  silenceBots,
  snooze,
} from './work/work-actions.ts';

/** The thread itself, answers and notes are bound by delivery, which owns the outbound messages. */
export function serveConversations(serve: Serve): void {
  serve.inTenant(contract.listConversations, (scope, { query }) => listConversations(scope, query));
  serve.inTenant(contract.countConversations, (scope) => countConversations(scope));
  serve.inTenant(contract.searchConversations, (scope, { query }) => searchConversations(scope, query));
  serve.inTenant(contract.openConversation, (scope, { body }) => openConversation(scope, body.contactId));
  serve.inTenant(work.listColleagues, async (scope) => ({ members: await listMembers(scope) }));
  serve.inTenant(work.getConversationSettings, (scope) => getSettings(scope));
  serve.inTenant(work.setConversationSettings, (scope, { body }) => setSettings(scope, body));
  serve.inTenant(work.listQuickReplies, (scope) => listQuickReplies(scope));
  serve.inTenant(work.createQuickReply, (scope, { body }) => createQuickReply(scope, body));
  serve.inTenant(work.changeQuickReply, (scope, { params, body }) =>
    changeQuickReply(scope, params.quickReplyId, body),
  );
  serve.inTenant(work.deleteQuickReply, async (scope, { params }) => {
    await deleteQuickReply(scope, params.quickReplyId);
    return {};
  });
  serve.inTenant(contract.getConversation, (scope, { params }) => getConversation(scope, params.conversationId));
  serve.inTenant(work.assignConversation, (scope, { params, body }) =>
    assign(scope, params.conversationId, body.memberId),
  );
  serve.inTenant(work.closeConversation, (scope, { params }) => close(scope, params.conversationId));
  serve.inTenant(work.reopenConversation, (scope, { params }) => reopen(scope, params.conversationId));
  serve.inTenant(work.snoozeConversation, (scope, { params, body }) =>
    snooze(scope, params.conversationId, Temporal.Instant.from(body.until)),
  );
  serve.inTenant(work.markRead, (scope, { params, body }) => setRead(scope, params.conversationId, body.isRead));
  serve.inTenant(work.setBotSilence, (scope, { params, body }) =>
    silenceBots(scope, params.conversationId, body.areSilent),
  );
  serve.inTenant(work.fillQuickReplies, (scope, { params }) => fillQuickReplies(scope, params.conversationId));
  serve.inTenant(work.markAnswered, async (scope, { params }) => {
    await markAnswered(scope, params.conversationId);
    return {};
  });
  serve.inTenant(work.retryFile, async (scope, { params }) => {
    await retryFile(scope, params.conversationId, params.itemId);
    return {};
  });
  serve.inTenant(work.transcribeVoice, async (scope, { params }) => {
    await transcribeItem(scope, params.conversationId, params.itemId);
    return {};
  });
  serve.inTenant(work.noteTyping, async (scope, { params, body }) => {
    await noteTyping(scope, params.conversationId, body.kind);
    return {};
  });
  serve.inTenant(answers.saveDraft, async (scope, { params, body }) => {
    await saveDraft(scope, params.conversationId, body);
    return {};
  });
  serve.inTenant(answers.deleteNote, async (scope, { params }) => {
    await deleteNote(scope, params.conversationId, params.itemId);
    return {};
  });
}
