import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { changeMailings, MailingBulkChange, MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { remove, restore } from '#server/mailings/editing/actions.ts';
import { cancel, type MailingChanger, pause, resume } from '#server/mailings/sending/status-actions.ts';
import { isOver } from '#server/mailings/storage/alive.ts';
import { findMailingForUpdate, setMailingTestPhones } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import type { MemberContext, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { changeOrTry } from '#server/platform/calls/many-changes.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { outcomeOf } from './outcomes.ts';
import { readTestPhones } from '#server/tenants/actions.ts';

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

async function changeIn(scope: MemberScope, change: MailingBulkChange): Promise<Reply> {
  const { action, mailingIds } = change;
  const changer = await changerOf(scope, change);
  const done: StoredMailing[] = [];
  const outcomes = new Map<MailingId, MailingChangeOutcome>();
  // NOTE: mailings are locked in the order of their ids, so that two concurrent bulk changes cannot deadlock.
  for (const mailingId of mailingIds.toSorted()) {
    const mailing = await findMailingForUpdate(scope, mailingId);
    const outcome = await outcomeOf(mailingId, mailing?.title ?? '', async () => {
      if (!mailing || (mailing.isDeleted && action !== 'restore')) throw new Problem('distribution.not_found');
      await changer(scope, mailing);
      done.push(mailing);
    });
    outcomes.set(mailingId, outcome);
  }
  return {
    outcomes: mailingIds.flatMap((mailingId) => outcomes.get(mailingId) ?? []),
    undo: undoOf(change, done).filter((back) => back.mailingIds.length > 0),
  };
}

async function changerOf(scope: TenantScope, change: MailingBulkChange): Promise<MailingChanger> {
  switch (change.action) {
    case 'pause':
      return pause;
    case 'continue':
      return resume;
    case 'cancel':
      return cancel;
    case 'delete':
      return remove;
    case 'restore':
      return restore;
    case 'test_phones':
      return setTestPhones(await readTestPhones(scope, change.testPhones));
  }
}

/** Sets the numbers that a test of the mailing goes to. One that is over has no more tests. */
const setTestPhones =
  (testPhones: string[]): MailingChanger =>
  async (scope, { id, status }) => {
    if (isOver(status)) throw new Problem('distribution.wrong_status', { status });
    await setMailingTestPhones(scope, id, testPhones, scope.clock.now());
  };

/** The changes that restore the earlier state. A mailing that the change left as it was needs none. */
function undoOf(change: MailingBulkChange, before: readonly StoredMailing[]): MailingBulkChange[] {
  const idsOf = (mailings: readonly StoredMailing[]) => mailings.map(({ id }) => id);
  switch (change.action) {
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
    case 'test_phones':
      return [...Map.groupBy(before, ({ testPhones }) => testPhones.join(', '))].map(([testPhones, mailings]) => ({
        action: 'test_phones',
        mailingIds: idsOf(mailings),
        testPhones,
      }));
  }
}

/** A mailing at work is paused when it is deleted. */
const isAtWork = (status: StoredMailing['status']) => status === 'working' || status === 'waiting';
