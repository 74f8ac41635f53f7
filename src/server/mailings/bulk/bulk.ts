import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { changeMailings, MailingBulkChange, MailingChangeOutcome } from '#contract/mailing-bulk.ts';
import type { MailingId } from '#contract/mailings.ts';
import { remove, restore } from '#server/mailings/editing/actions.ts';
import { cancel, type MailingChanger, pause, resume } from '#server/mailings/sending/status-actions.ts';
import { findMailingForUpdate } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import type { MemberContext, MemberScope } from '#server/platform/context.ts';
import { changeOrTry, refusalOf } from '#server/platform/many-changes.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';

type Reply = ReplyOf<typeof changeMailings>;

/**
 * Applies one change to many mailings in one transaction. A refusal of one does not stop the others.
 * @param isTrial returns the outcome of each mailing and changes nothing
 */
export async function changeMany(
  ctx: MemberContext,
  { change, isTrial }: BodyOf<typeof changeMailings>,
): Promise<Reply> {
  return changeOrTry(ctx, isTrial, async (scope) => {
    const reply = await changeIn(scope, change);
    if (isTrial) return { ...reply, undo: [] };
    await announce(scope, 'mailings');
    return reply;
  });
}

const CHANGERS: Readonly<Record<MailingBulkChange['action'], MailingChanger>> = {
  pause,
  continue: resume,
  cancel,
  delete: remove,
  restore,
};

async function changeIn(scope: MemberScope, { action, mailingIds }: MailingBulkChange): Promise<Reply> {
  const done: StoredMailing[] = [];
  const outcomes = new Map<MailingId, MailingChangeOutcome>();
  // NOTE: mailings are locked in the order of their ids, so that two concurrent bulk changes cannot deadlock.
  for (const mailingId of mailingIds.toSorted()) {
    const mailing = await findMailingForUpdate(scope, mailingId);
    const problem = await refusalOf(async () => {
      if (!mailing || (mailing.isDeleted && action !== 'restore')) throw new Problem('distribution.not_found');
      await CHANGERS[action](scope, mailing);
      done.push(mailing);
    });
    outcomes.set(mailingId, { mailingId, title: mailing?.title ?? '', isDone: problem === null, problem });
  }
  return {
    outcomes: mailingIds.flatMap((mailingId) => outcomes.get(mailingId) ?? []),
    undo: undoOf(action, done).filter((back) => back.mailingIds.length > 0),
  };
}

/** The changes that restore the earlier state. A mailing that the change left as it was needs none. */
function undoOf(action: MailingBulkChange['action'], before: readonly StoredMailing[]): MailingBulkChange[] {
  const idsOf = (mailings: readonly StoredMailing[]) => mailings.map(({ id }) => id);
  switch (action) {
    case 'pause':
      return [{ action: 'continue', mailingIds: idsOf(before) }];
    case 'continue':
      return [{ action: 'pause', mailingIds: idsOf(before) }];
    case 'cancel':
      return [];
    case 'delete':
      return [
        { action: 'restore', mailingIds: idsOf(before) },
        { action: 'continue', mailingIds: idsOf(before.filter(({ status }) => isAtWork(status))) },
      ];
    case 'restore':
      return [{ action: 'delete', mailingIds: idsOf(before.filter(({ isDeleted }) => isDeleted)) }];
  }
}

/** A mailing at work is paused when it is deleted. */
const isAtWork = (status: StoredMailing['status']) => status === 'working' || status === 'waiting';
