import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { countMinutes, countQueues } from './figure-queries.ts';

// NOTE: a process: it counts over all cabinets.

/** Counts sending for the operators' pages. Safe to run twice, and at any time. */
export async function countSending(ctx: Context): Promise<void> {
  await withSystem(ctx, countMinutes);
  await withSystem(ctx, (scope) => countQueues(scope, ctx.clock.now()));
}
