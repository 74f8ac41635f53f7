import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { type Frame, readFrames } from './frames.ts';
import type { Reader } from './reader.ts';
import { type ReaderProcess, startReaderProcess } from './reader-process.ts';
import { UNREADABLE_REASONS, UnreadableFile } from './unreadable-file.ts';

/** Far more than the 32 KB of a batch, or one row. */
const MAX_FRAME_BYTES = 4 * 1_048_576;

type Reading<Options> = {
  /** For whom: a tenant. One that has much to read does not take the places of the others. */
  key: string;
  /** Whether a job reads, which comes again later, and nobody who waits for the answer. */
  isJob?: boolean;
  options: Options;
  /** Opens the file, once there is a place. */
  open(): Promise<Readable>;
};

/**
 * Reads a file of a stranger in a process of its own, and kills it when `work` is done with the items, whether it took
 * all of them or not. The process reads on only as items are taken.
 *
 * @throws {UnreadableFile} while items are taken
 * @throws {Problem} `file.too_many_at_once` without a place; for a job at once, else after a wait
 */
export function readIsolated<Options, Item, Result>(
  reader: Reader<Options, Item>,
  { key, isJob = false, options, open }: Reading<Options>,
  work: (items: AsyncIterable<Item>) => Promise<Result>,
): Promise<Result> {
  return reader.places[isJob ? 'jobs' : 'requests'].run(key, async () => {
    const file = await open();
    const child = startReaderProcess(reader, reader.write(options));
    const source: Source = { failure: null };
    void feed(file, child.input, source);
    try {
      return await work(itemsOf(reader, child, source));
    } finally {
      file.destroy();
      await child.kill();
    }
  });
}

/** An error of the file itself while it was passed on, e.g. in the storage. */
type Source = { failure: unknown };

async function feed(file: Readable, input: Writable, source: Source): Promise<void> {
  try {
    for await (const chunk of file) {
      if (input.destroyed) return; // NOTE: a reader may end before it has read everything
      if (!input.write(chunk)) await drained(input);
    }
  } catch (failure) {
    source.failure = failure;
  }
  input.end();
}

const drained = (input: Writable): Promise<void> =>
  new Promise((resolve) => {
    input.once('drain', resolve).once('close', resolve);
  });

async function* itemsOf<Item>(
  { limits, itemsIn }: Reader<never, Item>,
  child: ReaderProcess,
  source: Source,
): AsyncGenerator<Item> {
  const left = { ms: limits.mostMs, items: limits.mostItems, bytes: limits.mostOutputBytes };
  const frames = readFrames(child.output, MAX_FRAME_BYTES);
  for (;;) {
    const frame = await nextFrame(frames, child, left);
    if (source.failure !== null) throw source.failure;
    if (frame.kind === 'end') return;
    if (frame.kind === 'failure') throw new UnreadableFile('damaged', frame.content.toString());
    if (frame.kind === 'refusal') throw understood(() => refusalIn(frame));
    const items = understood(() => itemsIn(frame));
    left.bytes -= frame.content.length;
    left.items -= items.length;
    if (left.bytes < 0 || left.items < 0) throw new UnreadableFile('too_much', 'It has more than its reader may tell');
    yield* items;
  }
}

/** @throws {UnreadableFile} when the process took too long, ended without a last frame, or wrote something else */
async function nextFrame(frames: AsyncGenerator<Frame>, child: ReaderProcess, left: { ms: number }): Promise<Frame> {
  const startedAt = performance.now();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void child.kill();
  }, left.ms);
  const { frame, cause } = await frames.next().then(
    ({ value }: IteratorResult<Frame, void>) => ({ frame: value ?? null, cause: null }),
    (error: unknown) => ({ frame: null, cause: error }),
  );
  clearTimeout(timer);
  left.ms -= performance.now() - startedAt;
  if (isLate) throw new UnreadableFile('too_slow', 'Reading it takes too long');
  if (frame) return frame;
  await child.kill();
  // NOTE: without memory a process is ended by V8, by its own watch, by the server's or by the machine.
  throw new UnreadableFile('too_much', `Its process ended: ${child.ended()}`, { cause });
}

const Refusal = z.object({ reason: z.enum(UNREADABLE_REASONS), message: z.string() });

function refusalIn({ content }: Frame): UnreadableFile {
  const { reason, message } = Refusal.parse(JSON.parse(content.toString()));
  return new UnreadableFile(reason, message);
}

function understood<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new UnreadableFile('too_much', 'Its process answered wrongly', { cause });
  }
}
