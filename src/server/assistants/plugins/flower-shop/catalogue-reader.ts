import { z } from 'zod';
import { MAX_CATALOGUE_ITEMS } from '#contract/assistants/flower-shop/values.ts';
import { defineReader } from '#server/platform/isolated-readers/reader.ts';

/** A row of a catalogue as it is written. */
const CatalogueRow = z.object({
  kind: z.literal('row'),
  line: z.int(),
  sku: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  price: z.string(),
  currency: z.string(),
  available: z.string(),
  picture: z.string(),
});
export type CatalogueRow = z.infer<typeof CatalogueRow>;

/** `no_columns`: no row names the columns of a table. */
const ReadPart = z.discriminatedUnion('kind', [CatalogueRow, z.object({ kind: z.literal('no_columns') })]);
export type ReadPart = z.infer<typeof ReadPart>;

/** Reads the catalogue of a shop. */
export const catalogueReader = defineReader<null, ReadPart>({
  module: new URL('catalogue-reading.ts', import.meta.url),
  item: ReadPart,
  limits: { mostMs: 30_000, mostMegabytes: 512, mostItems: 5 * MAX_CATALOGUE_ITEMS, mostOutputBytes: 64 * 1_048_576 },
  atOnce: { requests: 1, jobs: 1 },
});
