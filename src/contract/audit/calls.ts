import type { Endpoint } from '#contract/endpoint.ts';
import type { AuditAction, AuditObject } from './actions.ts';

/** The entry that an answered call leaves in the audit log; its action writes nothing itself. */
export type AuditedCall = {
  action: AuditAction;
  object: AuditObject;
  /** Fields of the body that are kept as those after the change. */
  fields?: readonly string[];
};

/**
 * Calls whose entry is written in their transaction when they are answered, by method and path. Those whose action does
 * more than one transaction, or has the fields before the change, write it themselves.
 */
const AUDITED_CALLS: Readonly<Record<string, AuditedCall>> = {
  'POST /api/v1/flows': { action: 'flow.created', object: 'flow' },
  'POST /api/v1/flows/templates': { action: 'flow.created', object: 'flow' },
  'POST /api/v1/flows/:flowId/duplicate': { action: 'flow.created', object: 'flow' },
  'PUT /api/v1/flows/:flowId': { action: 'flow.changed', object: 'flow' },
  'POST /api/v1/flows/:flowId/roll-back': { action: 'flow.changed', object: 'flow', fields: ['version'] },
  'POST /api/v1/flows/:flowId/mode': { action: 'flow.mode_changed', object: 'flow', fields: ['mode'] },
  'POST /api/v1/flows/:flowId/pause': { action: 'flow.paused', object: 'flow' },
  'POST /api/v1/flows/:flowId/continue': { action: 'flow.continued', object: 'flow' },
  'DELETE /api/v1/flows/:flowId': { action: 'flow.deleted', object: 'flow' },
  'POST /api/v1/flows/:flowId/restore': { action: 'flow.restored', object: 'flow' },
  'POST /api/v1/flows/texts/replace': { action: 'flow.many_changed', object: 'flow', fields: ['find', 'replacement'] },
  'POST /api/v1/flows/roll-back': { action: 'flow.many_changed', object: 'flow' },
  'POST /api/v1/flows/transfers': { action: 'flow.sent_on', object: 'flow' },
  'POST /api/v1/distributions': { action: 'mailing.created', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/duplicate': { action: 'mailing.created', object: 'mailing' },
  'PUT /api/v1/distributions/:mailingId': { action: 'mailing.changed', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/roll-back': { action: 'mailing.changed', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/winner': { action: 'mailing.changed', object: 'mailing', fields: ['variant'] },
  'POST /api/v1/distributions/:mailingId/start': { action: 'mailing.started', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/pause': { action: 'mailing.paused', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/continue': { action: 'mailing.continued', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/cancel': { action: 'mailing.cancelled', object: 'mailing' },
  'DELETE /api/v1/distributions/:mailingId': { action: 'mailing.deleted', object: 'mailing' },
  'POST /api/v1/distributions/:mailingId/restore': { action: 'mailing.restored', object: 'mailing' },
  'POST /api/v1/distributions/texts/replace': { action: 'mailing.many_changed', object: 'mailing' },
  'POST /api/v1/distributions/roll-back': { action: 'mailing.many_changed', object: 'mailing' },
  'POST /api/v1/distributions/transfers': { action: 'mailing.sent_on', object: 'mailing' },
  'POST /api/v1/assistants': { action: 'assistant.created', object: 'assistant' },
  'POST /api/v1/assistants/night-bot': { action: 'assistant.created', object: 'assistant' },
  'POST /api/v1/assistants/:assistantId/duplicate': { action: 'assistant.created', object: 'assistant' },
  'PUT /api/v1/assistants/:assistantId': { action: 'assistant.changed', object: 'assistant' },
  'POST /api/v1/assistants/:assistantId/roll-back': { action: 'assistant.changed', object: 'assistant' },
  'PUT /api/v1/assistants/:assistantId/public-chat': { action: 'assistant.changed', object: 'assistant' },
  'PUT /api/v1/assistants/:assistantId/rest-secrets': { action: 'assistant.changed', object: 'assistant' },
  'POST /api/v1/assistants/:assistantId/publish': { action: 'assistant.published', object: 'assistant' },
  'POST /api/v1/assistants/:assistantId/switch': {
    action: 'assistant.switched',
    object: 'assistant',
    fields: ['mode'],
  },
  'DELETE /api/v1/assistants/:assistantId': { action: 'assistant.deleted', object: 'assistant' },
  'POST /api/v1/assistants/:assistantId/restore': { action: 'assistant.restored', object: 'assistant' },
  'POST /api/v1/chatbots/booking': { action: 'chatbot.created', object: 'chatbot' },
  'POST /api/v1/chatbots/script': { action: 'chatbot.created', object: 'chatbot' },
  'PUT /api/v1/chatbots/booking/:chatbotId': { action: 'chatbot.changed', object: 'chatbot' },
  'PUT /api/v1/chatbots/script/:scriptBotId': { action: 'chatbot.changed', object: 'chatbot' },
  'PUT /api/v1/chatbots/:chatbotId/enabled': { action: 'chatbot.switched', object: 'chatbot', fields: ['isEnabled'] },
  'DELETE /api/v1/chatbots/:chatbotId': { action: 'chatbot.deleted', object: 'chatbot' },
  'POST /api/v1/chatbots/:chatbotId/restore': { action: 'chatbot.restored', object: 'chatbot' },
  'PATCH /api/v1/channels/:channelId': { action: 'channel.renamed', object: 'channel', fields: ['title'] },
  'DELETE /api/v1/connections/:connectionId': { action: 'connection.disconnected', object: 'connection' },
  'POST /api/v1/connections/:connectionId/restore': { action: 'connection.restored', object: 'connection' },
  'PATCH /api/v1/connections/:connectionId/branches/:branchId': {
    action: 'connection.changed',
    object: 'connection',
    fields: ['isActive'],
  },
  'POST /api/v1/api-tokens': { action: 'api_token.created', object: 'api_token', fields: ['scopes'] },
  'DELETE /api/v1/api-tokens/:apiTokenId': { action: 'api_token.revoked', object: 'api_token' },
  'PUT /api/v1/contact-policy': { action: 'settings.changed', object: 'cabinet' },
  'PUT /api/v1/cascade': { action: 'settings.changed', object: 'cabinet' },
  'PUT /api/v1/conversations/settings': { action: 'settings.changed', object: 'cabinet' },
  'PUT /api/v1/insights/keeping': { action: 'settings.changed', object: 'cabinet' },
  'PUT /api/v1/flows/test-phones': { action: 'settings.changed', object: 'cabinet' },
  'PUT /api/v1/waitlist/settings': { action: 'settings.changed', object: 'waitlist' },
  'PUT /api/v1/widgets/appearance': { action: 'widget.changed', object: 'widget' },
  'PUT /api/v1/widgets/visit-page': { action: 'widget.changed', object: 'widget' },
  'POST /api/v1/widgets/booking': { action: 'widget.changed', object: 'widget' },
  'PUT /api/v1/widgets/booking/:buttonId': { action: 'widget.changed', object: 'widget' },
  'DELETE /api/v1/widgets/booking/:buttonId': { action: 'widget.deleted', object: 'widget' },
  'PUT /api/v1/review-widgets': { action: 'widget.changed', object: 'widget' },
  'DELETE /api/v1/review-widgets/:widgetId': { action: 'widget.deleted', object: 'widget' },
  'POST /api/v1/reply-widgets': { action: 'widget.changed', object: 'widget' },
  'PUT /api/v1/reply-widgets/:replyWidgetId': { action: 'widget.changed', object: 'widget' },
  'PUT /api/v1/reply-widgets/:replyWidgetId/enabled': { action: 'widget.changed', object: 'widget' },
  'DELETE /api/v1/reply-widgets/:replyWidgetId': { action: 'widget.deleted', object: 'widget' },
  'POST /api/v1/quality/checklists': { action: 'checklist.changed', object: 'checklist' },
  'POST /api/v1/quality/checklists/ready': { action: 'checklist.changed', object: 'checklist', fields: ['trade'] },
  'PUT /api/v1/quality/checklists/:checklistId': { action: 'checklist.changed', object: 'checklist' },
  'DELETE /api/v1/quality/checklists/:checklistId': { action: 'checklist.deleted', object: 'checklist' },
  'POST /api/v1/quality/checklists/:checklistId/restore': { action: 'checklist.changed', object: 'checklist' },
  'POST /api/v1/quality/reports': {
    action: 'quality_report.created',
    object: 'quality_report',
    fields: ['from', 'to', 'capMicroUsd'],
  },
  'POST /api/v1/quality/reports/:reportId/stop': { action: 'quality_report.stopped', object: 'quality_report' },
  'POST /api/v1/quality/reports/:reportId/resume': { action: 'quality_report.continued', object: 'quality_report' },
  'DELETE /api/v1/quality/reports/:reportId': { action: 'quality_report.deleted', object: 'quality_report' },
  'POST /api/v1/quality/verdicts/:verdictId/disagree': {
    action: 'quality_verdict.changed',
    object: 'quality_verdict',
    fields: ['wanted', 'reason'],
  },
  'PATCH /api/v1/quality/recordings/:recordingId': { action: 'recording.changed', object: 'recording' },
  'DELETE /api/v1/quality/recordings/:recordingId': { action: 'recording.deleted', object: 'recording' },
  'PUT /api/v1/quality/settings': { action: 'quality_settings.changed', object: 'cabinet', fields: ['audioDays'] },
  'POST /api/v1/quality/disputes/:disputeId/resolve': {
    action: 'quality_verdict.changed',
    object: 'quality_verdict',
    fields: ['isAccepted'],
  },
  'POST /api/v1/contacts/imports/:importId/start': { action: 'contacts.imported', object: 'import' },
  'POST /api/v1/contacts/imports/:importId/start-opt-outs': { action: 'contacts.imported', object: 'import' },
  'POST /api/v1/contacts/imports/:importId/undo': { action: 'contacts.import_undone', object: 'import' },
};

/** The entries of changes of many senders, by the prefix of their refusals. */
export const CHANGES_OF_MANY: Readonly<Record<string, { action: AuditAction; object: AuditObject }>> = {
  flow: { action: 'flow.many_changed', object: 'flow' },
  distribution: { action: 'mailing.many_changed', object: 'mailing' },
};

export const AUDITED_CALL_NAMES = Object.keys(AUDITED_CALLS);

export const nameOfCall = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

export const auditedCallOf = (call: Pick<Endpoint, 'method' | 'path'>): AuditedCall | null =>
  AUDITED_CALLS[nameOfCall(call)] ?? null;
