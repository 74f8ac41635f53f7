import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { conditionWord } from '#web/lib/format/condition-words.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wholeUnit } from '#web/lib/format/span.ts';
import type { RuleFact } from './rule-values.ts';

const INTL_UNITS = { days: 'day', hours: 'hour', minutes: 'minute' } as const;
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
          fact.values.map((value) => conditionWord(fact.field, value, t)).join(', ') || t('audiences:compared.nothing')
        );
      case 'rules':
        return fact.rules.map((rule) => t(`rules:${rule}.name`)).join(', ');
      case 'instant':
        return format.dateTime(fact.at, timeZone);
      case 'day':
        return format.date(`${fact.day}T12:00:00Z`, 'UTC');
      case 'measure':
        return measureWords(fact);
    }
  };

  function measureWords({ name, unit, value }: Extract<RuleFact, { kind: 'measure' }>): string {
    if (unit === 'visits') return t('audiences:compared.visits', { count: value });
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
