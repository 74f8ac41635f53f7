import { isEmptyMessage } from '#contract/texts/empty-message.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import { foreignOptions, optionsOf } from '#contract/flows/options.ts';
import type { FlowKind, FlowMode, FlowSettings, FlowTiming, GivenFlowSettings } from '#contract/flows/calls.ts';
import type { FLOW_MISSING_PARTS } from '#contract/flows/values.ts';
import { emptyPlaces, pathsOfEmptyPlaces } from '#contract/texts/empty-places.ts';
import { CONDITION_WORDS } from '#contract/audiences/words.ts';
import { LAST_HOUR, NO_LIMIT } from '#contract/audiences/values.ts';
import { wrongField } from '#server/platform/values/problem.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { cleanContent } from '#server/texts/content/cleaning-rules.ts';
import { findImpossible } from './impossible-rules.ts';

type Checked = {
  kind: FlowKind;
  mode: FlowMode;
  settings: FlowSettings;
  /** The stored settings; null for a new flow. */
  before: FlowSettings | null;
  policy: Pick<ContactPolicy, 'quietFromHour' | 'quietToHour'>;
};

/**
 * Checks what the schema of settings cannot express.
 * @param today in the cabinet's zone
 * @throws {Problem} `request.invalid` on the field: a condition the kind does not offer (`not_offered`), an unknown value (`unknown`), a
 * repeated value or weekday (`repeated`), an impossible hour or a last day before tomorrow (`range`), a missing part of a live flow
 * (`required`), settings with which it could never send (see `findImpossible`)
 */
export function checkSettings({ kind, mode, settings, before, policy }: Checked, today: Temporal.PlainDate): void {
  for (const [groupIndex, group] of settings.conditions.groups.entries()) {
    for (const [index, condition] of group.conditions.entries())
      checkCondition(kind, condition, `settings.conditions.groups.${groupIndex}.conditions.${index}`);
  }
  const { endsOn, weekdays } = settings.timing;
  if (isRepeating(weekdays)) throw wrongField('settings.timing.weekdays', 'repeated');
  if (endsOn !== null && endsOn !== before?.timing.endsOn && !isAfter(endsOn, today))
    throw wrongField('settings.timing.endsOn', 'range');
  const impossible = findImpossible(kind, settings, policy);
  if (impossible) throw wrongField(impossible.field, impossible.reason);
  if (mode !== 'combat') return;
  const [missing] = missingOptions(settings.options);
  if (missing) throw wrongField(FIELD_OF_MISSING_OPTION[missing], 'required');
  const [empty] = pathsOfEmptyPlaces(settings);
  if (empty) throw wrongField(`settings.content.${empty.path}`, 'required');
}

/**
 * Makes a flow's settings from those in a request: cleans texts for storage, and gives absent options the defaults of the kind.
 * @throws {Problem} when a text becomes empty, or for an option of another kind
 */
export function cleanSettings(kind: FlowKind, settings: GivenFlowSettings): FlowSettings {
  const [foreign] = foreignOptions(kind, settings.options);
  if (foreign) throw wrongField(`settings.options.${foreign}`, 'not_offered');
  const content = cleanContent(settings.content);
  if (isEmptyMessage(content)) throw wrongField('settings.content.texts.default', 'required');
  return { ...settings, options: optionsOf(kind, settings.options), content };
}

type MissingOption = Extract<(typeof FLOW_MISSING_PARTS)[number], 'offer' | 'threshold' | 'groups'>;

const FIELD_OF_MISSING_OPTION: Record<MissingOption, string> = {
  offer: 'settings.options.offerServiceIds',
  threshold: 'settings.options.threshold.visits',
  groups: 'settings.options.groupMove.toGroups',
};

/** Parts of settings that a live flow must have, and these lack. */
export function missingInLive(settings: FlowSettings): (MissingOption | 'template_place')[] {
  return [
    ...missingOptions(settings.options),
    ...(emptyPlaces(settings).length > 0 ? (['template_place'] as const) : []),
  ];
}

/** Options that must be chosen before the flow goes live, and are not. */
function missingOptions({ offerServiceIds, threshold, groupMove }: FlowSettings['options']): MissingOption[] {
  if (offerServiceIds?.length === 0) return ['offer'];
  if (groupMove?.toGroups.length === 0) return ['groups'];
  return threshold && threshold.visits <= 0 && threshold.spent <= 0 ? ['threshold'] : [];
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
  if (!flowKind(kind).conditions.includes(condition.field)) throw wrongField(`${path}.field`, 'not_offered');
  if (condition.field === 'hour') checkHours(condition, path);
  if (!('values' in condition)) return;
  if (isRepeating(condition.values)) throw wrongField(`${path}.values`, 'repeated');
  const known = CONDITION_WORDS[condition.field];
  if (known && condition.values.some((value) => !known.includes(value))) throw wrongField(`${path}.values`, 'unknown');
}

function checkHours({ from, to }: { from: number; to: number }, path: string): void {
  if (from > LAST_HOUR) throw wrongField(`${path}.from`, 'range');
  if (to > LAST_HOUR && to !== NO_LIMIT) throw wrongField(`${path}.to`, 'range');
}

function isRepeating(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}
