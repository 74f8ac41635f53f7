import { sql } from 'kysely';
import { ANSWER_RETENTION_HOURS } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';

/**
 * Deletes data that is no longer used: old changes of the live stream, rate limits that are full again, answers of
 * calls that are repeated no more.
 */
export async function sweep(ctx: Context): Promise<void> {
  await withSystem(ctx, async ({ tx }) => {
    await tx
      .deleteFrom('changes')
      .where('changed_at', '<', sql<Temporal.Instant>`now() - interval '1 hour'`)
      .execute();
    await tx
      .deleteFrom('allowances')
      .where('counted_at', '<', sql<Temporal.Instant>`now() - interval '1 day'`)
      .execute();
    await tx
      .deleteFrom('call_answers')
      .where('claimed_at', '<', sql<Temporal.Instant>`now() - ${ANSWER_RETENTION_HOURS} * interval '1 hour'`)
      .execute();
  });
}
