import type { Endpoint } from '#contract/endpoint.ts';
import { nameOfCall } from './calls.ts';

/** Calls about the support session itself; answered in every mode. */
const OF_THE_SESSION: readonly string[] = [
  'POST /api/v1/Account/Support/Changes',
  'POST /api/v1/Account/Support/Prolong',
  'POST /api/v1/Account/Support/End',
];

/** Calls that only read, though their method is not GET; answered in every mode. */
const READ_BY_POST: readonly string[] = [
  'POST /api/v1/segments/count',
  'POST /api/v1/segments/samples',
  'POST /api/v1/insights/rfm/:dashboardId/preview',
  'POST /api/v1/flows/reach',
  'POST /api/v1/flows/texts/find',
  'POST /api/v1/flows/preview',
  'POST /api/v1/distributions/check',
  'POST /api/v1/distributions/check/people',
  'POST /api/v1/distributions/rehearse',
  'POST /api/v1/distributions/rehearse/people',
  'POST /api/v1/distributions/texts/find',
  'POST /api/v1/distributions/preview',
  'POST /api/v1/contact-policy/preview',
  'POST /api/v1/widgets/visit-page/preview',
  'POST /api/v1/review-widgets/preview',
  'POST /api/v1/waitlist/preview',
];

/**
 * Calls that support may make once it said what it changes and why. Left out, and refused in every mode: what sends to
 * customers or begins to, signs in, deletes, pays, connects or shows a secret. A new call is refused until it is here.
 */
const CHANGES: readonly string[] = [
  'POST /api/v1/flows',
  'POST /api/v1/flows/:flowId/duplicate',
  'PUT /api/v1/flows/:flowId',
  'POST /api/v1/flows/:flowId/pause',
  'POST /api/v1/flows/:flowId/roll-back',
  'POST /api/v1/distributions',
  'POST /api/v1/distributions/:mailingId/duplicate',
  'PUT /api/v1/distributions/:mailingId',
  'POST /api/v1/distributions/:mailingId/pause',
  'POST /api/v1/assistants',
  'POST /api/v1/assistants/:assistantId/duplicate',
  'PUT /api/v1/assistants/:assistantId',
  'POST /api/v1/assistants/:assistantId/knowledge/pairs',
  'PUT /api/v1/assistants/:assistantId/knowledge/pairs/:sourceId',
  'POST /api/v1/assistants/:assistantId/cases',
  'PUT /api/v1/assistants/:assistantId/cases/:caseId',
  'POST /api/v1/chatbots/booking',
  'PUT /api/v1/chatbots/booking/:chatbotId',
  'POST /api/v1/chatbots/script',
  'PUT /api/v1/chatbots/script/:scriptBotId',
  'POST /api/v1/segments',
  'PUT /api/v1/segments/:segmentId',
  'POST /api/v1/segments/:segmentId/duplicate',
  'POST /api/v1/insights/rfm',
  'PUT /api/v1/insights/rfm/:dashboardId',
  'PUT /api/v1/widgets/appearance',
  'PUT /api/v1/widgets/visit-page',
  'POST /api/v1/widgets/booking',
  'PUT /api/v1/widgets/booking/:buttonId',
  'PUT /api/v1/review-widgets',
  'PATCH /api/v1/channels/:channelId',
  'PUT /api/v1/cascade',
  'POST /api/v1/connections/:connectionId/resync',
  'PUT /api/v1/contact-policy',
  'PUT /api/v1/conversations/settings',
  'POST /api/v1/conversations/quick-replies',
  'PUT /api/v1/conversations/quick-replies/:quickReplyId',
  'POST /api/v1/phones/ignore',
  'POST /api/v1/template-drafts',
  'PUT /api/v1/template-drafts/:draftId',
  'POST /api/v1/short-links',
  'PUT /api/v1/short-links/:linkId',
  'POST /api/v1/qr-pages',
  'PUT /api/v1/qr-pages/:pageId',
  'PUT /api/v1/waitlist/settings',
];

/** Calls that support may not make even to read. */
const HIDDEN: readonly string[] = [
  'GET /api/v1/api-tokens',
  'GET /api/v1/api-tokens/requests',
  'GET /api/v1/Account/SecondFactor',
];

export const SUPPORT_CALL_NAMES = [...OF_THE_SESSION, ...READ_BY_POST, ...CHANGES, ...HIDDEN];

/** When a support session may make a call. */
export type SupportAccess = 'always' | 'to_change' | 'never';

export function supportAccessOf(call: Pick<Endpoint, 'method' | 'path' | 'access'>): SupportAccess {
  const name = nameOfCall(call);
  if (call.access !== 'member' && call.access !== 'owner') return 'never';
  if (HIDDEN.includes(name)) return 'never';
  if (call.method === 'GET' || OF_THE_SESSION.includes(name) || READ_BY_POST.includes(name)) return 'always';
  return CHANGES.includes(name) ? 'to_change' : 'never';
}

/** Whether the call changes the cabinet, so that it leaves an entry in the audit log. */
export const isSupportChange = (call: Pick<Endpoint, 'method' | 'path' | 'access'>): boolean =>
  supportAccessOf(call) === 'to_change';
