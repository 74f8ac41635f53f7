import { useQuery } from '@tanstack/react-query';
import { CONSENT_STATES, NO_CHANNEL, RFM_GROUPS } from '#contract/audiences/values.ts';
import { CONNECTION_KINDS } from '#contract/connections/kinds.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { DELIVERY_KINDS, ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_CHANGES, VISIT_STATUSES } from '#contract/visits/values.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { call } from '#web/lib/api/api.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { conditionWord, WEEKDAYS } from '#web/lib/format/condition-words.ts';
import type { ListCondition } from './condition-sentence.ts';

type Field = ListCondition['field'];
export type Option = { value: string; label: string };

export type ConditionChoices = {
  /** Choices of a field. */
  optionsOf: (field: Field) => Option[];
  /** Label of a value, also of one that was deleted after it was chosen. */
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

/** Loads the choices of conditions with their names. */
export function useConditionChoices(): ConditionChoices {
  const t = useTexts();
  const format = useFormat();
  const visits = useVisitOptions();
  const choices = useFlowChoices();
  const { branches = [], masters = [], services = [] } = visits.data ?? {};
  const {
    customerCategories = [],
    tags = [],
    importedLists = [],
    segments = [],
    rfmDashboards = [],
    channelKinds = [],
    eventNames = [],
    dealStages = [],
    dealPipelines = [],
    dealResponsibles = [],
    dealTags = [],
    currency = 'RUB',
  } = choices.data ?? {};
  const branchTitle = new Map<string, string>(branches.map(({ id, title }) => [id, title]));
  const placed = (name: string, branchId: string) =>
    branches.length > 1 ? `${name} · ${branchTitle.get(branchId) ?? ''}` : name;
  const categories = services.flatMap(({ categoryTitle }) => categoryTitle ?? []);

  // NOTE: made when asked for, so that the texts of a list load only where it is shown.
  const lists: Partial<Record<Field, () => Option[]>> = {
    branch: () => branches.map(({ id, title }) => ({ value: id, label: title })),
    service: () => services.map(({ id, title, branchId }) => ({ value: id, label: placed(title, branchId) })),
    master: () => masters.map(({ id, name, branchId }) => ({ value: id, label: placed(name, branchId) })),
    service_category: () => namesAsOptions(categories),
    customer_category: () => namesAsOptions(customerCategories),
    tag: () => namesAsOptions(tags),
    imported_list: () => importedLists.map(({ id, title }) => ({ value: id, label: title })),
    segment: () => segments.map(({ id, title }) => ({ value: id, label: title })),
    rfm_group: () =>
      rfmDashboards.flatMap(({ id, title }) =>
        RFM_GROUPS.map((group) => ({
          value: `${id}:${group}`,
          label: `${title}: ${t(`audiences:value.rfm_group.${group}`)}`,
        })),
      ),
    reached_by: () => [
      ...channelKinds.map((kind) => ({ value: kind, label: CHANNEL_APPEARANCES[kind].name })),
      { value: NO_CHANNEL, label: t('audiences:value.reached_by.none') },
    ],
    birth_month: () => MONTHS.map((month) => ({ value: String(month), label: format.month(month) })),
    deal_stage: () => dealStages.map(({ id, title }) => ({ value: id, label: title })),
    deal_pipeline: () => dealPipelines.map(({ id, title }) => ({ value: id, label: title })),
    deal_responsible: () => namesAsOptions(dealResponsibles),
    deal_tag: () => namesAsOptions(dealTags),
    event_name: () => namesAsOptions(eventNames),
  };
  const isKnown = visits.data !== undefined && choices.data !== undefined;
  return {
    currency,
    isKnown,
    optionsOf: (field) =>
      lists[field]?.() ?? wordsOf(field).map((value) => ({ value, label: conditionWord(field, value, t) })),
    nameOf: (field, value) => {
      const list = lists[field]?.();
      if (!list) return conditionWord(field, value, t);
      const found = list.find((option) => option.value === value)?.label;
      if (found !== undefined || !isKnown) return found ?? (isNamedBy(field) ? value : '…');
      if (field === 'event_name') return value; // NOTE: it may come for the first time yet
      return isNamedBy(field) ? t('audiences:gone_name', { name: value }) : t('audiences:gone');
    },
  };
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** Fields whose values are names themselves, and no ids. */
function isNamedBy(field: Field): boolean {
  return NAMES.has(field);
}

const NAMES: ReadonlySet<Field> = new Set([
  'service_category',
  'customer_category',
  'tag',
  'event_name',
  'deal_responsible',
  'deal_tag',
]);

function namesAsOptions(names: readonly string[]): Option[] {
  return [...new Set(names)].map((name) => ({ value: name, label: name }));
}

/** The words of a field that has words of its own. */
function wordsOf(field: Field): readonly string[] {
  if (field === 'visit_status') return VISIT_STATUSES.filter((status) => status !== 'unknown');
  if (field === 'order_status') return ORDER_STATUSES.filter((status) => status !== 'unknown');
  if (field === 'delivery_kind') return DELIVERY_KINDS;
  if (field === 'source') return CONNECTION_KINDS;
  if (field === 'language') return LANGUAGES;
  if (field === 'consent') return CONSENT_STATES;
  if (field === 'change') return VISIT_CHANGES;
  return field === 'weekday' ? WEEKDAYS.map((_day, index) => String(index + 1)) : [];
}
