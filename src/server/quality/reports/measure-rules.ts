import type { SpokenLine } from '#contract/quality/talks.ts';

/** What is measured in a chat without a model; seconds. Null: there was no such moment, or the times are not known. */
export type TalkMeasures = {
  firstAnswer: number | null;
  longestWait: number | null;
  /** The client's last message has no answer. */
  isUnanswered: boolean;
};

type Line = Pick<SpokenLine, 'side' | 'at'>;

/** Measures the times for which a client waited for an answer: from the first message of a burst to the answer. */
export function measureTalk(lines: readonly Line[]): TalkMeasures {
  const waits: number[] = [];
  let asked: Line | null = null;
  for (const line of lines) {
    if (line.side === 'client') asked ??= line;
    if (line.side !== 'employee' && line.side !== 'bot') continue;
    const wait = asked && secondsBetween(asked, line);
    if (wait !== null && wait >= 0) waits.push(wait);
    asked = null;
  }
  return {
    firstAnswer: waits[0] ?? null,
    longestWait: waits.length > 0 ? Math.max(...waits) : null,
    isUnanswered: asked !== null,
  };
}

function secondsBetween(earlier: Line, later: Line): number | null {
  if (earlier.at === null || later.at === null) return null;
  return Temporal.Instant.from(earlier.at).until(Temporal.Instant.from(later.at)).total('seconds');
}
