import { PassThrough, type Readable } from 'node:stream';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { decodeByProgram, type ProgramEnd } from './decoding-program.ts';
import { formatOfSound, HEAD_BYTES, isProtected } from './sound-format.ts';
import { FACTS_TAG, HEADING_TAG, PCM_TAG, SoundFacts, SoundHeading } from './sound-items.ts';
import { soundReader } from './sound-reader.ts';

/** A call of this length takes longer than anybody checks. */
export const MOST_SOUND_SECONDS = 4 * 3_600;

type Recorded = {
  /** For whom: a tenant. */
  key: string;
  /** Whether a job decodes, which comes again where there is no place. */
  isJob?: boolean;
  /** The ffmpeg program; without it MP3, WAV, AIFF, FLAC and Ogg are decoded by libraries, and others refused. */
  program: string | null;
  open(): Promise<Readable>;
  mostSeconds?: number;
};

/**
 * Decodes a recording of a stranger to 16-bit samples at 16 kHz, of one channel or two that take turns, in processes of
 * its own. `keep` is given the samples as they come.
 *
 * @throws {UnreadableFile} `empty`, `wrong_type`, `locked`, `no_sound`, `too_long`, `needs_program`, `damaged`, …
 * @throws {Problem} `file.too_many_at_once`
 */
export async function decodeSound(
  { key, isJob = false, program, open, mostSeconds = MOST_SOUND_SECONDS }: Recorded,
  keep: (samples: AsyncIterable<Uint8Array>, heading: SoundHeading) => Promise<void>,
): Promise<SoundFacts> {
  let ended: Promise<ProgramEnd> | null = null;
  const opened = async () => {
    const file = await open();
    if (!program) return file;
    const decoded = await decodeByProgram(program, await checked(file), { mostSeconds: mostSeconds + 1 });
    ended = decoded.ended;
    return decoded.wav;
  };
  const facts = await readIsolated(soundReader, { key, isJob, options: { mostSeconds }, open: opened }, async (items) => {
    const parts = partsOf(items[Symbol.asyncIterator]());
    await keep(parts.samples(), await parts.heading());
    return parts.facts();
  });
  const end = await (ended as Promise<ProgramEnd> | null); // NOTE: set while the file was opened
  return { ...facts, isIncomplete: facts.isIncomplete || end?.isWhole === false };
}

/** Refuses what is no sound before a program sees it. @throws {UnreadableFile} */
async function checked(file: Readable): Promise<Readable> {
  const head = await headOf(file);
  const format = formatOfSound(head.bytes);
  const refusal =
    head.bytes.length === 0
      ? new UnreadableFile('empty', 'It has no bytes')
      : format === null
        ? new UnreadableFile('wrong_type', 'It is no sound')
        : isProtected(head.bytes, format)
          ? new UnreadableFile('locked', 'Its sound is protected')
          : null;
  if (!refusal) return head.file;
  file.destroy();
  throw refusal;
}

/** The first bytes of a stream, and the stream with them. */
async function headOf(file: Readable): Promise<{ bytes: Buffer; file: Readable }> {
  const chunks: Buffer[] = [];
  let length = 0;
  const iterator = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>; // NOTE: a stream of bytes
  while (length < HEAD_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const whole = new PassThrough();
  const pass = async () => {
    for (const chunk of chunks) whole.write(chunk);
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      if (!whole.write(next.value)) await new Promise((resolve) => whole.once('drain', resolve).once('close', resolve));
    whole.end();
  };
  pass().catch((error: Error) => whole.destroy(error));
  return { bytes: Buffer.concat(chunks), file: whole };
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
