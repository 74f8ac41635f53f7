import { CONNECTION_KINDS } from '#contract/connection-kinds.ts';
import { DELIVERY_KINDS, ORDER_STATUSES, VISIT_CHANGES, VISIT_STATUSES } from '#contract/values.ts';
import type { Text } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';

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
  const visitNumber = field === 'visit_number' && wordIn(['first', 'repeated'] as const, value);
  if (visitNumber) return t(`audiences:value.visit_number.${visitNumber}`);
  const way = field === 'booking_way' && wordIn(['online', 'staff'] as const, value);
  return way ? t(`audiences:value.booking_way.${way}`) : value;
}
