import type { MessageStatus } from '#contract/delivery/calls.ts';
import { moveDeal } from '#server/deals/writing-actions.ts';
import { readMessageChanges } from '#server/delivery/ledger/feed-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { listMoves } from './queries.ts';

/** Moves the deals of messages that were sent since the last run, as the flows' settings of these messages say. */
export async function moveDeals(ctx: Context, signal: AbortSignal): Promise<void> {
  await readMessageChanges(
    ctx,
    'flows.move-deals',
    async (scope, changes) => {
      const left = changes.filter(({ about, status, formerStatus }) => {
        return about.kind === 'message' && hasLeft(status) && !hasLeft(formerStatus);
      });
      if (left.length === 0) return;
      const moves = await listMoves(scope, [...new Set(left.map(({ about }) => about.id))]);
      for (const { flowId, dealId, stageId, day } of moves)
        // NOTE: two flows that move a deal to each other's stages would never end: each moves it once a day.
        await moveDeal({ ...ctx, ...scope }, { key: `${flowId}:${dealId}:${day}`, dealId, stageId });
    },
    signal,
  );
}

const LEFT: ReadonlySet<MessageStatus> = new Set(['accepted', 'sent', 'delivered', 'read']);
const hasLeft = (status: MessageStatus | null): boolean => status !== null && LEFT.has(status);
