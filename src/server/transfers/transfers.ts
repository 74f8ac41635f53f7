import { listFlowsById } from '#server/flows/storage/reads.ts';
import { listMailingsById } from '#server/mailings/storage/mailing-list-reads.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flows/transfers.ts';
import type * as mailingContract from '#contract/mailings/transfers.ts';
import { type SentTransfer, TransferId } from '#contract/flows/transfers.ts';
import type { SenderKind } from '#contract/senders/calls.ts';
import { TRANSFER_DAYS } from '#contract/transfers/values.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { offerFlowsJob, withdrawOfferJob } from './jobs.ts';
import {
  countOpenTransfers,
  endTransfer,
  findTransferForUpdate,
  insertTransfer,
  isOwnEmail,
  listOpenOffers,
  listSent,
  roomOf,
  type StoredOffer,
  type StoredTransfer,
} from './queries.ts';
import { describeMailing } from './mailing-rules.ts';
import { describeExport } from './rules.ts';

/** Most open offers a cabinet may have sent. */
const MAX_OPEN = 20;

/** Hours for which a sent transfer is listed. */
const SHOWN_HOURS = 30 * 24;

/** Offers of flows to this cabinet, and those it sent. */
export async function listTransfers(scope: MemberScope): Promise<ReplyOf<typeof contract.listTransfers>> {
  const { offers, sent } = await listOf(scope, 'flow');
  return {
    offers: offers.map(({ flows, ...offer }) => ({ ...toOffer(offer), flows: flows.map(describeExport) })),
    sent,
  };
}

/** Offers of mailings to this cabinet, and those it sent. */
export async function listMailingTransfers(
  scope: MemberScope,
): Promise<ReplyOf<typeof mailingContract.listMailingTransfers>> {
  const { offers, sent } = await listOf(scope, 'mailing');
  const described = offers.map(({ mailings, ...offer }) => ({
    ...toOffer(offer),
    mailings: mailings.map(describeMailing),
  }));
  return { offers: described, sent };
}

async function listOf(
  scope: MemberScope,
  senderKind: SenderKind,
): Promise<{ offers: StoredOffer[]; sent: SentTransfer[] }> {
  const now = scope.clock.now();
  const sent = await listSent(scope, senderKind, now.subtract({ hours: SHOWN_HOURS }));
  return {
    offers: await listOpenOffers(scope, senderKind, now),
    sent: sent.map((transfer) => toSent(transfer, now)),
  };
}

function toOffer(offer: Pick<StoredOffer, 'id' | 'kind' | 'fromName' | 'fromEmail' | 'createdAt' | 'expiresAt'>) {
  const { id, kind, fromName, fromEmail, createdAt, expiresAt } = offer;
  return { id, kind, fromName, fromEmail, createdAt: createdAt.toString(), expiresAt: expiresAt.toString() };
}

/** Offers flows to another cabinet. */
export async function sendFlows(
  scope: MemberScope,
  { kind, email, flowIds }: BodyOf<typeof contract.sendFlows>,
): Promise<SentTransfer> {
  const found = (await listFlowsById(scope, flowIds)).filter(({ isDeleted }) => !isDeleted);
  return send(scope, { kind, email }, () => {
    if (found.length < flowIds.length) throw new Problem('flow.not_found');
    const titles = found.map(({ title }) => title);
    const flows = found.map(({ id, version }) => ({ flowId: id, version }));
    return { senderKind: 'flow', titles, flows, mailings: [] };
  });
}

/** Offers mailings to another cabinet. */
export async function sendMailings(
  scope: MemberScope,
  { kind, email, mailingIds }: BodyOf<typeof mailingContract.sendMailings>,
): Promise<SentTransfer> {
  const found = (await listMailingsById(scope, mailingIds)).filter(({ isDeleted }) => !isDeleted);
  return send(scope, { kind, email }, () => {
    if (found.length < mailingIds.length) throw new Problem('distribution.not_found');
    const titles = found.map(({ title }) => title);
    const mailings = found.map(({ id, version }) => ({ mailingId: id, version }));
    return { senderKind: 'mailing', titles, flows: [], mailings };
  });
}

type Content = Pick<StoredTransfer, 'senderKind' | 'titles' | 'flows' | 'mailings'>;

/** Records a transfer and answers; a job looks for the receiver. */
async function send(
  scope: MemberScope,
  { kind, email }: Pick<StoredTransfer, 'kind' | 'email'>,
  contentOf: () => Content,
): Promise<SentTransfer> {
  const now = scope.clock.now();
  if (await isOwnEmail(scope, email)) throw new Problem('flow.own_cabinet');
  if ((await countOpenTransfers(scope, now)) >= MAX_OPEN) throw new Problem('flow.transfers_open');
  const transfer = {
    id: newId(TransferId),
    kind,
    email,
    ...contentOf(),
    memberId: scope.memberId,
    createdAt: now,
    expiresAt: now.add({ hours: TRANSFER_DAYS * 24 }),
  };
  await insertTransfer(scope, transfer);
  await enqueue(scope, offerFlowsJob, { tenantId: scope.tenantId, transferId: transfer.id });
  await announce(scope, roomOf(transfer));
  return toSent({ ...transfer, state: 'pending', toTenantId: null }, now);
}

/** Cancels an offer. A receiver who accepts at the same moment keeps what it holds; then nothing is deleted in this cabinet. */
export async function cancelTransfer(
  scope: MemberScope,
  { id, senderKind }: Pick<StoredTransfer, 'id' | 'senderKind'>,
): Promise<void> {
  const now = scope.clock.now();
  const transfer = await findTransferForUpdate(scope, id);
  if (transfer?.senderKind !== senderKind) throw new Problem('flow_transfer.not_found');
  const { state } = toSent(transfer, now);
  if (state !== 'pending') throw new Problem('flow_transfer.over', { state });
  await endTransfer(scope, id, 'cancelled', now);
  const { toTenantId } = transfer;
  if (toTenantId) await enqueue(scope, withdrawOfferJob, { tenantId: toTenantId, transferId: id });
  await announce(scope, roomOf(transfer));
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
