import { CHANGES_OF_MANY } from '#contract/audit/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { changeOrTry } from '#server/platform/calls/many-changes.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { SenderAction, SenderChange, SenderKit, SenderRow, UndoneBy } from '#server/senders/port.ts';
import { changeEach, type SenderOutcome } from './each-actions.ts';

type Request = { change: SenderChange; ids: readonly SenderId[]; isTrial: boolean };
type Reply = { facts: object; outcomes: SenderOutcome[]; undo: UndoneBy[] };

/**
 * Applies one change to many senders in one transaction.
 * @param request.isTrial returns the outcome of each and changes nothing
 * @returns `facts`: what the kind counts before the change; `undo`: the changes that restore the earlier state
 */
export async function changeMany(ctx: MemberContext, kit: SenderKit, request: Request): Promise<Reply> {
  return changeOrTry(ctx, request.isTrial, async (scope) => {
    const reply = await changeIn(scope, kit, request);
    if (request.isTrial) return { ...reply, undo: [] };
    await announce(scope, kit.wire.many);
    const audited = CHANGES_OF_MANY[kit.wire.problem];
    if (audited) {
      const { action, object } = audited;
      await recordAudit(scope, { action, object: { kind: object, id: null }, after: request.change });
    }
    return reply;
  });
}

async function changeIn(scope: MemberScope, kit: SenderKit, { change, ids }: Request): Promise<Reply> {
  const action = actionOf(kit, change);
  const changer = await action.prepare(scope, change);
  const facts = (await kit.countBefore?.(scope, ids)) ?? {};
  const done: SenderRow[] = [];
  const each = { requests: ids.map((id) => ({ id })), mayBeDeleted: isOfDeleted(change) };
  const outcomes = await changeEach(scope, kit, each, async (row) => {
    await changer(scope, row);
    done.push(row);
  });
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return {
    facts,
    outcomes: ids.flatMap((id) => byId.get(id) ?? []),
    undo: action.undo(done, change).filter(({ rows }) => rows.length > 0),
  };
}

/** Changes one sender as the same change of many does. */
export async function changeOne(scope: MemberScope, kit: SenderKit, id: SenderId, change: SenderChange): Promise<void> {
  const row = await kit.findForUpdate(scope, id);
  if (!row || (row.isDeleted && !isOfDeleted(change))) throw new Problem(`${kit.wire.problem}.not_found`);
  const changer = await actionOf(kit, change).prepare(scope, change);
  await changer(scope, row);
  await announce(scope, kit.wire.many);
}

function actionOf({ actions, wire }: SenderKit, { action }: SenderChange): SenderAction {
  const found = actions[action];
  if (!found) throw new Error(`${wire.many} have no change ${action}`);
  return found;
}

const isOfDeleted = ({ action }: SenderChange) => action === 'restore';
