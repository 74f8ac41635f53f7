import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes the description of the API (`--check`: fails when it is not current). */
const root = dirname(import.meta.dirname);
const file = join(root, 'docs/openapi.json');
const source = join(root, 'src/server/app/openapi.ts');

if (existsSync(source)) {
  const { openApiDocument } = (await import(source)) as { openApiDocument: () => unknown }; // NOTE: see `source`
  const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, current);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== current) {
    console.error('docs/openapi.json is older than the contract. Run: npm run generate');
    process.exitCode = 1;
  }
}
