import type { Readable } from 'node:stream';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { decodeByProgram, type ProgramEnd } from './decoding-program.ts';
import { FACTS_TAG, HEADING_TAG, PCM_TAG, SoundFacts, SoundHeading } from './sound-items.ts';
import { soundReader } from './sound-reader.ts';

type Recorded = {
  /** For whom: a tenant. */
  key: string;
  /** Whether a job decodes, which comes again where there is no place. */
  isJob?: boolean;
  /** The ffmpeg program; without it MP3, WAV, AIFF, FLAC and Ogg are decoded by libraries, and others refused. */
  program: string | null;
  open(): Promise<Readable>;
  /** Longer ones are refused. */
  mostSeconds: number;
};

/**
 * Decodes a recording of a stranger to 16-bit samples at 16 kHz, of one channel or two that take turns, in processes of
 * its own. `keep` is given the samples as they come. What the libraries cannot read is tried by the program.
 *
 * @throws {UnreadableFile} `empty`, `wrong_type`, `locked`, `no_sound`, `too_long`, `needs_program`, `damaged`, …
 * @throws {Problem} `file.too_many_at_once`
 */
export async function decodeSound(recorded: Recorded, keep: Keep): Promise<SoundFacts & { isByProgram: boolean }> {
  const { program } = recorded;
  let hasStarted = false;
  const keepOnce: Keep = (samples, heading) => {
    hasStarted = true;
    return keep(samples, heading);
  };
  try {
    return { ...(await decodeOnce(recorded, keepOnce)), isByProgram: false };
  } catch (error) {
    const isForProgram = error instanceof UnreadableFile && ['needs_program', 'damaged'].includes(error.reason);
    if (!isForProgram || program === null || hasStarted) throw error;
    return { ...(await decodeOnce(recorded, keep, program)), isByProgram: true };
  }
}

type Keep = (samples: AsyncIterable<Uint8Array>, heading: SoundHeading) => Promise<void>;

/** The sound that the program decodes passes through the reader too, which measures it. */
async function decodeOnce(
  { key, isJob = false, open, mostSeconds }: Recorded,
  keep: Keep,
  program?: string,
): Promise<SoundFacts> {
  let ended: Promise<ProgramEnd> | undefined;
  const opened = async () => {
    const file = await open();
    if (program === undefined) return file;
    const decoded = await decodeByProgram(program, file, { mostSeconds: mostSeconds + 1 });
    ({ ended } = decoded);
    return decoded.wav;
  };
  const reading = { key, isJob, options: { mostSeconds }, open: opened };
  const facts = await readIsolated(soundReader, reading, async (items) => {
    const parts = partsOf(items[Symbol.asyncIterator]());
    await keep(parts.samples(), await parts.heading());
    return parts.facts();
  });
  const end = await ended;
  return { ...facts, isIncomplete: facts.isIncomplete || end?.isWhole === false };
}

/** The parts of what the reader sends: a heading, samples, then facts. */
function partsOf(items: AsyncIterator<Uint8Array>) {
  const wrong = () => new UnreadableFile('too_much', 'Its process answered wrongly');
  let held: Uint8Array | null = null;
  const next = async () => {
    const { value, done } = await items.next();
    if (done) throw wrong();
    return value;
  };
  const parsed = <Value>(item: Uint8Array, tag: number, shape: { parse(value: unknown): Value }): Value => {
    if (item[0] !== tag) throw wrong();
    return shape.parse(JSON.parse(Buffer.from(item.subarray(1)).toString()));
  };
  return {
    heading: async () => parsed(await next(), HEADING_TAG, SoundHeading),
    async *samples() {
      for (;;) {
        const item = await next();
        if (item[0] !== PCM_TAG) {
          held = item;
          return;
        }
        yield item.subarray(1);
      }
    },
    async facts() {
      while (held === null) {
        const item = await next();
        if (item[0] === FACTS_TAG) held = item;
      }
      return parsed(held, FACTS_TAG, SoundFacts);
    },
  };
}
