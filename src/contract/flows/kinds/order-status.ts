import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { ALWAYS, BUSINESS_VARIABLES, DAY } from './base.ts';

/** Names the status that an order reached. */
export const ORDER_STATUS = {
  goal: 'inform',
  subject: 'order',
  recipient: 'customer',
  ability: 'order_flows',
  sources: ['iiko', 'shopify', 'api'],
  triggers: ['order.status_changed'],
  occursPer: 'event',
  statuses: [],
  checks: ['same_status'],
  isMarketing: false,
  usefulHours: 2,
  delay: { min: 0, max: 30 * DAY, usual: 0, unit: 'span' },
  usualWeekday: null,
  window: ALWAYS,
  options: { controlPercent: 0 },
  usualConditions: [{ field: 'order_status', isNot: false, values: ['OnWay', 'Delivered', 'Cancelled'] }],
  conditions: ['order_status', 'delivery_kind', 'branch', 'total', 'visit_number', 'source', ...TRAIT_FIELDS],
  variables: [
    'clientName',
    'orderNumber',
    'orderStatus',
    'orderItems',
    'orderSum',
    'deliveryKind',
    'readyTime',
    'courierName',
    'courierPhone',
    'cancelCause',
    ...BUSINESS_VARIABLES,
  ],
  hasEventProperties: false,
  requestsAnswer: false,
  template: {
    name: /order|deliver|courier/,
    parameters: ['{clientName}', '{orderNumber}', '{orderStatus}', '{businessName}'],
  },
} satisfies FlowKindDeclaration;
