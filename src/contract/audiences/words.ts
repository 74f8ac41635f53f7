import { CONSENT_STATES, NO_CHANNEL } from './values.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import { CONNECTION_KINDS } from '#contract/connections/kinds.ts';
import type { ConditionField } from './values.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_CHANGES, VISIT_STATUSES } from '#contract/visits/values.ts';

/** Fields of conditions whose values are fixed words of ours; all others hold ids, or words of outside systems. */
export const CONDITION_WORDS: Partial<Record<ConditionField, readonly string[]>> = {
  visit_status: VISIT_STATUSES,
  source: CONNECTION_KINDS,
  weekday: ['1', '2', '3', '4', '5', '6', '7'],
  birth_month: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  language: LANGUAGES,
  reached_by: [...CHANNEL_KIND_NAMES, NO_CHANNEL],
  consent: CONSENT_STATES,
  change: VISIT_CHANGES,
  order_status: ORDER_STATUSES,
  delivery_kind: DELIVERY_KINDS,
};
