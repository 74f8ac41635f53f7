import type { ChannelId } from '#contract/channels/calls.ts';
import { admitFirstContacts } from '#server/channels/warm-up/warm-up-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { Decision, DueRow } from '#server/delivery/ledger/dispatch-rules.ts';

type Decided = { rows: readonly DueRow[]; decisions: readonly Decision[] };

/**
 * Keeps a channel that is warmed up to the contacts whom its day allows to be written to first. The others go to their
 * next channel, or wait until the next day. A contact who is known on the channel is written to in any case.
 */
export async function keepToWarmUp(
  scope: ActionScope,
  channelId: ChannelId,
  { rows, decisions }: Decided,
): Promise<Decision[]> {
  const firstOf = (decision: Decision, row: DueRow | undefined) =>
    decision.kind === 'send' && row && !row.address && !row.testPhone ? decision.message.recipient : null;
  const wanted = decisions.flatMap((decision, n) => {
    const recipient = firstOf(decision, rows[n]);
    return recipient === null ? [] : [{ recipient, messageId: rows[n]?.id ?? '' }];
  });
  const admission = wanted.length > 0 ? await admitFirstContacts(scope, channelId, wanted) : null;
  if (!admission) return [...decisions];
  const { held, day, limit, next } = admission;
  return decisions.map((decision, n) => {
    const row = rows[n];
    const recipient = firstOf(decision, row);
    if (!row || recipient === null || !held.has(recipient)) return decision;
    const [to, ...rest] = row.fallbackChannelIds;
    if (to) return { kind: 'move', to, rest, rule: 'warm_up' };
    return { kind: 'defer', rule: 'warm_up', until: next, compared: { day, limit } };
  });
}
