import type { ReplyOf } from '#contract/endpoint.ts';
import {
  type listTableRequests,
  type TableRequest,
  TableRequestId,
  type TableRequestStatus,
} from '#contract/booking/table-requests.ts';
import type { Language } from '#contract/primitives.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { resolveNotice } from '#server/tenants/actions.ts';
import type { StoredButton } from './button-queries.ts';
import { settleTableJob } from '#server/booking/jobs.ts';
import {
  countWaiting,
  findRequest,
  insertRequest,
  listRequests,
  type StoredRequest,
  updateRequest,
} from './table-queries.ts';
import { forgetAnswer, answerGuest } from './table-message-actions.ts';
import { mayCancelRequest, type RequestedTable } from './table-rules.ts';

/** Stores a guest's request, once for each form, and has it settled with the restaurant's system or its staff. */
export async function requestTable(
  scope: ActionScope,
  button: StoredButton,
  { wanted, formKey, language }: { wanted: RequestedTable; formKey: string; language: Language },
): Promise<TableRequestId> {
  const request = {
    ...wanted,
    id: newId(TableRequestId),
    buttonId: button.id,
    branchId: button.branchId,
    language,
    formKey,
  };
  const { id, isNew } = await insertRequest(scope, request, scope.clock.now());
  if (isNew) {
    await enqueue(scope, settleTableJob, { tenantId: scope.tenantId, requestId: id, attempt: 0 });
    await announce(scope, 'booking');
  }
  return id;
}

/** Cancels a request for its guest, as long as they have not come. Safe to repeat. */
export async function cancelRequest(scope: ActionScope, id: TableRequestId): Promise<void> {
  const request = await findRequest(scope, id, { isLocked: true });
  if (!request || !mayCancelRequest(request, scope.clock.now())) return;
  await become(scope, request, 'cancelled');
}

/** @throws {Problem} when there is no such request, or it was decided otherwise */
export async function decideRequest(
  scope: MemberScope,
  id: TableRequestId,
  decision: 'confirm' | 'decline',
): Promise<TableRequest> {
  const request = await findRequest(scope, id, { isLocked: true });
  if (!request) throw new Problem('table_request.not_found');
  const status = decision === 'confirm' ? 'confirmed' : 'declined';
  const mayBecome = request.status === 'new' || (request.status === 'confirmed' && status === 'declined');
  if (!mayBecome && request.status !== status) throw new Problem('table_request.decided');
  if (request.status !== status) await become(scope, request, status);
  const [described] = await describe(scope, [{ ...request, status }]);
  if (!described) throw new Problem('table_request.not_found');
  return described;
}

/** Moves a request to a status; its reserve in the restaurant's system follows. */
export async function become(scope: ActionScope, request: StoredRequest, status: TableRequestStatus): Promise<void> {
  const now = scope.clock.now();
  await updateRequest(scope, request.id, { status, decidedAt: now });
  await resolveNotice(scope, now, noticeKey(request.id));
  const isReserved = request.reserve === 'held' || request.reserve === 'pending';
  if (isReserved && status !== 'confirmed')
    await enqueue(scope, settleTableJob, { tenantId: scope.tenantId, requestId: request.id, attempt: 0 });
  if (status === 'confirmed' || status === 'declined') await answerGuest(scope, request, status);
  else await forgetAnswer(scope, request);
  await announce(scope, 'booking');
}

/** Identity of the notice about a request that waits for staff. */
export const noticeKey = (id: TableRequestId): string => `table:${id}`;

/** Lists requests, newest first. */
export async function pageOfRequests(
  scope: ActionScope,
  query: { cursor?: string | undefined; limit: number; status?: TableRequestStatus | undefined },
): Promise<ReplyOf<typeof listTableRequests>> {
  const { items, nextCursor } = await listRequests(scope, query);
  const waiting = [...(await countWaiting(scope)).values()].reduce((sum, count) => sum + count, 0);
  return { items: await describe(scope, items), nextCursor, waiting };
}

async function describe(scope: ActionScope, requests: readonly StoredRequest[]): Promise<TableRequest[]> {
  const branches = new Map((await listBranches(scope)).map((branch) => [branch.id, branch]));
  return requests.map(
    ({ startsAt, createdAt, buttonId: _button, language: _language, messageId: _message, ...request }) => {
      const branch = branches.get(request.branchId);
      return {
        ...request,
        branchTitle: branch?.title ?? '',
        timeZone: branch?.timeZone ?? 'UTC',
        startsAt: startsAt.toString(),
        createdAt: createdAt.toString(),
      };
    },
  );
}
