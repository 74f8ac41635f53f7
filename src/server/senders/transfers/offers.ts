import type { SenderId, SenderKind } from '#contract/senders/calls.ts';
import type { TransferId } from '#contract/senders/transfers.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context, MemberScope } from '#server/platform/context/context.ts';
import { withSystem, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { SenderKit } from '#server/senders/port.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { copyFile } from '#server/texts/attachments/attachment-actions.ts';
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
  setReceiver,
  type StoredOffer,
  type StoredTransfer,
} from './queries.ts';
import { findCabinetOfOwner } from './receivers.ts';

// NOTE: a process: it acts in two cabinets.

type OfTransfer = { tenantId: TenantId; transferId: TransferId };

/** The kinds of senders that can be offered. */
export type SenderKits = ReadonlyMap<SenderKind, SenderKit>;

function kitOf(kits: SenderKits, { senderKind }: { senderKind: SenderKind }): SenderKit {
  const kit = kits.get(senderKind);
  if (!kit) throw new Error(`No room declares how senders of the kind ${senderKind} are offered`);
  return kit;
}

/** Most open offers a cabinet may have; further ones are dropped, as if no receiver existed. */
const MAX_BEFORE_ONE = 50;

/**
 * Makes an offer in the receiver's cabinet, if it exists. The row of the transfer is locked until the offer is written, so that a cancellation
 * comes before or after.
 */
export async function makeOffer(ctx: Context, kits: SenderKits, { tenantId, transferId }: OfTransfer): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const transfer = await findTransferForUpdate(scope, transferId);
    if (transfer?.state !== 'pending') return;
    const receiver = await withSystem(ctx, (all) => findCabinetOfOwner(all, transfer.email));
    if (!receiver || receiver === tenantId) return;
    const kit = kitOf(kits, transfer);
    const offer = await packOffer(scope, kit, transfer);
    if (offer.senders.length === 0) return;
    await withTenant(ctx, receiver, (there) => putBefore(there, kit, offer));
    await setReceiver(scope, transferId, receiver);
  });
}

async function packOffer(scope: TenantScope, { copying }: SenderKit, transfer: StoredTransfer): Promise<NewOffer> {
  const found = await copying.listById(
    scope,
    transfer.senders.map(({ id }) => id),
  );
  const rows = found.filter(({ isDeleted }) => !isDeleted);
  const images = await listImages(
    scope,
    rows.flatMap(({ settings }) => settings.content.imageId ?? []),
  );
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
    senders: rows.map((row) => {
      const { imageId } = row.settings.content;
      return copying.exportOf(row, imageId === null ? null : (images.get(imageId) ?? null));
    }),
  };
}

async function putBefore(scope: ActionScope, { wire, copying }: SenderKit, offer: NewOffer): Promise<void> {
  const now = scope.clock.now();
  if ((await countOpenOffers(scope, now)) >= MAX_BEFORE_ONE) return;
  if (!(await insertOffer(scope, offer))) return;
  await raiseNotice(scope, now, {
    kind: copying.notices.offered,
    key: noticeKey(offer.id),
    severity: 'info',
    params: { title: offer.fromName, count: offer.senders.length },
  });
  const { tenantId } = scope;
  await enqueue(scope, withdrawOfferJob, { tenantId, transferId: offer.id }, { runAt: offer.expiresAt });
  await announce(scope, wire.many);
}

/**
 * Accepts an offer: each is added as the kind wishes, without anything of the other cabinet. Safe to repeat.
 * @returns the ids of what was added
 */
export async function acceptOffer(scope: MemberScope, kit: SenderKit, id: TransferId): Promise<SenderId[]> {
  const offer = await getOfferForUpdate(scope, kit, id);
  if (offer.state === 'accepted') return offer.senderIds;
  checkOpen(offer, scope.clock.now());
  const { copying } = kit;
  const senderIds: SenderId[] = [];
  for (const exported of copying.exported.array().parse(offer.senders)) {
    const imageId = exported.image && (await copyFile(scope, exported.image));
    senderIds.push(await copying.importFrom(scope, exported, imageId));
  }
  await answer(scope, kit, { id, state: 'accepted', senderIds });
  await enqueue(scope, settleTransferJob, { tenantId: offer.fromTenantId, transferId: offer.id });
  return senderIds;
}

/** @throws {Problem} `flow_transfer.not_found`, also for an offer of another kind */
async function getOfferForUpdate(scope: TenantScope, { kind }: SenderKit, id: TransferId): Promise<StoredOffer> {
  const offer = await findOfferForUpdate(scope, id);
  if (offer?.senderKind !== kind) throw new Problem('flow_transfer.not_found');
  return offer;
}

/** Declines an offer. The one who made it is not notified. Safe to repeat. */
export async function declineOffer(scope: MemberScope, kit: SenderKit, id: TransferId): Promise<void> {
  const offer = await getOfferForUpdate(scope, kit, id);
  if (offer.state === 'declined') return;
  checkOpen(offer, scope.clock.now());
  await answer(scope, kit, { id, state: 'declined' });
}

function checkOpen(offer: StoredOffer, now: Temporal.Instant): void {
  const isOpen = offer.state === 'pending' && isAfter(offer.expiresAt, now);
  if (!isOpen) throw new Problem('flow_transfer.over', { state: offer.state === 'pending' ? 'expired' : offer.state });
}

async function answer(
  scope: ActionScope,
  { wire }: SenderKit,
  { id, ...given }: { id: TransferId } & Parameters<typeof answerOffer>[2],
): Promise<void> {
  const now = scope.clock.now();
  await answerOffer(scope, id, given, now);
  await resolveNotice(scope, now, noticeKey(id));
  await announce(scope, wire.many);
}

/** Completes an accepted transfer in the cabinet that offered: deletes what was given away, and notifies its members. */
export async function settleTransfer(scope: ActionScope, kits: SenderKits, { transferId }: OfTransfer): Promise<void> {
  const transfer = await findTransferForUpdate(scope, transferId);
  if (transfer?.state !== 'pending') return;
  const now = scope.clock.now();
  await endTransfer(scope, transferId, 'accepted', now);
  const { wire, copying } = kitOf(kits, transfer);
  if (transfer.kind === 'move') await removeGiven(scope, copying, transfer);
  const key = `flows-taken:${transferId}`;
  const params = { title: transfer.email, count: transfer.senders.length };
  await raiseNotice(scope, now, { kind: copying.notices.taken, key, severity: 'info', params });
  await resolveNotice(scope, now, key);
  await announce(scope, wire.many);
}

async function removeGiven(
  scope: ActionScope,
  copying: SenderKit['copying'],
  { senders }: StoredTransfer,
): Promise<void> {
  const rows = await copying.listById(
    scope,
    senders.map(({ id }) => id),
  );
  for (const row of rows) if (!row.isDeleted) await copying.remove(scope, row);
}

/** Withdraws an offer that was cancelled or has expired. */
export async function withdrawOffer(scope: ActionScope, kits: SenderKits, { transferId }: OfTransfer): Promise<void> {
  const offer = await findOfferForUpdate(scope, transferId);
  if (offer?.state === 'pending') await answer(scope, kitOf(kits, offer), { id: transferId, state: 'withdrawn' });
}

const noticeKey = (id: TransferId) => `flow-offer:${id}`;
