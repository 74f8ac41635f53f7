import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'oxfmt';
import { openApiDocument } from './openapi/document.ts';

/** Writes the description of the API (`--check`: fails when it is not current). */
const file = join(dirname(import.meta.dirname), 'docs/openapi.json');
const { code: current } = await format(file, JSON.stringify(await openApiDocument()), { printWidth: 120 });

if (!process.argv.includes('--check')) {
  writeFileSync(file, current);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== current) {
  console.error('docs/openapi.json is older than the contract. Run: npm run generate');
  process.exitCode = 1;
}
