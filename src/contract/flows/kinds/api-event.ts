import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { ALWAYS, CONTACT_CONDITIONS, DAY, HISTORY_VARIABLES } from './base.ts';

/** Sends a message for an event of an API client. */
export const API_EVENT = {
  goal: 'inform',
  subject: 'api_event',
  recipient: 'customer',
  ability: 'event_flows',
  sources: ['api'],
  triggers: ['api.event'],
  occursPer: 'subject',
  statuses: [],
  checks: [],
  isMarketing: false,
  usefulHours: 24,
  delay: { min: 0, max: 90 * DAY, usual: 0, unit: 'span' },
  usualWeekday: null,
  window: ALWAYS,
  options: { controlPercent: 0 },
  usualConditions: [],
  conditions: ['event_name', ...CONTACT_CONDITIONS],
  variables: ['clientName', 'eventName', ...HISTORY_VARIABLES, 'businessName', 'ignoreLink'],
  hasEventProperties: true,
  requestsAnswer: false,
  template: { name: /event/, parameters: ['{clientName}', '{eventName}', '{businessName}'] },
} satisfies FlowKindDeclaration;
