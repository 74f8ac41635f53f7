import type { ChannelId } from '#contract/channels/calls.ts';
import { BOT_KINDS } from '#contract/senders/calls.ts';
import { findStopped } from '#server/contacts/opt-outs/opt-out-reads.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withRetry } from '#server/platform/database/db.ts';
import type { Run } from './dispatch-actions.ts';
import type { DueRow, ReadyMessage } from '#server/delivery/ledger/dispatch-rules.ts';
import type { DueAnswer } from '#server/delivery/port.ts';
import { isAnswering } from '#server/delivery/ledger/rules.ts';
import { findAnsweredByPerson } from './person-queries.ts';
import { isPaused } from '#server/delivery/pauses/pause-queries.ts';

// NOTE: a process: it takes part in sending, between whose calls it opens transactions.

/**
 * Finds the due messages whose contacts have opted out, also where their sender has no due check. An opt-out of the
 * channel passes them on to the next one, an opt-out of everything ends them. So does a person who answered after a bot
 * wrote its answer.
 */
export async function findStoppedRows(
  scope: ActionScope,
  channelId: ChannelId,
  rows: readonly DueRow[],
): Promise<Map<DueRow, DueAnswer>> {
  const checked = rows.flatMap((row) => {
    const { contactId, phone, isMarketing } = row;
    const isToContact = contactId !== null && row.testPhone === null && !isAnswering(row.senderKind);
    return isToContact
      ? [{ row, contactId, phone, channelId, scope: isMarketing ? ('marketing' as const) : ('all' as const) }]
      : [];
  });
  const stops = await findStopped(scope, checked);
  const answered = await findAnsweredByPerson(
    scope,
    rows.filter(({ senderKind, contactId }) => BOT_KINDS.has(senderKind) && contactId !== null).map(({ id }) => id),
  );
  const taken = rows.flatMap((row): [DueRow, DueAnswer][] =>
    answered.has(row.id) ? [[row, { kind: 'skip', rule: 'answered_by_person', compared: {} }]] : [],
  );
  return new Map(
    [...stops]
      .map(([{ row }, stop]): [DueRow, DueAnswer] => {
        const urgency = row.isMarketing ? 'marketing' : 'reminder';
        const kind = stop.channelId === null ? 'skip' : 'pass_on';
        return [row, { kind, rule: 'opted_out', compared: { scope: stop.scope, urgency } }];
      })
      .concat(taken),
  );
}

/** Finds claimed messages whose contacts have opted out since; all of them when the operator has paused sending. */
export async function findStoppedAgain(
  ctx: Context,
  { tenantId, channelId, channel }: Run,
  waiting: readonly ReadyMessage[],
): Promise<Set<ReadyMessage>> {
  const rows = waiting.map(({ row }) => row);
  const stops = await withRetry(ctx, tenantId, async (scope) =>
    (await isPaused(scope, channel.kind, ctx.clock.now())) ? null : findStoppedRows(scope, channelId, rows),
  );
  return new Set(waiting.filter(({ row }) => stops?.has(row) ?? true));
}
