import type { MessageStatus } from '#contract/delivery/calls.ts';
import { readMessageChanges } from '#server/delivery/ledger/feed-actions.ts';
import type { MessageChange } from '#server/delivery/ledger/rules.ts';
import type { Context } from '#server/platform/context/context.ts';
import { markContactsHeldBack, markContactsOfMessages } from './conversion-mark-queries.ts';

/** Marks contacts whose conversion must be measured again, by the changes of messages since the last run. */
export async function markByMessages(ctx: Context, signal: AbortSignal): Promise<void> {
  await readMessageChanges(
    ctx,
    'insights.conversion',
    async (scope, changes) => {
      const marking = changes.filter(changesConversion);
      const messages = marking.filter(({ about }) => about.kind === 'message');
      await markContactsOfMessages(scope, [...new Set(messages.map(({ about }) => about.id))]);
      await markContactsHeldBack(
        scope,
        marking.flatMap(({ about, at }) => (about.kind === 'verdict' ? [{ id: about.id, at }] : [])),
      );
    },
    signal,
  );
}

/** Whether the message was sent, delivered, read, answered, found not to be sent, or held out for the control group. */
function changesConversion({ status, formerStatus, isReply, rule }: MessageChange): boolean {
  if (rule === 'control_group' || isReply) return true;
  return hasLeft(status) !== hasLeft(formerStatus) || status === 'delivered' || status === 'read';
}

const LEFT: ReadonlySet<MessageStatus> = new Set(['accepted', 'sent', 'delivered', 'read']);
const hasLeft = (status: MessageStatus | null): boolean => status !== null && LEFT.has(status);
