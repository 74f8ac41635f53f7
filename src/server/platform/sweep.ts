import { sql } from 'kysely';
import type { Context } from './context.ts';
import { withSystem } from './db.ts';

/** Deletes data that is no longer used: old changes of the live stream, rate limits that are full again. */
export async function sweep(ctx: Context): Promise<void> {
  await withSystem(ctx.db, async ({ tx }) => {
    await tx
      .deleteFrom('changes')
      .where('changed_at', '<', sql<Temporal.Instant>`now() - interval '1 hour'`)
      .execute();
    await tx
      .deleteFrom('allowances')
      .where('counted_at', '<', sql<Temporal.Instant>`now() - interval '1 day'`)
      .execute();
  });
}
