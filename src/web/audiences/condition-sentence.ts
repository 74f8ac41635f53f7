import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { VISIT_CHANGES } from '#contract/visits/values.ts';
import type { createFormat } from '#web/lib/format/locale-format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { endsOf, type RangeCondition } from './range-limits.ts';

/** Texts, formats and names that sentences are built with. */
export type SentenceContext = {
  t: Text;
  format: Pick<ReturnType<typeof createFormat>, 'number'>;
  /** ISO 4217; of sums. */
  currency: string;
  /** Label of a condition's value: the name of an id, the translation of a constant. */
  nameOf: (field: ListCondition['field'], value: string) => string;
};

export type ListCondition = Extract<FlowCondition, { values: string[] }>;

/** ISO weekdays, Monday first. */
const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;
/** Quotes names that come from outside systems. */
const QUOTED: ReadonlySet<string> = new Set([
  'branch',
  'service',
  'service_category',
  'visit_status',
  'customer_category',
  'tag',
  'imported_list',
  'segment',
  'rfm_group',
  'order_status',
  'event_name',
  'deal_stage',
  'deal_pipeline',
  'deal_responsible',
  'deal_tag',
] satisfies ListCondition['field'][]);

/** The subject of conditions: that of a flow, or contacts alone. */
export type ConditionsAbout = FlowKind | 'contact';

/** All conditions as the part of a sentence after "if"; null when they hold for everybody. */
export function conditionsWords(
  kind: ConditionsAbout,
  { match, groups }: FlowConditions,
  context: SentenceContext,
): string | null {
  const sentences = groups.map((group) => ({
    match: group.match,
    clauses: group.conditions.map((one) => clause(kind, one, context)),
  }));
  const [only, ...others] = sentences.filter(({ clauses }) => clauses.length > 0);
  if (!only) return null;
  if (others.length === 0) return groupWords(only, context.t);
  const list = [only, ...others].map((group) => joined(group.clauses, group.match === 'all' ? 'and' : 'or', context.t));
  return context.t(match === 'all' ? 'sentences:each_of' : 'sentences:one_of', { list: list.join('; ') });
}

/** Joins alternatives; each may contain an "or" of its own, so they are listed separately. */
function groupWords({ match, clauses }: { match: 'all' | 'any'; clauses: string[] }, t: Text): string {
  if (match === 'all' || clauses.length === 1) return joined(clauses, 'and', t);
  return t('sentences:one_of', { list: clauses.join('; ') });
}

/** "a, b and c". */
function joined(words: readonly string[], by: 'and' | 'or', t: Text): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return t(`sentences:${by}`, { before: words.slice(0, -1).join(', '), last });
}

/** One condition as a clause: "the branch is A or B". */
function clause(kind: ConditionsAbout, condition: FlowCondition, context: SentenceContext): string {
  const { t } = context;
  if ('values' in condition) return listClause(kind, condition, context);
  if (condition.field === 'next_visit') return t(`sentences:next_visit.${condition.value}`);
  if (condition.field === 'answered') return t(`sentences:answered.${condition.value}`);
  if (condition.field === 'visit_number') return t(`sentences:${visitNumberOf(kind)}.${condition.value}`);
  if (condition.field === 'booking_way')
    return t(`sentences:${kind === 'contact' ? 'booked_by' : 'booking_way'}.${condition.value}`);
  return rangeClause(kind, condition, context);
}

function visitNumberOf(kind: ConditionsAbout): 'came' | 'order_number' | 'visit_number' {
  if (kind === 'contact') return 'came';
  return flowKind(kind).subject === 'order' ? 'order_number' : 'visit_number';
}

/** Fields of a visit: of contacts alone, any visit that they attended. */
const OF_VISITS = ['branch', 'service', 'service_category', 'master', 'source'] as const;

function listClause(kind: ConditionsAbout, { field, isNot, values }: ListCondition, context: SentenceContext): string {
  const { t } = context;
  const names = values.map((value) => nameIn(field, value, context));
  const all = isNot ? noneOf(names, t) : joined(names, 'or', t);
  const ofVisits = kind === 'contact' && wordIn(OF_VISITS, field);
  if (ofVisits) return t(`sentences:${isNot ? 'had_not' : 'had'}.${ofVisits}`, { names: all });
  return t(`sentences:${isNot ? 'is_not' : 'is'}.${field}`, { names: all });
}

function nameIn(field: ListCondition['field'], value: string, { t, nameOf }: SentenceContext): string {
  const weekday = field === 'weekday' ? WEEKDAYS[Number(value) - 1] : undefined;
  if (weekday) return t(`sentences:on_day.${weekday}`);
  const change = field === 'change' ? wordIn(VISIT_CHANGES, value) : undefined;
  if (change) return t(`sentences:changed.${change}`);
  const name = nameOf(field, value);
  return QUOTED.has(field) ? t('sentences:quoted', { name }) : name;
}

/** "A, not B and not C": the first "not" is the clause's own. */
function noneOf(names: readonly string[], t: Text): string {
  const [first = '', ...others] = names;
  const last = others.pop();
  if (last === undefined) return first;
  const before = others.reduce((text, name) => text + t('sentences:nor_comma', { name }), first);
  return t('sentences:nor', { before, last });
}

/** Ranges of numbers, each with texts by the number. */
const COUNTED = [
  'visits_count',
  'days_since_visit',
  'shift_minutes',
  'days_to_visit',
  'no_shows',
  'orders_count',
  'days_since_order',
  'days_to_birthday',
  'days_since_birthday',
  'days_since_answer',
  'days_subscribed',
] as const;

function rangeClause(kind: ConditionsAbout, condition: RangeCondition, context: SentenceContext): string {
  const { t, format, currency } = context;
  const { field } = condition;
  const { from, to } = endsOf(condition);
  if (from === null && to === null)
    return t('sentences:anything', { what: t(`audiences:field.${field}`, { currency }) });
  const form = endForm(from, to);
  const counted = wordIn(COUNTED, field);
  if (counted) {
    const textKey = counted === 'days_since_visit' && kind === 'contact' ? 'days_since_last_visit' : counted;
    return t(`sentences:${textKey}.${form}`, { from: format.number(from ?? 0), count: to ?? from ?? 0 });
  }
  if (field === 'hour') return t(`sentences:hour.${form}`, { from: `${from ?? 0}:00`, to: `${to ?? 0}:59` });
  const sum = (value: number | null) => moneyWords(value ?? 0, context);
  const total = kind !== 'contact' && flowKind(kind).subject === 'visit' ? 'visit_total' : 'order_total';
  const textKey = field === 'spent' || field === 'orders_sum' ? field : total;
  return t(`sentences:${textKey}.${form}`, { from: sum(from), to: sum(to) });
}

function endForm(from: number | null, to: number | null): 'between' | 'from' | 'to' {
  if (from === null) return 'to';
  return to === null ? 'from' : 'between';
}

/** Whole units of the currency. */
export function moneyWords(value: number, { format, currency }: Pick<SentenceContext, 'format' | 'currency'>): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const;
  return format.number(value, style);
}
