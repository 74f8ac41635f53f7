import type { SpokenLine } from '#contract/quality/talks.ts';
import type { SpokenSegment } from '#server/models/port.ts';
import { voicedShare, type Voices } from '#server/platform/sound/voice-rules.ts';

/** Models invent words where nobody speaks, e.g. "Thanks for watching". */
const LEAST_VOICED_SHARE = 0.1;
/** Models that state no end of a segment, or one before its beginning, mean a word at least. */
const SHORTEST_SECONDS = 0.1;

/** A piece of a recording: the seconds between which it lies. */
export type PieceBounds = { from: number; to: number };

/**
 * Segments of a piece with their places in the whole recording. Those that begin after the end, or lie where there is no
 * voice, were invented; an end beyond that of the piece is the end.
 */
export function voicedSegments(
  segments: readonly SpokenSegment[],
  { from, to }: PieceBounds,
  voices: Voices,
): SpokenSegment[] {
  return segments
    .map((segment) => {
      const start = from + segment.start;
      return { ...segment, start, end: Math.min(to, Math.max(from + segment.end, start + SHORTEST_SECONDS)) };
    })
    .filter(({ start, end }) => start < end && voicedShare(voices, start, end) >= LEAST_VOICED_SHARE)
    .map((segment) => ({ ...segment, start: round(segment.start), end: round(segment.end) }))
    .toSorted((a, b) => a.start - b.start);
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** Words of one side, or of both where they cannot be separated. */
export type TranscribedChannel = { channel: number; segments: readonly SpokenSegment[] };

/** People of a call, as the owner names them. */
export type Participants = { employeeName: string; clientName: string; employeeChannel: 'left' | 'right' };

/**
 * The lines of a call by their times. Two sides are certain. Of one side the speakers are guessed: who speaks first is
 * the employee, who answers the telephone; without labels all is.
 */
export function linesOf(
  channels: readonly TranscribedChannel[],
  { hasTwoSides, ...people }: Participants & { hasTwoSides: boolean },
): SpokenLine[] {
  const segments = channels
    .flatMap(({ channel, segments }) => segments.map((segment) => ({ ...segment, channel })))
    .toSorted((a, b) => a.start - b.start || a.channel - b.channel);
  const firstSpeaker = segments[0]?.speaker ?? null;
  const employeeIndex = people.employeeChannel === 'left' ? 0 : 1;
  const lines = segments.map(({ start, end, text, speaker, channel }): SpokenLine => {
    const isEmployee = hasTwoSides ? channel === employeeIndex : speaker === firstSpeaker;
    return {
      side: isEmployee ? 'employee' : 'client',
      speaker: isEmployee ? people.employeeName : people.clientName,
      text,
      at: null,
      from: start,
      to: end,
      isGuessed: !hasTwoSides,
    };
  });
  return lines;
}
