import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { CONTACT_CONDITIONS, DAY, DAYTIME, HISTORY_VARIABLES } from './base.ts';

/** Congratulates around the birthday. */
export const BIRTHDAY = {
  goal: 'return',
  subject: 'contact',
  recipient: 'customer',
  ability: 'notifications',
  sources: ['yclients', 'altegio', 'medflex', 'iiko', 'api'],
  triggers: [],
  occursPer: 'time',
  statuses: [],
  checks: [],
  isMarketing: true,
  usefulHours: 24,
  delay: { min: -14 * DAY, max: 14 * DAY, usual: 10 * 60, unit: 'day_and_time' },
  usualWeekday: null,
  window: DAYTIME,
  options: { controlPercent: 0 },
  conditions: CONTACT_CONDITIONS,
  usualConditions: [],
  variables: ['clientName', ...HISTORY_VARIABLES, 'businessName', 'ignoreLink'],
  hasEventProperties: false,
  requestsAnswer: false,
  template: { name: /birth/, parameters: ['{clientName}', '{businessName}'] },
} satisfies FlowKindDeclaration;
