import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences.ts';
import type { FlowKind } from '#contract/flows.ts';
import { VISIT_CHANGES } from '#contract/values.ts';
import type { createFormat } from '#web/lib/locale-format.ts';
import type { Text } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { endsOf, type RangeCondition } from './range-limits.ts';

/** What a sentence is said with. */
export type Saying = {
  t: Text;
  format: Pick<ReturnType<typeof createFormat>, 'number'>;
  /** ISO 4217; of sums. */
  currency: string;
  /** What a value of a condition is called: a name for an id, a word for a word. */
  nameOf: (field: ListCondition['field'], value: string) => string;
};

export type ListCondition = Extract<FlowCondition, { values: string[] }>;

/** ISO weekdays, Monday first. */
const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;
/** What others call things stands in quotes, so that it is known for a name. */
const QUOTED: ReadonlySet<string> = new Set([
  'branch',
  'service',
  'service_category',
  'visit_status',
  'customer_category',
  'order_status',
  'event_name',
] satisfies ListCondition['field'][]);

/** All conditions of a flow as the part of a sentence after "if"; null when it is for everybody. */
export function conditionsWords(kind: FlowKind, { match, groups }: FlowConditions, saying: Saying): string | null {
  const said = groups.map((group) => ({
    match: group.match,
    clauses: group.conditions.map((one) => clause(kind, one, saying)),
  }));
  const [only, ...others] = said.filter(({ clauses }) => clauses.length > 0);
  if (!only) return null;
  if (others.length === 0) return groupWords(only, saying.t);
  const list = [only, ...others].map((group) => joined(group.clauses, group.match === 'all' ? 'and' : 'or', saying.t));
  return saying.t(match === 'all' ? 'audiences:say.each_of' : 'audiences:say.one_of', { list: list.join('; ') });
}

/** Of several of which one is enough, each may have an "or" of its own: they stand in a list. */
function groupWords({ match, clauses }: { match: 'all' | 'any'; clauses: string[] }, t: Text): string {
  if (match === 'all' || clauses.length === 1) return joined(clauses, 'and', t);
  return t('audiences:say.one_of', { list: clauses.join('; ') });
}

/** "a, b and c". */
function joined(words: readonly string[], by: 'and' | 'or', t: Text): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return t(`audiences:say.${by}`, { before: words.slice(0, -1).join(', '), last });
}

/** One condition as a clause: "the branch is A or B". */
function clause(kind: FlowKind, condition: FlowCondition, saying: Saying): string {
  const { t } = saying;
  if ('values' in condition) return listClause(condition, saying);
  const isOrder = FLOW_CATALOGUE[kind].subject === 'order';
  if (condition.field === 'visit_number')
    return t(`audiences:say.${isOrder ? 'order_number' : 'visit_number'}.${condition.value}`);
  if (condition.field === 'booking_way') return t(`audiences:say.booking_way.${condition.value}`);
  return rangeClause(kind, condition, saying);
}

function listClause({ field, isNot, values }: ListCondition, saying: Saying): string {
  const { t } = saying;
  const names = values.map((value) => nameIn(field, value, saying));
  const all = isNot ? noneOf(names, t) : joined(names, 'or', t);
  return t(`audiences:say.${isNot ? 'is_not' : 'is'}.${field}`, { names: all });
}

function nameIn(field: ListCondition['field'], value: string, { t, nameOf }: Saying): string {
  const weekday = field === 'weekday' ? WEEKDAYS[Number(value) - 1] : undefined;
  if (weekday) return t(`audiences:say.on_day.${weekday}`);
  const change = field === 'change' ? wordIn(VISIT_CHANGES, value) : undefined;
  if (change) return t(`audiences:say.changed.${change}`);
  const name = nameOf(field, value);
  return QUOTED.has(field) ? t('audiences:say.quoted', { name }) : name;
}

/** "A, not B and not C": the first "not" is the clause's own. */
function noneOf(names: readonly string[], t: Text): string {
  const [first = '', ...others] = names;
  const last = others.pop();
  if (last === undefined) return first;
  const before = others.reduce((text, name) => text + t('audiences:say.nor_comma', { name }), first);
  return t('audiences:say.nor', { before, last });
}

function rangeClause(kind: FlowKind, condition: RangeCondition, saying: Saying): string {
  const { t, format, currency } = saying;
  const { field } = condition;
  const { from, to } = endsOf(condition);
  if (from === null && to === null)
    return t('audiences:say.anything', { what: t(`audiences:field.${field}`, { currency }) });
  const form = endForm(from, to);
  if (field === 'visits_count' || field === 'days_since_visit' || field === 'shift_minutes')
    return t(`audiences:say.${field}.${form}`, { from: format.number(from ?? 0), count: to ?? from ?? 0 });
  if (field === 'hour') return t(`audiences:say.hour.${form}`, { from: `${from ?? 0}:00`, to: `${to ?? 0}:59` });
  const sum = (value: number | null) => moneyWords(value ?? 0, saying);
  const total = FLOW_CATALOGUE[kind].subject === 'visit' ? 'visit_total' : 'order_total';
  return t(`audiences:say.${field === 'spent' ? 'spent' : total}.${form}`, { from: sum(from), to: sum(to) });
}

function endForm(from: number | null, to: number | null): 'between' | 'from' | 'to' {
  if (from === null) return 'to';
  return to === null ? 'from' : 'between';
}

/** Whole units of the currency. */
export function moneyWords(value: number, { format, currency }: Pick<Saying, 'format' | 'currency'>): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const;
  return format.number(value, style);
}
