import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { ALWAYS, BUSINESS_VARIABLES, DAY } from './base.ts';

const DEAL_VARIABLES = ['clientName', 'dealTitle', 'dealStage', 'dealSum', 'dealResponsible'] as const;

/** A message about a deal of a CRM. */
const ABOUT_DEAL = {
  goal: 'inform',
  subject: 'deal',
  recipient: 'customer',
  ability: 'deal_flows',
  sources: ['amo'],
  statuses: [],
  isMarketing: false,
  usefulHours: 24,
  delay: { min: 0, max: 30 * DAY, usual: 0, unit: 'span' },
  usualWeekday: null,
  window: ALWAYS,
  options: { controlPercent: 0, moveDeal: null },
  usualConditions: [],
  conditions: [
    'deal_stage',
    'deal_pipeline',
    'total',
    'deal_responsible',
    'deal_tag',
    'branch',
    'source',
    ...TRAIT_FIELDS,
  ],
  variables: [...DEAL_VARIABLES, ...BUSINESS_VARIABLES],
  hasEventProperties: false,
  requestsAnswer: false,
} as const satisfies Partial<FlowKindDeclaration>;

/** Writes to the contact of a new deal. */
export const DEAL_CREATED = {
  ...ABOUT_DEAL,
  triggers: ['deal.created'],
  occursPer: 'subject',
  checks: ['deal_exists'],
  template: { name: /lead|deal/, parameters: ['{clientName}', '{dealTitle}', '{businessName}'] },
} satisfies FlowKindDeclaration;

/** Names the stage that a deal reached. */
export const DEAL_STAGE = {
  ...ABOUT_DEAL,
  triggers: ['deal.stage_changed'],
  occursPer: 'event',
  checks: ['deal_exists', 'same_stage'],
  template: { name: /stage/, parameters: ['{clientName}', '{dealTitle}', '{dealStage}', '{businessName}'] },
} satisfies FlowKindDeclaration;

/** Writes around the time of a deal's task, counted from it, as long as the task is open. */
export const DEAL_TASK = {
  ...ABOUT_DEAL,
  subject: 'deal_task',
  triggers: [],
  occursPer: 'time',
  checks: ['deal_exists', 'task_open'],
  usefulHours: 12,
  delay: { min: -30 * DAY, max: 30 * DAY, usual: -60, unit: 'span' },
  variables: [...DEAL_VARIABLES, 'taskText', 'taskDate', 'taskTime', ...BUSINESS_VARIABLES],
  template: { name: /task|call/, parameters: ['{clientName}', '{taskDate}, {taskTime}', '{businessName}'] },
} satisfies FlowKindDeclaration;
