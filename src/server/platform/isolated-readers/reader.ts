import { z } from 'zod';
import { Problem } from '#server/platform/values/problem.ts';
import { createWorkSlots, type WorkSlots } from '#server/platform/intake/work-slots.ts';
import { type Frame, WrongFrame } from './frames.ts';

/** The function that the module of a reader exports as `read`. It runs in a process of its own, and may throw `UnreadableFile`. */
export type ReadFile<Options, Item> = (input: AsyncIterable<Uint8Array>, options: Options) => AsyncIterable<Item>;

/** Limits of one file; a process that exceeds any of these is killed. */
export type ReaderLimits = {
  /** Time that the server waits for the process, all together; what it does with the items meanwhile does not count. */
  mostMs: number;
  /** Resident memory of the process, with the 80 of Node.js itself. */
  mostMegabytes: number;
  mostItems: number;
  mostOutputBytes: number;
};

type Declaration = {
  /** The file that exports `read`. The process may read our sources and packages, and nothing else. */
  module: URL;
  limits: ReaderLimits;
  /** Whether it needs a library of native code, e.g. a codec. */
  usesNativeCode?: boolean;
  /** Files that a process of the server reads at once: for people who wait, and for jobs. */
  atOnce: { requests: number; jobs: number };
};

/** A way to read files of strangers. `Options` describe a file or what is wanted of it, and travel as JSON. */
export type Reader<Options, Item> = Omit<Declaration, 'atOnce'> & {
  places: { requests: WorkSlots; jobs: WorkSlots };
  write(options: Options): string;
  /** @throws when the process answered wrongly */
  itemsIn(frame: Frame): Item[];
};

/** Declares a reader whose items are values, e.g. the rows of a table; the server checks their shape. */
export function defineReader<Options, Item>(declared: Declaration & { item: z.ZodType<Item> }): Reader<Options, Item> {
  const items = z.array(declared.item);
  return readerOf(declared, ({ kind, content }) => {
    if (kind !== 'items') throw new WrongFrame('The process sent no items');
    return items.parse(JSON.parse(content.toString()));
  });
}

/** Declares a reader whose items are the pieces of a file that it makes, e.g. of a smaller picture. */
export function defineBytesReader<Options>(declared: Declaration): Reader<Options, Uint8Array> {
  return readerOf(declared, ({ kind, content }) => {
    if (kind !== 'bytes') throw new WrongFrame('The process sent no bytes');
    return [content];
  });
}

/** Waiting for a place: a few files of each business, so that one cannot fill the queue. */
const WAITING = { maxWaiting: 40, maxWaitingPerKey: 4, maxWaitMs: 20_000 };

/** Each business has one file read at once for its people, and one for its jobs, which come again later. */
function readerOf<Options, Item>(
  { module, limits, usesNativeCode, atOnce }: Declaration,
  itemsIn: (frame: Frame) => Item[],
): Reader<Options, Item> {
  const refusal = () => new Problem('file.too_many_at_once', { retryAfterMs: WAITING.maxWaitMs });
  const requests = createWorkSlots({ ...WAITING, total: atOnce.requests, perKey: 1, refusal });
  const jobs = createWorkSlots({ ...WAITING, total: atOnce.jobs, perKey: 1, maxWaiting: 0, refusal });
  const write = (options: Options) => JSON.stringify(options) ?? 'null';
  return { module, limits, usesNativeCode: usesNativeCode ?? false, places: { requests, jobs }, write, itemsIn };
}
