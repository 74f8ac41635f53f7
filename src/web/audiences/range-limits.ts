import type { FlowCondition } from '#contract/audiences/calls.ts';
import { LAST_HOUR, NO_LIMIT, RANGE_FIELDS } from '#contract/audiences/values.ts';
import { wordIn } from '#web/lib/api/known.ts';

export type RangeCondition = Extract<FlowCondition, { from: number }>;

/** A year: flows of old end there where nothing more was meant. */
const LONGEST_SHIFT = 525_600;

/** The ends that a person set: one that is open is null, and both are where anything goes. */
export function endsOf({ field, from, to }: RangeCondition): { from: number | null; to: number | null } {
  if (from === -1 && to === -1) return { from: null, to: null };
  return { from: from <= 0 ? null : from, to: to >= openEnd(field) ? null : to };
}

/** The condition with its ends as a person set them; without any it is `-1` at both. */
export function withEnds(
  field: RangeCondition['field'],
  { from, to }: { from: number | null; to: number | null },
): RangeCondition {
  if (from === null && to === null) return { field, from: -1, to: -1 };
  return { field, from: from ?? 0, to: to ?? NO_LIMIT };
}

/** The largest number that makes sense. */
export function mostOf(field: RangeCondition['field']): number {
  return field === 'hour' ? LAST_HOUR : NO_LIMIT;
}

function openEnd(field: RangeCondition['field']): number {
  return field === 'shift_minutes' ? LONGEST_SHIFT : mostOf(field);
}

/** A condition that may stand as soon as it is asked for; null of one that needs a value first. */
export function emptyCondition(field: FlowCondition['field']): FlowCondition | null {
  if (field === 'visit_number') return { field, value: 'first' };
  if (field === 'booking_way') return { field, value: 'online' };
  if (field === 'next_visit') return { field, value: 'none' };
  if (field === 'answered') return { field, value: 'ever' };
  const range = wordIn(RANGE_FIELDS, field);
  return range ? { field: range, from: -1, to: -1 } : null;
}
