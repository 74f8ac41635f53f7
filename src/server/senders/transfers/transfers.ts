import type { SenderId } from '#contract/senders/calls.ts';
import { type SentTransfer, TransferId } from '#contract/senders/transfers.ts';
import { TRANSFER_DAYS } from '#contract/transfers/values.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { SenderKit } from '#server/senders/port.ts';
import { describeExport } from './export-rules.ts';
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

/** Most open offers a cabinet may have sent. */
const MAX_OPEN = 20;

/** Hours for which a sent transfer is listed. */
const SHOWN_HOURS = 30 * 24;

/** Offers to this cabinet, and those it sent. */
export async function listTransfers(scope: MemberScope, { kind: senderKind, wire, copying }: SenderKit) {
  const now = scope.clock.now();
  const sent = await listSent(scope, senderKind, now.subtract({ hours: SHOWN_HOURS }));
  const offers = await listOpenOffers(scope, senderKind, now);
  return {
    offers: offers.map(({ id, kind, fromName, fromEmail, senders, createdAt, expiresAt }) => ({
      id,
      kind,
      fromName,
      fromEmail,
      [wire.many]: copying.exported
        .array()
        .parse(senders)
        .map((exported) => ({ ...describeExport(exported), ...copying.describe(exported) })),
      createdAt: createdAt.toString(),
      expiresAt: expiresAt.toString(),
    })),
    sent: sent.map((transfer) => toSent(transfer, now)),
  };
}

/** Offers senders to another cabinet: records the transfer and answers; a job looks for the receiver. */
export async function send(
  scope: MemberScope,
  { kind: senderKind, wire, copying }: SenderKit,
  { kind, email, ids }: Pick<StoredTransfer, 'kind' | 'email'> & { ids: readonly SenderId[] },
): Promise<SentTransfer> {
  const now = scope.clock.now();
  const found = (await copying.listById(scope, ids)).filter(({ isDeleted }) => !isDeleted);
  if (await isOwnEmail(scope, email)) throw new Problem('flow.own_cabinet');
  if ((await countOpenTransfers(scope, now)) >= MAX_OPEN) throw new Problem('flow.transfers_open');
  if (found.length < ids.length) throw new Problem(`${wire.problem}.not_found`);
  const transfer = {
    id: newId(TransferId),
    senderKind,
    kind,
    email,
    titles: found.map(({ title }) => title),
    senders: found.map(({ id, version }) => ({ id, version })),
    memberId: scope.memberId,
    createdAt: now,
    expiresAt: now.add({ hours: TRANSFER_DAYS * 24 }),
  };
  await insertTransfer(scope, transfer);
  await enqueue(scope, offerFlowsJob, { tenantId: scope.tenantId, transferId: transfer.id });
  await announce(scope, wire.many);
  return toSent({ ...transfer, state: 'pending', toTenantId: null }, now);
}

/** Cancels an offer. A receiver who accepts at the same moment keeps what it holds; then nothing is deleted in this cabinet. */
export async function cancelTransfer(scope: MemberScope, { kind, wire }: SenderKit, id: TransferId): Promise<void> {
  const now = scope.clock.now();
  const transfer = await findTransferForUpdate(scope, id);
  if (transfer?.senderKind !== kind) throw new Problem('flow_transfer.not_found');
  const { state } = toSent(transfer, now);
  if (state !== 'pending') throw new Problem('flow_transfer.over', { state });
  await endTransfer(scope, id, 'cancelled', now);
  const { toTenantId } = transfer;
  if (toTenantId) await enqueue(scope, withdrawOfferJob, { tenantId: toTenantId, transferId: id });
  await announce(scope, wire.many);
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
