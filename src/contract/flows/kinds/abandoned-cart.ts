import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { CONTACT_CONDITIONS, DAY, DAYTIME } from './base.ts';

/** Reminds of a cart that was not ordered. */
export const ABANDONED_CART = {
  goal: 'sell',
  subject: 'cart',
  recipient: 'customer',
  ability: 'cart_flows',
  sources: ['api', 'shopify'],
  triggers: ['cart.updated'],
  occursPer: 'time',
  statuses: ['open', 'abandoned'],
  checks: [],
  isMarketing: true,
  usefulHours: 72,
  delay: { min: 5, max: 30 * DAY, usual: 60, unit: 'span' },
  usualWeekday: null,
  window: DAYTIME,
  options: { controlPercent: 0 },
  usualConditions: [],
  conditions: ['total', ...CONTACT_CONDITIONS],
  variables: ['clientName', 'orderItems', 'orderSum', 'paymentLink', 'businessName', 'ignoreLink'],
  hasEventProperties: false,
  requestsAnswer: false,
  template: { name: /cart/, parameters: ['{clientName}', '{orderItems}', '{orderSum}', '{businessName}'] },
} satisfies FlowKindDeclaration;
