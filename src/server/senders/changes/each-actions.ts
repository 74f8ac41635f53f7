import type { SenderId } from '#contract/senders/calls.ts';
import { type ChangeRefusal, refusalOf } from '#server/platform/calls/many-changes.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { SenderKit, SenderRow } from '#server/senders/port.ts';

/** Result for one sender of a change of many. */
export type SenderOutcome = {
  id: SenderId;
  title: string;
  isDone: boolean;
  problem: ChangeRefusal | null;
  /** The version after the change. */
  version: number;
};

/**
 * Changes many senders in one transaction, each by itself: a refusal of one does not stop the others. Any other error ends them all.
 *
 * @param change refuses before it writes; may return the number of a new version
 */
export async function changeEach<Request extends { id: SenderId }>(
  scope: MemberScope,
  kit: Pick<SenderKit, 'wire' | 'findForUpdate'>,
  { requests, mayBeDeleted = false }: { requests: readonly Request[]; mayBeDeleted?: boolean },
  change: (row: SenderRow, request: Request) => Promise<number | void>,
): Promise<SenderOutcome[]> {
  const outcomes: SenderOutcome[] = [];
  // NOTE: rows are locked in the order of their ids, so that two concurrent changes of many cannot deadlock.
  for (const request of requests.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const row = await kit.findForUpdate(scope, request.id);
    let version = row?.version ?? 0;
    const problem = await refusalOf(async () => {
      if (!row || (row.isDeleted && !mayBeDeleted)) throw new Problem(`${kit.wire.problem}.not_found`);
      version = (await change(row, request)) ?? version;
    });
    outcomes.push({ id: request.id, title: row?.title ?? '', isDone: problem === null, problem, version });
  }
  return outcomes;
}
