import { useQuery } from '@tanstack/react-query';
import { CONNECTION_KINDS } from '#contract/connection-kinds.ts';
import { DELIVERY_KINDS, ORDER_STATUSES, VISIT_CHANGES, VISIT_STATUSES } from '#contract/values.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { conditionWord, WEEKDAYS } from '#web/lib/condition-words.ts';
import type { ListCondition } from './condition-sentence.ts';

type Field = ListCondition['field'];
export type Option = { value: string; label: string };

export type ConditionChoices = {
  /** What can be chosen for a field now. */
  optionsOf: (field: Field) => Option[];
  /** What a value is called: chosen things that are there no more have a name too. */
  nameOf: (field: Field, value: string) => string;
  /** ISO 4217; of sums. */
  currency: string;
  /** All of it is there: what is not among it is there no more. */
  isKnown: boolean;
};

/** Branches, masters and services to choose from. */
export const useVisitOptions = () =>
  useQuery({ queryKey: ['visits', 'options'], queryFn: () => call('GET /api/v1/visits/options') });

export const useFlowChoices = () =>
  useQuery({ queryKey: ['flows', 'choices'], queryFn: () => call('GET /api/v1/flows/choices') });

/** What conditions choose from, with names. */
export function useConditionChoices(): ConditionChoices {
  const t = useTexts();
  const visits = useVisitOptions();
  const choices = useFlowChoices();
  const { branches = [], masters = [], services = [] } = visits.data ?? {};
  const { customerCategories = [], eventNames = [], currency = 'RUB' } = choices.data ?? {};
  const branchTitle = new Map<string, string>(branches.map(({ id, title }) => [id, title]));
  const placed = (name: string, branchId: string) =>
    branches.length > 1 ? `${name} · ${branchTitle.get(branchId) ?? ''}` : name;
  const categories = services.flatMap(({ categoryTitle }) => categoryTitle ?? []);

  const lists: Partial<Record<Field, Option[]>> = {
    branch: branches.map(({ id, title }) => ({ value: id, label: title })),
    service: services.map(({ id, title, branchId }) => ({ value: id, label: placed(title, branchId) })),
    master: masters.map(({ id, name, branchId }) => ({ value: id, label: placed(name, branchId) })),
    service_category: namesAsOptions(categories),
    customer_category: namesAsOptions(customerCategories),
    event_name: namesAsOptions(eventNames),
  };
  const isKnown = visits.data !== undefined && choices.data !== undefined;
  return {
    currency,
    isKnown,
    optionsOf: (field) =>
      lists[field] ?? wordsOf(field).map((value) => ({ value, label: conditionWord(field, value, t) })),
    nameOf: (field, value) => {
      const list = lists[field];
      if (!list) return conditionWord(field, value, t);
      const found = list.find((option) => option.value === value)?.label;
      if (found !== undefined || !isKnown) return found ?? (isNamedBy(field) ? value : '…');
      if (field === 'event_name') return value; // NOTE: it may come for the first time yet
      return isNamedBy(field) ? t('audiences:gone_name', { name: value }) : t('audiences:gone');
    },
  };
}

/** Fields whose values are names themselves, and no ids. */
function isNamedBy(field: Field): boolean {
  return field === 'service_category' || field === 'customer_category' || field === 'event_name';
}

function namesAsOptions(names: readonly string[]): Option[] {
  return [...new Set(names)].map((name) => ({ value: name, label: name }));
}

/** The words of a field that has words of its own. */
function wordsOf(field: Field): readonly string[] {
  if (field === 'visit_status') return VISIT_STATUSES.filter((status) => status !== 'unknown');
  if (field === 'order_status') return ORDER_STATUSES.filter((status) => status !== 'unknown');
  if (field === 'delivery_kind') return DELIVERY_KINDS;
  if (field === 'source') return CONNECTION_KINDS;
  if (field === 'change') return VISIT_CHANGES;
  return field === 'weekday' ? WEEKDAYS.map((_day, index) => String(index + 1)) : [];
}
