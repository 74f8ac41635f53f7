import { NO_LIMIT } from '#contract/audiences/values.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import type { FieldReason } from '#contract/field-reasons-values.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';

export type ImpossibleField = { field: string; reason: FieldReason };

type Placed = { condition: FlowCondition; path: string };

const DAY = 1440;
const WEEK = 7 * DAY;

/**
 * Finds the first setting with which a flow could never send:
 * - `never_status`: the subject never has this status when the message is sent;
 * - `never_together`: no subject satisfies this condition and an earlier one;
 * - `never_days`: the delay alone decides the days since the visit, and the condition excludes them;
 * - `never_open`: the hours and weekdays of sending begin when the visit has begun;
 * - `quiet_hours`: the hours of sending lie in those in which the cabinet sends no marketing.
 */
export function findImpossible(
  kind: FlowKind,
  settings: Pick<FlowSettings, 'conditions' | 'timing'>,
  policy: Pick<ContactPolicy, 'quietFromHour' | 'quietToHour'>,
): ImpossibleField | null {
  const { conditions, timing } = settings;
  const all = placedConditions(conditions);
  const required = conditions.match === 'all' || conditions.groups.length === 1 ? all.filter(isRequired) : [];
  return (
    firstOf(all, ({ condition }) => isNeverStatus(kind, condition), 'never_status') ??
    firstOf(required, (one) => excludesEarlier(one, required), 'never_together') ??
    firstOf(all, ({ condition }) => isNeverDays(kind, condition, timing.delayMinutes), 'never_days') ??
    (isNeverOpen(kind, timing, required) ? { field: 'settings.timing.window.endHour', reason: 'never_open' } : null) ??
    (isQuiet(kind, timing.window, policy) ? { field: 'settings.timing.window.endHour', reason: 'quiet_hours' } : null)
  );
}

type PlacedInGroup = Placed & { isAlone: boolean };

function placedConditions({ groups }: FlowSettings['conditions']): PlacedInGroup[] {
  return groups.flatMap(({ match, conditions }, group) =>
    conditions.map((condition, index) => ({
      condition,
      path: `settings.conditions.groups.${group}.conditions.${index}`,
      isAlone: match === 'all' || conditions.length === 1,
    })),
  );
}

/** Whether a condition must hold for every message: no other condition of its group can stand in for it. */
const isRequired = ({ isAlone }: PlacedInGroup) => isAlone;

function firstOf<One extends Placed>(
  all: readonly One[],
  isWrong: (one: One) => boolean,
  reason: FieldReason,
): ImpossibleField | null {
  const wrong = all.find(isWrong);
  return wrong ? { field: `${wrong.path}.${answerOf(wrong.condition)}`, reason } : null;
}

function answerOf(condition: FlowCondition): string {
  if ('values' in condition) return 'values';
  return 'to' in condition ? 'to' : 'value';
}

function isNeverStatus(kind: FlowKind, condition: FlowCondition): boolean {
  const { statuses } = flowKind(kind);
  if (condition.field !== 'visit_status' || !('values' in condition) || statuses.length === 0) return false;
  return !statuses.some((status) => condition.values.includes(status) !== condition.isNot);
}

/** Fields of which a subject has one value; of the others it may have several, e.g. services. */
const SINGLE = new Set([
  'branch',
  'master',
  'visit_status',
  'source',
  'weekday',
  'order_status',
  'delivery_kind',
  'deal_stage',
  'deal_pipeline',
  'deal_responsible',
]);

function excludesEarlier({ condition, path }: Placed, required: readonly Placed[]): boolean {
  const before = required.slice(
    0,
    required.findIndex((one) => one.path === path),
  );
  return before.some((other) => other.condition.field === condition.field && isDisjoint(other.condition, condition));
}

function isDisjoint(a: FlowCondition, b: FlowCondition): boolean {
  if ('values' in a && 'values' in b) {
    if (a.isNot && b.isNot) return false;
    if (a.isNot || b.isNot) {
      const [wanted, barred] = a.isNot ? [b.values, a.values] : [a.values, b.values];
      return SINGLE.has(a.field) && wanted.every((value) => barred.includes(value));
    }
    return SINGLE.has(a.field) && !a.values.some((value) => b.values.includes(value));
  }
  if ('from' in a && 'from' in b) return a.from > upperOf(b) || b.from > upperOf(a);
  return 'value' in a && 'value' in b && a.value !== b.value;
}

/** The upper end of a range; an open one has none. */
const upperOf = ({ to }: { to: number }) => (to < 0 ? NO_LIMIT : to);

/** A day of tolerance: a delay in calendar days is up to a day shorter or longer. */
function isNeverDays(kind: FlowKind, condition: FlowCondition, delayMinutes: number): boolean {
  if (condition.field !== 'days_since_visit' || !('from' in condition)) return false;
  if (flowKind(kind).triggers.length > 0) return false;
  const days = Math.floor(delayMinutes / DAY);
  return condition.from > days + 1 || upperOf(condition) < days - 1;
}

/** Minutes between the moments that are tried. */
const STEP = 30;

/** Whether a message before the visit could only leave after it has begun, for every start the conditions allow. */
function isNeverOpen(kind: FlowKind, timing: FlowSettings['timing'], required: readonly Placed[]): boolean {
  const { triggers, usefulHours } = flowKind(kind);
  const { delayMinutes } = timing;
  if (triggers.length > 0 || usefulHours !== null || delayMinutes >= 0 || delayMinutes <= -WEEK) return false;
  const starts = Array.from({ length: WEEK / STEP }, (_, index) => index * STEP).filter((at) =>
    required.every(({ condition }) => mayStart(condition, at)),
  );
  return !starts.some((start) => {
    for (let at = start + delayMinutes; at < start; at += Math.min(STEP, -delayMinutes))
      if (isOpenAt(timing, (at + WEEK) % WEEK)) return true;
    return false;
  });
}

/** @param at minutes since Monday's midnight */
function mayStart(condition: FlowCondition, at: number): boolean {
  const hour = Math.floor((at % DAY) / 60);
  if (condition.field === 'hour' && 'from' in condition) return hour >= condition.from && hour <= upperOf(condition);
  if (condition.field !== 'weekday' || !('values' in condition)) return true;
  return condition.values.includes(String(weekdayOf(at))) !== condition.isNot;
}

function isOpenAt({ window, weekdays }: FlowSettings['timing'], at: number): boolean {
  const hour = Math.floor((at % DAY) / 60);
  const isDay = weekdays.length === 0 || weekdays.includes(weekdayOf(at));
  return isDay && hour >= window.startHour && hour < window.endHour;
}

const weekdayOf = (at: number) => Math.floor(at / DAY) + 1;

function isQuiet(
  kind: FlowKind,
  { startHour, endHour }: FlowSettings['timing']['window'],
  { quietFromHour: from, quietToHour: to }: Pick<ContactPolicy, 'quietFromHour' | 'quietToHour'>,
): boolean {
  const { isMarketing, recipient } = flowKind(kind);
  if (!isMarketing || recipient === 'owner' || from === to) return false;
  const isQuietAt = (hour: number) => (from < to ? hour >= from && hour < to : hour >= from || hour < to);
  return Array.from({ length: endHour - startHour }, (_, index) => startHour + index).every(isQuietAt);
}
