import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from './actions.ts';

/** Groups of actions, by which the log is filtered. */
export const AUDIT_AREAS = [
  'access',
  'people',
  'sending',
  'bots',
  'quality',
  'channels',
  'contacts',
  'money',
  'settings',
  'support',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** The area of an action, by the part of its name before the dot. */
const AREA_OF: Readonly<Record<string, AuditArea>> = {
  sign_in: 'access',
  session: 'access',
  password: 'access',
  email: 'access',
  phone: 'access',
  second_factor: 'access',
  member: 'people',
  invitation: 'people',
  cabinet: 'people',
  flow: 'sending',
  mailing: 'sending',
  sending: 'sending',
  messages: 'sending',
  assistant: 'bots',
  chatbot: 'bots',
  checklist: 'quality',
  quality_report: 'quality',
  quality_verdict: 'quality',
  quality_settings: 'quality',
  recording: 'quality',
  channel: 'channels',
  connection: 'channels',
  contacts: 'contacts',
  payment: 'money',
  tariff: 'money',
  renewal: 'money',
  promo_code: 'money',
  invoice: 'money',
  partner: 'money',
  payout: 'money',
  balance: 'money',
  dialogues: 'money',
  pay_destination: 'money',
  settings: 'settings',
  widget: 'settings',
  api_token: 'settings',
  news: 'settings',
  support: 'support',
  user: 'support',
  lead: 'support',
  manager: 'support',
  diagnostics: 'support',
};

export const actionsOfArea = (area: AuditArea): AuditAction[] =>
  AUDIT_ACTION_NAMES.filter((name) => AREA_OF[name.slice(0, name.indexOf('.'))] === area);

/** Actions that only the operator reads. */
export const OPERATOR_ACTIONS: readonly AuditAction[] = AUDIT_ACTION_NAMES.filter(
  (name) => 'operator' in AUDIT_ACTIONS[name],
);
