import { z } from 'zod';
import type { ImportFormat } from '#contract/imports/calls.ts';
import { defineReader } from '#server/platform/isolated-readers/reader.ts';

/**
 * Reads CSV and XLSX as rows. 200,000 rows of a workbook take some seconds and 250 MB. A job stores rows for as long as
 * it reads, so it has places apart from those of people who wait for their columns.
 */
export const sheetReader = defineReader<ImportFormat | null, string[]>({
  module: new URL('sheet-reading.ts', import.meta.url),
  item: z.array(z.string()),
  limits: { mostMs: 60_000, mostMegabytes: 512, mostItems: 1_100_000, mostOutputBytes: 512 * 1_048_576 },
  atOnce: { requests: 2, jobs: 3 },
});
