import type { ConditionField } from '#contract/flow-kind-entry.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowCondition } from '#contract/audiences.ts';
import type { FlowKind, FlowMode, FlowSettings, FlowTiming } from '#contract/flows.ts';
import { type FLOW_LACKS, LAST_HOUR, NO_LIMIT } from '#contract/flow-words.ts';
import { CONNECTION_KINDS } from '#contract/connection-kinds.ts';
import { DELIVERY_KINDS, ORDER_STATUSES, VISIT_CHANGES, VISIT_STATUSES } from '#contract/values.ts';
import { wrongField } from '#server/platform/problem.ts';

type Checked = {
  kind: FlowKind;
  mode: FlowMode;
  settings: FlowSettings;
  /** The stored settings; null for a new flow. */
  before: FlowSettings | null;
};

/**
 * Checks what the schema of settings cannot express.
 * @param today in the cabinet's zone
 * @throws {Problem} `request.invalid` on the field: a condition the kind does not offer (`not_offered`), an unknown value (`unknown`), a
 * repeated value or weekday (`repeated`), an impossible hour or a last day before tomorrow (`range`), a missing part of a live flow
 * (`required`)
 */
export function checkSettings({ kind, mode, settings, before }: Checked, today: Temporal.PlainDate): void {
  for (const [groupIndex, group] of settings.conditions.groups.entries()) {
    for (const [index, condition] of group.conditions.entries())
      checkCondition(kind, condition, `settings.conditions.groups.${groupIndex}.conditions.${index}`);
  }
  const { endsOn, weekdays } = settings.timing;
  if (isRepeating(weekdays)) throw wrongField('settings.timing.weekdays', 'repeated');
  if (endsOn !== null && endsOn !== before?.timing.endsOn && !isAfter(endsOn, today))
    throw wrongField('settings.timing.endsOn', 'range');
  const [missing] = mode === 'combat' ? missingOptions(kind, settings.options) : [];
  if (missing) throw wrongField(FIELD_OF_MISSING_OPTION[missing], 'required');
}

type MissingOption = Extract<(typeof FLOW_LACKS)[number], 'offer' | 'threshold'>;

const FIELD_OF_MISSING_OPTION: Record<MissingOption, string> = {
  offer: 'settings.options.offerServiceIds',
  threshold: 'settings.options.threshold.visits',
};

/** Options that a kind requires beside conditions and that are not set. */
export function missingOptions(
  kind: FlowKind,
  { offerServiceIds, threshold }: FlowSettings['options'],
): MissingOption[] {
  const { checks } = FLOW_CATALOGUE[kind];
  if (checks.includes('not_bought') && offerServiceIds.length === 0) return ['offer'];
  const hasThreshold = threshold.visits > 0 || threshold.spent > 0;
  return checks.includes('crosses_threshold') && !hasThreshold ? ['threshold'] : [];
}

/** Removes a last day that is past from a flow that starts again. */
export function withoutPastEnd(timing: FlowTiming, today: Temporal.PlainDate): FlowTiming {
  return timing.endsOn !== null && !isAfter(timing.endsOn, today) ? { ...timing, endsOn: null } : timing;
}

/** A flow works for at least a day: its last day is tomorrow or later (the specification, section 5). */
function isAfter(endsOn: string, today: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(endsOn, today) > 0;
}

function checkCondition(kind: FlowKind, condition: FlowCondition, path: string): void {
  if (!FLOW_CATALOGUE[kind].conditions.includes(condition.field)) throw wrongField(`${path}.field`, 'not_offered');
  if (condition.field === 'hour') checkHours(condition, path);
  if (!('values' in condition)) return;
  if (isRepeating(condition.values)) throw wrongField(`${path}.values`, 'repeated');
  const known = WORDS[condition.field];
  if (known && condition.values.some((value) => !known.includes(value))) throw wrongField(`${path}.values`, 'unknown');
}

function checkHours({ from, to }: { from: number; to: number }, path: string): void {
  if (from > LAST_HOUR) throw wrongField(`${path}.from`, 'range');
  if (to > LAST_HOUR && to !== NO_LIMIT) throw wrongField(`${path}.to`, 'range');
}

function isRepeating(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

/** Fields whose values are fixed words of ours; all others hold ids, or words of outside systems. */
const WORDS: Partial<Record<ConditionField, readonly string[]>> = {
  visit_status: VISIT_STATUSES,
  source: CONNECTION_KINDS,
  weekday: ['1', '2', '3', '4', '5', '6', '7'],
  change: VISIT_CHANGES,
  order_status: ORDER_STATUSES,
  delivery_kind: DELIVERY_KINDS,
};
