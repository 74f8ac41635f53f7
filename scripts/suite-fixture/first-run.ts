import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a file of the small suite asks for the first time, by a mark in `FIXTURE_FOLDER`. */
export function isFirstRun(name: string): boolean {
  const mark = join(process.env.FIXTURE_FOLDER ?? '', name);
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
}
