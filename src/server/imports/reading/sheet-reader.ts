import { z } from 'zod';
import type { NumberedCells } from '#server/platform/files/csv-reading.ts';
import { defineReader } from '#server/platform/isolated-readers/reader.ts';
import type { SheetOptions } from './sheet-reading.ts';
import type { ListedSheet } from './workbook-listing.ts';

const LIMITS = { mostMs: 60_000, mostMegabytes: 512, mostItems: 1_100_000, mostOutputBytes: 512 * 1_048_576 };

/**
 * Reads CSV and XLSX as rows. 200,000 rows of a workbook take some seconds and 250 MB. A job stores rows for as long as
 * it reads, so it has places apart from those of people who wait for their columns.
 */
export const sheetReader = defineReader<SheetOptions, NumberedCells>({
  module: new URL('sheet-reading.ts', import.meta.url),
  item: z.object({ line: z.int(), cells: z.array(z.string()), isBroken: z.boolean() }),
  limits: LIMITS,
  atOnce: { requests: 2, jobs: 3 },
});

/** Lists the sheets of a workbook. */
export const workbookReader = defineReader<null, ListedSheet>({
  module: new URL('workbook-listing.ts', import.meta.url),
  item: z.object({ name: z.string(), isHidden: z.boolean(), rows: z.array(z.array(z.string())) }),
  limits: { ...LIMITS, mostItems: 1_000 },
  atOnce: { requests: 2, jobs: 1 },
});
