/** A longer pause begins another talk. */
export const PAUSE_HOURS = 12;
export const PAUSE_MS = PAUSE_HOURS * 3_600_000;
/** A talk that does not pause is divided too. */
export const MOST_TALK_LINES = 2_000;

/** Whether somebody speaks again after a pause that ends a talk. */
export const isAfterPause = (last: Temporal.Instant | null, at: Temporal.Instant): boolean =>
  last !== null && at.epochMilliseconds - last.epochMilliseconds > PAUSE_MS;

/** Divides lines in the order of time into talks by pauses. A line without time goes on. */
export function splitByPauses<Line>(
  lines: readonly Line[],
  timeOf: (line: Line) => Temporal.Instant | null,
  most = MOST_TALK_LINES,
): Line[][] {
  const talks: Line[][] = [];
  let last: Temporal.Instant | null = null;
  for (const line of lines) {
    const at = timeOf(line);
    const talk = talks.at(-1);
    if (!talk || (at && isAfterPause(last, at)) || talk.length >= most) talks.push([line]);
    else talk.push(line);
    last = at ?? last;
  }
  return talks;
}
