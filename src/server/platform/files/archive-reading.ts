import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';

/** Bounds of an archive. Sizes that it declares may be false: inflated bytes are counted. */
const MAX_ENTRIES = 2_000;
const MAX_INFLATED_BYTES = 200 * 1_048_576;
/** Tables are inflated by 5 to 40; the first bytes of any archive may exceed it. */
const HIGHEST_RATIO = 100;
const RATIO_FREE_BYTES = 8 * 1_048_576;

/** The parts of a ZIP archive, e.g. of a document of Office, by their paths. */
export type Archive = {
  paths: ReadonlySet<string>;
  /** Inflates a part in pieces; none for a path that is not there. @throws UnreadableFile */
  read(path: string): AsyncGenerator<Uint8Array>;
  close(): void;
};

/** @throws UnreadableFile when the bytes are no archive, or one of too many parts */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await openZip(bytes);
  const entries = await listEntries(zip);
  let left = Math.min(MAX_INFLATED_BYTES, Math.max(RATIO_FREE_BYTES, bytes.length * HIGHEST_RATIO));
  return {
    paths: new Set(entries.keys()),
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) return;
      for await (const chunk of inflated(zip, entry)) {
        left -= chunk.length;
        if (left < 0) throw new UnreadableFile('too_much', 'It is too large when unpacked');
        yield chunk;
      }
    },
    close: () => zip.close(),
  };
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw new UnreadableFile('damaged', 'It is no archive', { cause });
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile('too_much', 'It has too many parts');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (cause) {
    throw new UnreadableFile('damaged', 'Its table of contents is damaged', { cause });
  }
  return entries;
}

async function* inflated(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw new UnreadableFile('damaged', 'A part of it is damaged', { cause });
  });
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await chunks.next().catch((cause: unknown) => {
        throw new UnreadableFile('damaged', 'A part of it is damaged', { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    stream.destroy();
  }
}
