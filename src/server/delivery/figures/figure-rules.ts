/** Seconds from the time a message was due to its acceptance; the last class has no bound. */
export const LATENESS_BOUNDS_S = [5, 30, 60, 300, 900, 3600] as const;

/** A message that waits longer than this after its time is late. */
export const LATE_AFTER_S = 60;

/**
 * The bound within which 99 of 100 messages left.
 *
 * @param counts messages by class of lateness, one more than there are bounds
 * @returns seconds; null: nothing left, or it took longer than the last bound
 */
export function latenessP99(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let within = 0;
  for (const [index, bound] of LATENESS_BOUNDS_S.entries()) {
    within += counts[index] ?? 0;
    if (within >= total * 0.99) return bound;
  }
  return null;
}
