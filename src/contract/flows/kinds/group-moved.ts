import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { CONTACT_CONDITIONS, DAY, DAYTIME, HISTORY_VARIABLES } from './base.ts';

/** Writes to a client who moved to another RFM group. */
export const GROUP_MOVED = {
  goal: 'return',
  subject: 'group_move',
  recipient: 'customer',
  ability: 'notifications',
  sources: ['yclients', 'altegio', 'medflex', 'iiko', 'shopify', 'api'],
  triggers: ['client.group_moved'],
  occursPer: 'subject',
  statuses: [],
  checks: ['moved_as_chosen', 'still_in_group'],
  isMarketing: true,
  usefulHours: 72,
  delay: { min: 0, max: 30 * DAY, usual: 0, unit: 'span' },
  usualWeekday: null,
  window: DAYTIME,
  options: {
    controlPercent: 0,
    groupMove: { dashboardId: null, fromGroups: [], toGroups: ['at_risk', 'sleeping'] },
    reentry: { rule: 'after_days', minDays: 90 },
  },
  usualConditions: [],
  conditions: CONTACT_CONDITIONS,
  variables: ['clientName', ...HISTORY_VARIABLES, 'businessName', 'ignoreLink'],
  hasEventProperties: false,
  requestsAnswer: false,
  template: { name: /lapsing|group/, parameters: ['{clientName}', '{businessName}'] },
} satisfies FlowKindDeclaration;
