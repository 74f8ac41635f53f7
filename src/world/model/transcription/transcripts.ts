import { hash } from 'node:crypto';
import { z } from 'zod';
import type { TranscriptFault } from '../faults/kinds.ts';
import scripts from './scripts.json' with { type: 'json' };

/** Words of a recording; seconds from its start. */
export const Transcript = z.strictObject({
  language: z.string().default('ru'),
  segments: z.array(
    z.strictObject({
      speaker: z.string().nullable().default(null),
      start: z.number(),
      end: z.number(),
      text: z.string(),
    }),
  ),
});
export type Transcript = z.infer<typeof Transcript>;
type Segment = Transcript['segments'][number];

const LANGUAGES = ['ru', 'en', 'pt', 'uk'] as const;
const SECONDS_PER_LETTER = 0.07;
/** How much faster than usual a speaker is when the recording is short. */
const SHORTEST_SEGMENT = 0.4;

/** A plausible script for a recording that has none, chosen by its bytes. */
export function scriptFor(bytes: Buffer, seconds: number, language: string | undefined): Transcript {
  const known = LANGUAGES.find((one) => language?.toLowerCase().startsWith(one)) ?? 'ru';
  const choices = seconds > LONG_NOTE ? scripts.calls[known] : scripts.notes[known];
  const lines = choices[hash('sha256', bytes, 'buffer').readUInt16BE(0) % choices.length] ?? [];
  const lengths = lines.map((line) => Math.max(SHORTEST_SEGMENT, line.length * SECONDS_PER_LETTER));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const scale = Math.min(1, seconds / total);
  let at = 0;
  const segments = lines.map((text, index): Segment => {
    const start = at;
    at += (lengths[index] ?? 0) * scale;
    return {
      speaker: seconds > LONG_NOTE ? (SPEAKERS[index % 2] ?? null) : null,
      start: round(start),
      end: round(at),
      text,
    };
  });
  return { language: known, segments };
}

/** Longer recordings are calls of two people. */
const LONG_NOTE = 20;
const SPEAKERS = ['A', 'B'];

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** Changes a transcript as a fault does. */
export function spoilTranscript(
  transcript: Transcript,
  kind: TranscriptFault | undefined,
  seconds: number,
): Transcript {
  const { segments } = transcript;
  const change = (work: (segment: Segment) => Segment): Transcript => ({ ...transcript, segments: segments.map(work) });
  switch (kind) {
    case 'no_speakers':
      return change((segment) => ({ ...segment, speaker: null }));
    case 'swapped_speakers':
      return change((segment) => ({ ...segment, speaker: segment.speaker === 'A' ? 'B' : 'A' }));
    case 'invented_words':
      return {
        ...transcript,
        segments: [...segments, { speaker: null, start: seconds, end: seconds, text: 'Thanks for watching!' }],
      };
    case 'times_beyond_end':
      return change((segment) => ({ ...segment, start: segment.start + seconds, end: segment.end + seconds }));
    case 'empty_transcript':
      return { ...transcript, segments: [] };
    case 'other_language':
      return {
        language: 'de',
        segments: segments.map((segment) => ({ ...segment, text: 'Guten Tag, ich hätte gern einen Termin.' })),
      };
    default:
      return transcript;
  }
}
