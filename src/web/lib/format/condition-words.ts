import { CONNECTION_KINDS } from '#contract/connections/kinds.ts';
import { CHOICE_VALUES, CONSENT_STATES, NO_CHANNEL, RFM_GROUPS } from '#contract/audiences/values.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_CHANGES, VISIT_STATUSES } from '#contract/visits/values.ts';
import type { Text } from './i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { LANGUAGE_NAMES } from './language.ts';

/** ISO weekdays, Monday first. */
export const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;

/** Returns the text of a condition's value, where conditions have texts of their own; else the value itself. */
export function conditionWord(field: string, value: string, t: Text): string {
  const visit = field === 'visit_status' && wordIn(VISIT_STATUSES, value);
  if (visit) return t(`audiences:value.visit_status.${visit}`);
  const order = field === 'order_status' && wordIn(ORDER_STATUSES, value);
  if (order) return t(`audiences:value.order_status.${order}`);
  const delivery = field === 'delivery_kind' && wordIn(DELIVERY_KINDS, value);
  if (delivery) return t(`audiences:value.delivery_kind.${delivery}`);
  const source = field === 'source' && wordIn(CONNECTION_KINDS, value);
  if (source) return t(`audiences:value.source.${source}`);
  const change = field === 'change' && wordIn(VISIT_CHANGES, value);
  if (change) return t(`audiences:value.change.${change}`);
  const weekday = field === 'weekday' && WEEKDAYS[Number(value) - 1];
  if (weekday) return t(`audiences:value.weekday.${weekday}`);
  const visitNumber = field === 'visit_number' && wordIn(CHOICE_VALUES.visit_number, value);
  if (visitNumber) return t(`audiences:value.visit_number.${visitNumber}`);
  const nextVisit = field === 'next_visit' && wordIn(CHOICE_VALUES.next_visit, value);
  if (nextVisit) return t(`audiences:value.next_visit.${nextVisit}`);
  const answered = field === 'answered' && wordIn(CHOICE_VALUES.answered, value);
  if (answered) return t(`audiences:value.answered.${answered}`);
  const language = field === 'language' && wordIn(LANGUAGES, value);
  if (language) return LANGUAGE_NAMES[language];
  const consent = field === 'consent' && wordIn(CONSENT_STATES, value);
  if (consent) return t(`audiences:value.consent.${consent}`);
  const group = field === 'rfm_group' && wordIn(RFM_GROUPS, value);
  if (group) return t(`audiences:value.rfm_group.${group}`);
  if (field === 'reached_by' && value === NO_CHANNEL) return t('audiences:value.reached_by.none');
  const way = field === 'booking_way' && wordIn(CHOICE_VALUES.booking_way, value);
  return way ? t(`audiences:value.booking_way.${way}`) : value;
}
