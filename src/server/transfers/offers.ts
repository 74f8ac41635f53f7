import { withSystem, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import { insertDraft, remove as removeMailing } from '#server/mailings/editing/actions.ts';
import { listMailingsById } from '#server/mailings/storage/mailing-list-reads.ts';
import { copyFile } from '#server/texts/attachments/attachment-actions.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { acceptOffer, TransferId } from '#contract/flows/transfers.ts';
import { ImportId } from '#contract/imports/calls.ts';
import type { acceptMailingOffer } from '#contract/mailings/transfers.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import type { FlowToFill } from '#contract/flows/to-fill.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context, MemberScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { importFlow } from '#server/flows/editing/import-actions.ts';
import { findCabinetOfOwner } from './receivers.ts';
import { remove } from '#server/flows/editing/status-actions.ts';
import { settleTransferJob, withdrawOfferJob } from './jobs.ts';
import {
  answerOffer,
  countOpenOffers,
  endTransfer,
  findEmailOf,
  findOfferForUpdate,
  findTransferForUpdate,
  insertOffer,
  listImages,
  type NewOffer,
  roomOf,
  setReceiver,
  type StoredOffer,
  type StoredTransfer,
} from './queries.ts';
import { exportMailing, importMailingSettings, type MailingExport } from './mailing-rules.ts';
import { exportFlow, type FlowExport, importSettings } from './rules.ts';

// NOTE: a process: it acts in two cabinets.

type OfTransfer = { tenantId: TenantId; transferId: TransferId };

/** Most open offers a cabinet may have; further ones are dropped, as if no receiver existed. */
const MAX_BEFORE_ONE = 50;

/**
 * Offers sent flows or mailings to the receiver's cabinet, if it exists. The sender's row is locked until the offer is written, so that a cancellation
 * comes before or after.
 */
export async function offerFlows(ctx: Context, { tenantId, transferId }: OfTransfer): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const transfer = await findTransferForUpdate(scope, transferId);
    if (transfer?.state !== 'pending') return;
    const receiver = await withSystem(ctx, (all) => findCabinetOfOwner(all, transfer.email));
    if (!receiver || receiver === tenantId) return;
    const offer = await packOffer(scope, transfer);
    if (sizeOf(offer) === 0) return;
    await withTenant(ctx, receiver, (there) => putBefore(there, offer));
    await setReceiver(scope, transferId, receiver);
  });
}

/** Flows or mailings of an offer. */
const sizeOf = ({ flows, mailings }: Pick<StoredTransfer | NewOffer, 'flows' | 'mailings'>): number =>
  flows.length + mailings.length;

async function packOffer(scope: TenantScope, transfer: StoredTransfer): Promise<NewOffer> {
  const isAlive = ({ isDeleted }: { isDeleted: boolean }) => !isDeleted;
  const flowIds = transfer.flows.map(({ flowId }) => flowId);
  const flows = (await listFlowsById(scope, flowIds)).filter(isAlive);
  const mailingIds = transfer.mailings.map(({ mailingId }) => mailingId);
  const mailings = (await listMailingsById(scope, mailingIds)).filter(isAlive);
  const images = await listImages(
    scope,
    [...flows, ...mailings].flatMap(({ settings }) => settings.content.imageId ?? []),
  );
  const imageOf = ({ settings: { content } }: { settings: { content: TextContent } }) =>
    content.imageId === null ? null : (images.get(content.imageId) ?? null);
  const { id, kind, senderKind, createdAt, expiresAt } = transfer;
  return {
    id,
    kind,
    senderKind,
    createdAt,
    expiresAt,
    fromTenantId: scope.tenantId,
    fromName: (await getTenant(scope)).name,
    fromEmail: await findEmailOf(scope, transfer.memberId),
    flows: flows.map((flow) => exportFlow(flow, imageOf(flow))),
    mailings: mailings.map((mailing) => exportMailing(mailing, imageOf(mailing))),
  };
}

async function putBefore(scope: ActionScope, offer: NewOffer): Promise<void> {
  const now = scope.clock.now();
  if ((await countOpenOffers(scope, now)) >= MAX_BEFORE_ONE) return;
  if (!(await insertOffer(scope, offer))) return;
  await raiseNotice(scope, now, {
    kind: `${roomOf(offer)}_offered`,
    key: noticeKey(offer.id),
    severity: 'info',
    params: { title: offer.fromName, count: sizeOf(offer) },
  });
  const { tenantId } = scope;
  await enqueue(scope, withdrawOfferJob, { tenantId, transferId: offer.id }, { runAt: offer.expiresAt });
  await announce(scope, roomOf(offer));
}

/** Accepts an offer: each flow is added paused and in test mode, with the settings that it lacks. Safe to repeat. */
export async function acceptFlows(scope: MemberScope, id: TransferId): Promise<ReplyOf<typeof acceptOffer>> {
  const offer = await getOfferForUpdate(scope, { id, senderKind: 'flow' });
  if (offer.state === 'accepted') return { flowIds: offer.flowIds };
  checkOpen(offer, scope.clock.now());
  const flowIds: FlowId[] = [];
  for (const exported of offer.flows) flowIds.push(await arrive(scope, exported));
  await acceptWith(scope, offer, { flowIds });
  return { flowIds };
}

/** Accepts an offer: each mailing is added as a draft without a start. Safe to repeat. */
export async function acceptMailings(scope: MemberScope, id: TransferId): Promise<ReplyOf<typeof acceptMailingOffer>> {
  const offer = await getOfferForUpdate(scope, { id, senderKind: 'mailing' });
  if (offer.state === 'accepted') return { mailingIds: offer.mailingIds };
  checkOpen(offer, scope.clock.now());
  const mailingIds: MailingId[] = [];
  for (const exported of offer.mailings) mailingIds.push(await arriveMailing(scope, exported));
  await acceptWith(scope, offer, { mailingIds });
  return { mailingIds };
}

async function acceptWith(
  scope: MemberScope,
  offer: StoredOffer,
  created: Partial<Pick<StoredOffer, 'flowIds' | 'mailingIds'>>,
): Promise<void> {
  await answer(scope, offer, { state: 'accepted', ...created });
  await enqueue(scope, settleTransferJob, { tenantId: offer.fromTenantId, transferId: offer.id });
}

type OfKind = Pick<StoredOffer, 'id' | 'senderKind'>;

/** @throws {Problem} `flow_transfer.not_found`, also for an offer of another kind */
async function getOfferForUpdate(scope: TenantScope, { id, senderKind }: OfKind): Promise<StoredOffer> {
  const offer = await findOfferForUpdate(scope, id);
  if (offer?.senderKind !== senderKind) throw new Problem('flow_transfer.not_found');
  return offer;
}

/** Declines an offer. The sender is not notified. Safe to repeat. */
export async function declineOffer(scope: MemberScope, which: OfKind): Promise<void> {
  const offer = await getOfferForUpdate(scope, which);
  if (offer.state === 'declined') return;
  checkOpen(offer, scope.clock.now());
  await answer(scope, offer, { state: 'declined' });
}

function checkOpen(offer: StoredOffer, now: Temporal.Instant): void {
  const isOpen = offer.state === 'pending' && isAfter(offer.expiresAt, now);
  if (!isOpen) throw new Problem('flow_transfer.over', { state: offer.state === 'pending' ? 'expired' : offer.state });
}

async function answer(
  scope: ActionScope,
  { id, senderKind }: StoredOffer,
  given: Parameters<typeof answerOffer>[2],
): Promise<void> {
  const now = scope.clock.now();
  await answerOffer(scope, id, given, now);
  await resolveNotice(scope, now, noticeKey(id));
  await announce(scope, roomOf({ senderKind }));
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

async function arriveMailing(scope: MemberScope, exported: MailingExport): Promise<MailingId> {
  const imageId = exported.image && (await copyFile(scope, exported.image));
  const settings = importMailingSettings(exported, { imageId, unchosen: newId(ImportId) });
  return insertDraft(scope, { title: exported.title, settings, testPhones: [] });
}

/** Completes an accepted transfer in the sender's cabinet: deletes what was given away, and notifies the sender. */
export async function settleTransfer(scope: ActionScope, { transferId }: OfTransfer): Promise<void> {
  const transfer = await findTransferForUpdate(scope, transferId);
  if (transfer?.state !== 'pending') return;
  const now = scope.clock.now();
  await endTransfer(scope, transferId, 'accepted', now);
  if (transfer.kind === 'move') await removeGiven(scope, transfer);
  const key = `flows-taken:${transferId}`;
  const params = { title: transfer.email, count: sizeOf(transfer) };
  await raiseNotice(scope, now, { kind: `${roomOf(transfer)}_taken`, key, severity: 'info', params });
  await resolveNotice(scope, now, key);
  await announce(scope, roomOf(transfer));
}

async function removeGiven(scope: ActionScope, { flows, mailings }: StoredTransfer): Promise<void> {
  const flowIds = flows.map(({ flowId }) => flowId);
  for (const flow of await listFlowsById(scope, flowIds)) if (!flow.isDeleted) await remove(scope, flow);
  const mailingIds = mailings.map(({ mailingId }) => mailingId);
  for (const mailing of await listMailingsById(scope, mailingIds))
    if (!mailing.isDeleted) await removeMailing(scope, mailing);
}

/** Withdraws an offer that was cancelled or has expired. */
export async function withdrawOffer(scope: ActionScope, { transferId }: OfTransfer): Promise<void> {
  const offer = await findOfferForUpdate(scope, transferId);
  if (offer?.state === 'pending') await answer(scope, offer, { state: 'withdrawn' });
}

const noticeKey = (id: TransferId) => `flow-offer:${id}`;
