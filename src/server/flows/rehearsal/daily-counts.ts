import type { DueAnswer } from '#server/delivery/port.ts';
import { dailyLimitOf, putOffByLimit } from '#server/flows/planning/daily-limits.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';

/** How many messages left, by the flow's place in the rehearsal and the cabinet's day; of flows with a daily limit. */
export type DailyCounts = Record<string, number>;

/**
 * Counts a message that leaves; beyond the flow's daily limit it waits as it really would.
 *
 * NOTE: customers are played one after another, so that those of a full day who wait are others than really would: how
 * many leave on each day is the same.
 *
 * @param flowIndex the flow's place in the rehearsal
 * @param timeZone of the cabinet
 */
export function leaveByLimit(
  counts: DailyCounts,
  flow: StoredFlow,
  { flowIndex, now, timeZone }: { flowIndex: number; now: Temporal.Instant; timeZone: string },
): Extract<DueAnswer, { kind: 'defer' }> | null {
  if (dailyLimitOf(flow.kind) === null) return null;
  const day = `${flowIndex} ${now.toZonedDateTimeISO(timeZone).toPlainDate().toString()}`;
  const sent = counts[day] ?? 0;
  const putOff = putOffByLimit(flow, { sent, timeZone, now });
  if (!putOff) counts[day] = sent + 1;
  return putOff;
}
