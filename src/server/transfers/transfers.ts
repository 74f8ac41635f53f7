import { listFlowsById } from '#server/flows/storage/reads.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flow-transfers.ts';
import { type SentTransfer, TransferId } from '#contract/flow-transfers.ts';
import { TRANSFER_DAYS } from '#contract/transfers-values.ts';
import type { MemberScope } from '#server/platform/context.ts';
import { newId } from '#server/platform/ids.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { offerFlowsJob, withdrawOfferJob } from './jobs.ts';
import {
  countOpenTransfers,
  endTransfer,
  findTransferForUpdate,
  insertTransfer,
  isOwnEmail,
  listOpenOffers,
  listSent,
  type StoredTransfer,
} from './queries.ts';
import { describeExport } from './rules.ts';

/** Most open offers a cabinet may have sent. */
const MOST_OPEN = 20;

/** Hours for which a sent transfer is listed. */
const SHOWN_HOURS = 30 * 24;

/** Offers to this cabinet, and transfers it sent. */
export async function listTransfers(scope: MemberScope): Promise<ReplyOf<typeof contract.listTransfers>> {
  const now = scope.clock.now();
  const offers = await listOpenOffers(scope, now);
  const sent = await listSent(scope, now.subtract({ hours: SHOWN_HOURS }));
  return {
    offers: offers.map(({ id, kind, fromName, fromEmail, flows, createdAt, expiresAt }) => ({
      id,
      kind,
      fromName,
      fromEmail,
      flows: flows.map(describeExport),
      createdAt: createdAt.toString(),
      expiresAt: expiresAt.toString(),
    })),
    sent: sent.map((transfer) => toSent(transfer, now)),
  };
}

/** Records a transfer and answers; a job looks for the receiver. */
export async function sendFlows(
  scope: MemberScope,
  { kind, email, flowIds }: BodyOf<typeof contract.sendFlows>,
): Promise<SentTransfer> {
  const now = scope.clock.now();
  if (await isOwnEmail(scope, email)) throw new Problem('flow.own_cabinet');
  if ((await countOpenTransfers(scope, now)) >= MOST_OPEN) throw new Problem('flow.transfers_open');
  const flows = (await listFlowsById(scope, flowIds)).filter(({ isDeleted }) => !isDeleted);
  if (flows.length < flowIds.length) throw new Problem('flow.not_found');
  const transfer = {
    id: newId(TransferId),
    kind,
    email,
    titles: flows.map(({ title }) => title),
    flows: flows.map(({ id, version }) => ({ flowId: id, version })),
    memberId: scope.memberId,
    createdAt: now,
    expiresAt: now.add({ hours: TRANSFER_DAYS * 24 }),
  };
  await insertTransfer(scope, transfer);
  await enqueue(scope, offerFlowsJob, { tenantId: scope.tenantId, transferId: transfer.id });
  await announce(scope, 'flows');
  return toSent({ ...transfer, state: 'pending', toTenantId: null }, now);
}

/** Cancels an offer. A receiver who accepts at the same moment keeps the flows; then nothing is deleted in this cabinet. */
export async function cancelTransfer(scope: MemberScope, id: TransferId): Promise<void> {
  const now = scope.clock.now();
  const transfer = await findTransferForUpdate(scope, id);
  if (!transfer) throw new Problem('flow_transfer.not_found');
  const { state } = toSent(transfer, now);
  if (state !== 'pending') throw new Problem('flow_transfer.over', { state });
  await endTransfer(scope, id, 'cancelled', now);
  const { toTenantId } = transfer;
  if (toTenantId) await enqueue(scope, withdrawOfferJob, { tenantId: toTenantId, transferId: id });
  await announce(scope, 'flows');
}

function toSent(transfer: StoredTransfer, now: Temporal.Instant): SentTransfer {
  const { id, kind, email, titles, state, createdAt, expiresAt } = transfer;
  const isOver = state === 'pending' && !isAfter(expiresAt, now);
  return {
    id,
    kind,
    email,
    titles,
    state: isOver ? 'expired' : state,
    createdAt: createdAt.toString(),
    expiresAt: expiresAt.toString(),
  };
}
