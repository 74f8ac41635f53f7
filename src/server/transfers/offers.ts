import { withSystem, type TenantScope, withTenant } from '#server/platform/db.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import { copyFile } from '#server/texts/attachment-actions.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { acceptOffer, TransferId } from '#contract/flow-transfers.ts';
import type { FileId } from '#contract/texts.ts';
import { FlowId } from '#contract/flows.ts';
import type { FlowToFill } from '#contract/flow-to-fill.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { ActionScope, Context, MemberScope } from '#server/platform/context.ts';
import { newId } from '#server/platform/ids.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { importFlow } from '#server/flows/editing/import-actions.ts';
import { findCabinetOfOwner } from './receivers.ts';
import { remove } from '#server/flows/editing/status-actions.ts';
import { settleTransferJob, withdrawOfferJob } from './jobs.ts';
import {
  answerOffer,
  endTransfer,
  findEmailOf,
  findOfferForUpdate,
  findTransferForUpdate,
  insertOffer,
  listImages,
  listOpenOffers,
  setReceiver,
  type StoredOffer,
  type StoredTransfer,
} from './queries.ts';
import { exportFlow, type FlowExport, importSettings } from './rules.ts';

type OfTransfer = { tenantId: TenantId; transferId: TransferId };
type NewOffer = Omit<StoredOffer, 'state' | 'flowIds'>;

/** Most open offers a cabinet may have; further ones are dropped, as if no receiver existed. */
const MOST_BEFORE_ONE = 50;

/**
 * Offers sent flows to the receiver's cabinet, if it exists. The sender's row is locked until the offer is written, so that a cancellation
 * comes before or after.
 */
export async function offerFlows(ctx: Context, { tenantId, transferId }: OfTransfer): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const transfer = await findTransferForUpdate(scope, transferId);
    if (transfer?.state !== 'pending') return;
    const receiver = await withSystem(ctx, (all) => findCabinetOfOwner(all, transfer.email));
    if (!receiver || receiver === tenantId) return;
    const offer = await packOffer(scope, transfer);
    if (offer.flows.length === 0) return;
    await withTenant(ctx, receiver, (there) => putBefore(there, offer));
    await setReceiver(scope, transferId, receiver);
  });
}

async function packOffer(scope: TenantScope, transfer: StoredTransfer): Promise<NewOffer> {
  const found = await listFlowsById(
    scope,
    transfer.flows.map(({ flowId }) => flowId),
  );
  const flows = found.filter(({ isDeleted }) => !isDeleted);
  const images = await listImages(
    scope,
    flows.flatMap(({ settings }) => settings.content.imageId ?? []),
  );
  const imageOf = (id: FileId | null) => (id === null ? null : (images.get(id) ?? null));
  const { id, kind, createdAt, expiresAt } = transfer;
  return {
    id,
    kind,
    createdAt,
    expiresAt,
    fromTenantId: scope.tenantId,
    fromName: (await getTenant(scope)).name,
    fromEmail: await findEmailOf(scope, transfer.memberId),
    flows: flows.map((flow) => exportFlow(flow, imageOf(flow.settings.content.imageId))),
  };
}

async function putBefore(scope: ActionScope, offer: NewOffer): Promise<void> {
  const now = scope.clock.now();
  if ((await listOpenOffers(scope, now)).length >= MOST_BEFORE_ONE) return;
  if (!(await insertOffer(scope, offer))) return;
  await raiseNotice(scope, now, {
    kind: 'flows_offered',
    key: noticeKey(offer.id),
    severity: 'info',
    params: { title: offer.fromName, count: offer.flows.length },
  });
  const { tenantId } = scope;
  await enqueue(scope, withdrawOfferJob, { tenantId, transferId: offer.id }, { runAt: offer.expiresAt });
  await announce(scope, 'flows');
}

/** Accepts an offer: each flow is added paused and in test mode, with the settings that it lacks. Safe to repeat. */
export async function acceptFlows(scope: MemberScope, id: TransferId): Promise<ReplyOf<typeof acceptOffer>> {
  const offer = await findOfferForUpdate(scope, id);
  if (offer?.state === 'accepted') return { flowIds: offer.flowIds };
  checkOpen(offer, scope.clock.now());
  const flowIds: FlowId[] = [];
  for (const exported of offer.flows) flowIds.push(await arrive(scope, exported));
  await answer(scope, offer, { state: 'accepted', flowIds });
  await enqueue(scope, settleTransferJob, { tenantId: offer.fromTenantId, transferId: id });
  return { flowIds };
}

/** Declines an offer. The sender is not notified. Safe to repeat. */
export async function declineFlows(scope: MemberScope, id: TransferId): Promise<void> {
  const offer = await findOfferForUpdate(scope, id);
  if (offer?.state === 'declined') return;
  checkOpen(offer, scope.clock.now());
  await answer(scope, offer, { state: 'declined' });
}

function checkOpen(offer: StoredOffer | undefined, now: Temporal.Instant): asserts offer is StoredOffer {
  if (!offer) throw new Problem('flow_transfer.not_found');
  const isOpen = offer.state === 'pending' && isAfter(offer.expiresAt, now);
  if (!isOpen) throw new Problem('flow_transfer.over', { state: offer.state === 'pending' ? 'expired' : offer.state });
}

async function answer(
  scope: ActionScope,
  { id }: StoredOffer,
  given: Parameters<typeof answerOffer>[2],
): Promise<void> {
  const now = scope.clock.now();
  await answerOffer(scope, id, given, now);
  await resolveNotice(scope, now, noticeKey(id));
  await announce(scope, 'flows');
}

async function arrive(scope: MemberScope, exported: FlowExport): Promise<FlowId> {
  const imageId = exported.image && (await copyFile(scope, exported.image));
  const isImageLost = exported.image !== null && imageId === null;
  const toFill: FlowToFill[] = isImageLost ? [...exported.toFill, 'image'] : exported.toFill;
  const id = newId(FlowId);
  const { kind, title } = exported;
  const by = { memberId: scope.memberId, now: scope.clock.now() };
  const settings = importSettings(exported, imageId);
  await importFlow(scope, { id, kind, title, settings, toFill }, by);
  return id;
}

/** Completes an accepted transfer in the sender's cabinet: deletes flows that were given away, and notifies the sender. */
export async function settleTransfer(scope: ActionScope, { transferId }: OfTransfer): Promise<void> {
  const transfer = await findTransferForUpdate(scope, transferId);
  if (transfer?.state !== 'pending') return;
  const now = scope.clock.now();
  await endTransfer(scope, transferId, 'accepted', now);
  const flowIds = transfer.kind === 'move' ? transfer.flows.map(({ flowId }) => flowId) : [];
  for (const flow of await listFlowsById(scope, flowIds)) if (!flow.isDeleted) await remove(scope, flow);
  const key = `flows-taken:${transferId}`;
  const params = { title: transfer.email, count: transfer.flows.length };
  await raiseNotice(scope, now, { kind: 'flows_taken', key, severity: 'info', params });
  await resolveNotice(scope, now, key);
  await announce(scope, 'flows');
}

/** Withdraws an offer that was cancelled or has expired. */
export async function withdrawOffer(scope: ActionScope, { transferId }: OfTransfer): Promise<void> {
  const offer = await findOfferForUpdate(scope, transferId);
  if (offer?.state === 'pending') await answer(scope, offer, { state: 'withdrawn' });
}

const noticeKey = (id: TransferId) => `flow-offer:${id}`;
