import { createReadStream } from 'node:fs';
import { read } from '#server/imports/reading/sheet-reading.ts';

/** `fork(…, [PATH, FORMAT])`: reads a list, and tells how many rows it has, how long it took and the peak of memory. */
const [path = '', format = 'csv'] = process.argv.slice(2);
const began = performance.now();
let rows = 0;
const table = read(createReadStream(path), {
  format: format === 'csv' ? { encoding: 'utf-8', delimiter: ';' } : null,
  sheet: null,
});
for await (const _ of table) rows += 1;
process.send?.({ rows, ms: performance.now() - began, megabytes: process.resourceUsage().maxRSS / 1024 });
