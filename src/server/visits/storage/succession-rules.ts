import { compareInstants, isAfter, laterOf } from '#server/platform/values/instant-rules.ts';

/** Longest pause between the end of a visit and the start of the next of one succession. */
const PAUSE_MINUTES = 60;

type Timed = { id: string; startsAt: Temporal.Instant; durationMinutes: number };

/**
 * The visits of one contact that follow each other with short pauses, or overlap, and include the given one; ordered by their start, those
 * that start together by id.
 * @param others further visits of the contact
 */
export function successionOf<Visit extends Timed>(visit: Visit, others: readonly Visit[]): Visit[] {
  let found: Visit[] = [];
  let end: Temporal.Instant | null = null;
  for (const one of [visit, ...others].toSorted(compareVisits)) {
    const isNext: boolean = end === null || !isAfter(one.startsAt, end.add({ minutes: PAUSE_MINUTES }));
    if (!isNext && found.includes(visit)) break;
    found = isNext ? [...found, one] : [one];
    const ownEnd = one.startsAt.add({ minutes: one.durationMinutes });
    end = isNext && end !== null ? laterOf(end, ownEnd) : ownEnd;
  }
  return found;
}

function compareVisits(one: Timed, other: Timed): number {
  return compareInstants(one.startsAt, other.startsAt) || (one.id < other.id ? -1 : 1);
}
