import type { StoredCompared } from '#contract/delivery/compared.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import type { LIST_FIELDS } from '#contract/audiences/values.ts';
import { instantIn, textIn, wordsIn } from '#web/lib/api/known.ts';

/** Words of which field a rule compared, as conditions of flows have them. */
export type ComparedField =
  | Exclude<(typeof LIST_FIELDS)[number], 'branch' | 'service' | 'master'>
  | 'visit_number'
  | 'booking_way';
type Unit = 'visits' | 'money' | 'days' | 'hour' | 'minutes' | 'percent';

const WORDS = ['is', 'wanted', 'unwanted', 'was', 'status'] as const;
const MEASURES = [
  'is',
  'from',
  'to',
  'visitsCount',
  'wantedVisits',
  'spent',
  'wantedSpent',
  'lateDays',
  'intervalMinutes',
  'controlPercent',
] as const;

/** A value that is understood by the rule that compared it. */
export type RuleFact =
  | { name: (typeof WORDS)[number]; kind: 'words'; field: ComparedField; values: string[] }
  | { name: (typeof MEASURES)[number]; kind: 'measure'; unit: Unit; value: number }
  | { name: 'none'; kind: 'rules'; rules: DecisionRule[] }
  | { name: 'lastAt'; kind: 'instant'; at: string }
  | { name: 'endsOn'; kind: 'day'; day: string };

type Values = Readonly<Record<string, unknown>>;
type Readings = { readonly [Rule in DecisionRule]?: (values: StoredCompared<Rule>) => RuleFact[] };

/** Values compared by each rule; rules that need none, or share the text of others, are omitted. */
const READINGS: Readings = {
  service_category_differs: words('service_category'),
  status_differs: (values) => ('is' in values ? words('visit_status')(values) : []),
  customer_category_differs: words('customer_category'),
  tag_differs: words('tag'),
  source_differs: words('source'),
  change_differs: words('change'),
  visit_weekday_differs: words('weekday'),
  order_status_differs: words('order_status'),
  delivery_kind_differs: words('delivery_kind'),
  deal_stage_differs: words('deal_stage'),
  deal_pipeline_differs: words('deal_pipeline'),
  deal_responsible_differs: words('deal_responsible'),
  deal_tag_differs: words('deal_tag'),
  event_name_differs: words('event_name'),
  booking_way_differs: words('booking_way'),
  first_visit_only: (values) => [...words('visit_number')(values), ...measures({ visitsCount: 'visits' })(values)],
  repeated_visit_only: words('visit_number'),
  visits_count_differs: range('visits'),
  spent_differs: range('money'),
  total_differs: range('money'),
  days_since_visit_differs: range('days'),
  hour_differs: range('hour'),
  shift_too_small: range('minutes'),
  threshold_not_crossed: measures({
    visitsCount: 'visits',
    wantedVisits: 'visits',
    spent: 'money',
    wantedSpent: 'money',
  }),
  too_late: measures({ lateDays: 'days' }),
  control_group: measures({ controlPercent: 'percent' }),
  status_passed: (values) =>
    (['was', 'status'] as const).flatMap((name) => wordsFact(name, 'order_status', values[name])),
  stage_passed: words('deal_stage'),
  group_differs: words('rfm_group'),
  group_left: words('rfm_group'),
  conditions_differ: ({ none }) => {
    const rules = wordsIn(DECISION_RULES, partsOf(none));
    return rules.length > 0 ? [{ name: 'none', kind: 'rules', rules }] : [];
  },
  written_lately: (values) => {
    const at = instantIn(values.lastAt);
    return [
      ...(at ? [{ name: 'lastAt' as const, kind: 'instant' as const, at }] : []),
      ...measures({ intervalMinutes: 'minutes' })(values),
    ];
  },
  flow_ended: ({ endsOn }) => {
    const day = textIn(endsOn);
    return day ? [{ name: 'endsOn', kind: 'day', day }] : [];
  },
};

/** Values that are read by the rule, and the rest of them, which are read by their names. */
export function readByRule(rule: DecisionRule | null, values: Values): { facts: RuleFact[]; rest: Values } {
  const facts = (rule && READINGS[rule]?.(values)) ?? [];
  const read = new Set<string>(facts.map(({ name }) => name));
  return { facts, rest: Object.fromEntries(Object.entries(values).filter(([name]) => !read.has(name))) };
}

function words(field: ComparedField): (values: Values) => RuleFact[] {
  return (values) =>
    (['is', 'wanted', 'unwanted'] as const).flatMap((name) =>
      values[name] === undefined ? [] : wordsFact(name, field, values[name]),
    );
}

function wordsFact(name: (typeof WORDS)[number], field: ComparedField, value: unknown): RuleFact[] {
  return typeof value === 'string' ? [{ name, kind: 'words', field, values: partsOf(value) }] : [];
}

/** Both ends at `-1` mean any; nobody is refused by them. */
function range(unit: Unit): (values: Values) => RuleFact[] {
  return measures({ is: unit, from: unit, to: unit });
}

function measures(units: Partial<Record<(typeof MEASURES)[number], Unit>>): (values: Values) => RuleFact[] {
  return (values) =>
    MEASURES.flatMap((name): RuleFact[] => {
      const [unit, value] = [units[name], values[name]];
      const isOpen = name === 'to' && typeof value === 'number' && value >= OPEN_END;
      return unit && typeof value === 'number' && !isOpen ? [{ name, kind: 'measure', unit, value }] : [];
    });
}

/** From here on an upper end is none. */
const OPEN_END = 525_600;

function partsOf(value: unknown): string[] {
  return (textIn(value) ?? '').split(', ').filter(Boolean);
}
