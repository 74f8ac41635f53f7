import { hash } from 'node:crypto';
import type { SpokenLine } from '#contract/quality/talks.ts';
import { splitByPauses } from '#server/quality/talks/pause-rules.ts';
import { instantOf, type ReadChat, type ReadLine } from './chat-rules.ts';

/** A talk of a file. `startedAt` null: the file does not say. */
export type UploadedTalk = { key: string; title: string; startedAt: Temporal.Instant | null; lines: TimedLine[] };

type TimedLine = ReadLine & { instant: Temporal.Instant | null };

/** Divides the chats of a file into talks, each with a key by which it is recognised in another file. */
export function talksOf(chats: readonly ReadChat[], timeZone: string): UploadedTalk[] {
  const talks = chats.flatMap(({ title, lines }) => {
    const timed = lines.map((line): TimedLine => ({ ...line, instant: instantOf(line.at, timeZone) }));
    const names = [...new Set(lines.map(({ speaker }) => speaker).filter(Boolean))].toSorted();
    return splitByPauses(timed, ({ instant }) => instant)
      .filter((talk) => talk.some(({ isNote }) => !isNote))
      .map((talk) => ({
        key: keyOf(title || names.join(', '), talk),
        title: title || names.join(', ').slice(0, LONGEST_TITLE),
        startedAt: talk.find(({ instant }) => instant !== null)?.instant ?? null,
        lines: talk,
      }));
  });
  return [...new Map(talks.map((talk) => [talk.key, talk])).values()];
}

const LONGEST_TITLE = 200;

/**
 * A chat that was exported again has grown: with times it is known by its first message, else by all of them.
 */
function keyOf(title: string, lines: readonly TimedLine[]): string {
  const spoken = lines.filter(({ isNote }) => !isNote);
  const known = spoken[0]?.at == null ? spoken : spoken.slice(0, 1);
  const parts = known.map(({ speaker, text, at }) => [speaker, text, at]);
  return hash('sha256', JSON.stringify([title, parts]), 'hex');
}

/** Names that speak for the business, and those of them that are bots. */
export type Staff = { employees: ReadonlySet<string>; bots: ReadonlySet<string> };

function sideOf(speaker: string, { employees, bots }: Staff): SpokenLine['side'] {
  if (bots.has(speaker)) return 'bot';
  return employees.has(speaker) ? 'employee' : 'client';
}

/** Lines with the sides that the owner gave to the names. */
export function spokenLines(lines: readonly TimedLine[], staff: Staff): SpokenLine[] {
  return lines.map(({ speaker, text, instant, isNote }) => ({
    side: isNote ? 'note' : sideOf(speaker, staff),
    speaker,
    text,
    at: instant?.toString() ?? null,
    from: null,
    to: null,
    isGuessed: false,
  }));
}
