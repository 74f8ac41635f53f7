import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from './actions.ts';

/** Groups of actions, by which the log is filtered. */
export const AUDIT_AREAS = [
  'access',
  'people',
  'sending',
  'bots',
  'channels',
  'contacts',
  'money',
  'settings',
  'support',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

const PREFIXES: Readonly<Record<AuditArea, readonly string[]>> = {
  access: ['sign_in', 'session', 'password', 'email', 'phone', 'second_factor'],
  people: ['member', 'invitation', 'cabinet'],
  sending: ['flow', 'mailing', 'sending', 'messages'],
  bots: ['assistant', 'chatbot'],
  channels: ['channel', 'connection'],
  contacts: ['contacts'],
  money: [
    'payment',
    'tariff',
    'renewal',
    'promo_code',
    'invoice',
    'partner',
    'payout',
    'balance',
    'dialogues',
    'pay_destination',
  ],
  settings: ['settings', 'widget', 'api_token', 'news'],
  support: ['support', 'user', 'lead', 'manager', 'diagnostics'],
};

export const actionsOfArea = (area: AuditArea): AuditAction[] =>
  AUDIT_ACTION_NAMES.filter((name) => PREFIXES[area].includes(name.slice(0, name.indexOf('.'))));

/** Actions that only the operator reads. */
export const OPERATOR_ACTIONS: readonly AuditAction[] = AUDIT_ACTION_NAMES.filter(
  (name) => 'operator' in AUDIT_ACTIONS[name],
);
