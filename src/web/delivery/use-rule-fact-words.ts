import { useQuery } from '@tanstack/react-query';
import { CONNECTION_KINDS, DELIVERY_KINDS, ORDER_STATUSES, VISIT_CHANGES, VISIT_STATUSES } from '#contract/values.ts';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { type Text, useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { wholeUnit } from '#web/lib/span.ts';
import type { ComparedField, RuleFact } from './rule-values.ts';

const INTL_UNITS = { days: 'day', hours: 'hour', minutes: 'minute' } as const;
const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;
const DAY_MINUTES = 1_440;

/** Writes what a rule compared: words as people say them, numbers with their units. */
export function useRuleFactWords(facts: readonly RuleFact[], timeZone: string): (fact: RuleFact) => string {
  const t = useTexts();
  const format = useFormat();
  const hasMoney = facts.some((fact) => fact.kind === 'measure' && fact.unit === 'money');
  const choices = useQuery({
    queryKey: ['flows', 'choices'],
    queryFn: () => call('GET /api/v1/flows/choices'),
    enabled: hasMoney,
  });
  return (fact) => {
    switch (fact.kind) {
      case 'words':
        return (
          fact.values.map((value) => valueWords(fact.field, value, t)).join(', ') || t('conditions.compared.nothing')
        );
      case 'rules':
        return fact.rules.map((rule) => t(`delivery.rule.${rule}`)).join(', ');
      case 'instant':
        return format.dateTime(fact.at, timeZone);
      case 'day':
        return format.date(`${fact.day}T12:00:00Z`, 'UTC');
      case 'measure':
        return measureWords(fact);
    }
  };

  function measureWords({ name, unit, value }: Extract<RuleFact, { kind: 'measure' }>): string {
    if (unit === 'visits') return t('conditions.compared.visits', { count: value });
    if (unit === 'percent') return format.percent(value / 100);
    if (unit === 'hour') return name === 'to' ? `${value}:59` : `${value}:00`;
    if (unit === 'money') {
      const currency = choices.data?.currency;
      return format.number(value, currency ? { style: 'currency', currency, maximumFractionDigits: 0 } : {});
    }
    const span = wholeUnit(unit === 'days' ? value * DAY_MINUTES : value);
    if (unit === 'days') return format.number(value, { style: 'unit', unit: 'day', unitDisplay: 'long' });
    return format.number(span.count, { style: 'unit', unit: INTL_UNITS[span.unit], unitDisplay: 'long' });
  }
}

function valueWords(field: ComparedField, value: string, t: Text): string {
  const visit = field === 'visit_status' && wordIn(VISIT_STATUSES, value);
  if (visit) return t(`conditions.value.visit_status.${visit}`);
  const order = field === 'order_status' && wordIn(ORDER_STATUSES, value);
  if (order) return t(`conditions.value.order_status.${order}`);
  const delivery = field === 'delivery_kind' && wordIn(DELIVERY_KINDS, value);
  if (delivery) return t(`conditions.value.delivery_kind.${delivery}`);
  const source = field === 'source' && wordIn(CONNECTION_KINDS, value);
  if (source) return t(`conditions.value.source.${source}`);
  const change = field === 'change' && wordIn(VISIT_CHANGES, value);
  if (change) return t(`conditions.value.change.${change}`);
  const weekday = field === 'weekday' && WEEKDAYS[Number(value) - 1];
  if (weekday) return t(`conditions.value.weekday.${weekday}`);
  const visitNumber = field === 'visit_number' && wordIn(['first', 'repeated'] as const, value);
  if (visitNumber) return t(`conditions.value.visit_number.${visitNumber}`);
  const way = field === 'booking_way' && wordIn(['online', 'staff'] as const, value);
  return way ? t(`conditions.value.booking_way.${way}`) : value;
}
