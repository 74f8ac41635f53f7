/** A longer pause begins another talk. */
export const PAUSE_HOURS = 12;
/** A talk that does not pause is divided too. */
export const MOST_LINES_OF_CHAT = 2_000;

const PAUSE_MS = PAUSE_HOURS * 3_600_000;

/** Divides lines in the order of time into talks by pauses. A line without time goes on. */
export function splitByPauses<Line>(
  lines: readonly Line[],
  timeOf: (line: Line) => Temporal.Instant | null,
  most = MOST_LINES_OF_CHAT,
): Line[][] {
  const talks: Line[][] = [];
  let last: Temporal.Instant | null = null;
  for (const line of lines) {
    const at = timeOf(line);
    const talk = talks.at(-1);
    const isLater = at !== null && last !== null && at.epochMilliseconds - last.epochMilliseconds > PAUSE_MS;
    if (!talk || isLater || talk.length >= most) talks.push([line]);
    else talk.push(line);
    last = at ?? last;
  }
  return talks;
}
