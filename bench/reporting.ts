import { migrate } from '#server/platform/migrate.ts';
import { openPool } from '#server/platform/database/db.ts';
import { startDatabase } from '../scripts/database.ts';
import { benchContext } from './machine.ts';
import type { Row } from './report.ts';

export const say = (line: string) => process.stdout.write(`${line}\n`);

let rows: Row[] = [];

/** Adds a figure to the section that is measured. */
export function row(what: string, figure: string, goal: string): void {
  say(`${what}: ${figure}${goal && ` (goal: ${goal})`}`);
  rows.push({ what, figure, goal });
}

/** The figures since the last call. */
export function takeRows(): Row[] {
  const taken = rows;
  rows = [];
  return taken;
}

export type Place = { url: string; owner: ReturnType<typeof openPool>; ctx: ReturnType<typeof benchContext>['ctx'] };

/** Measures on a database of its own. */
export async function onDatabase(work: (place: Place) => Promise<void>): Promise<void> {
  const database = await startDatabase({ durable: true });
  await migrate(database.url);
  const owner = openPool(database.url, { max: 20, name: 'bench' });
  const { ctx, close } = benchContext(database.url);
  try {
    await work({ url: database.url, owner, ctx });
  } finally {
    await Promise.all([owner.end(), close()]);
    await database.stop();
  }
}
