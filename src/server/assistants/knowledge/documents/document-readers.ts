import { defineReader, type Reader } from '#server/platform/isolated-readers/reader.ts';
import { Block } from './blocks.ts';
import type { DocumentFormat } from './document-format.ts';
import type { PageOptions } from './page-reading.ts';

/** The parser of PDF and of texts takes up to 400 MB for 300 pages; buffers come on top. */
const LIMITS = { mostMs: 60_000, mostMegabytes: 1_024, mostItems: 400_000, mostOutputBytes: 64 * 1_048_576 };
/** Each may take a gigabyte, so that few run at once; jobs come again. */
const AT_ONCE = { requests: 1, jobs: 2 };

const reader = (module: string): Reader<null, Block> =>
  defineReader<null, Block>({ module: new URL(module, import.meta.url), item: Block, limits: LIMITS, atOnce: AT_ONCE });

/** The reader of each format of files. */
export const DOCUMENT_READERS: Readonly<Record<DocumentFormat, Reader<null, Block>>> = {
  pdf: reader('pdf-reading.ts'),
  package: reader('package-reading.ts'),
  compound: reader('compound-reading.ts'),
};

/** Reads web pages. */
export const pageReader = defineReader<PageOptions, Block>({
  module: new URL('page-reading.ts', import.meta.url),
  item: Block,
  limits: { mostMs: 20_000, mostMegabytes: 512, mostItems: 50_000, mostOutputBytes: 8 * 1_048_576 },
  atOnce: { requests: 1, jobs: 2 },
});
