import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { TransferId, TransferKind } from '#contract/senders/transfers.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { SenderOffers, SenderTransfers } from '#server/platform/database/schema.gen.ts';
import type { OfferedImage } from './export-rules.ts';

/** A sender and the version that was offered. */
const SentSender = z.object({ id: SenderId, version: z.int() });

/** A transfer in the cabinet that offers. */
export type StoredTransfer = {
  id: TransferId;
  senderKind: SenderKind;
  kind: TransferKind;
  email: string;
  titles: string[];
  senders: z.infer<typeof SentSender>[];
  state: 'pending' | 'accepted' | 'cancelled';
  memberId: MemberId;
  /** Null: no receiver was found. Never shown to the one who offers. */
  toTenantId: TenantId | null;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

/** A transfer in the receiver's cabinet. */
export type StoredOffer = {
  id: TransferId;
  senderKind: SenderKind;
  fromTenantId: TenantId;
  fromName: string;
  fromEmail: string;
  kind: TransferKind;
  /** Exports, as the kind's own schema parses them. */
  senders: unknown[];
  state: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  /** Created on acceptance. */
  senderIds: SenderId[];
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

const MAX_LISTED = 50;

export async function insertTransfer(
  { tx, tenantId }: TenantScope,
  transfer: Omit<StoredTransfer, 'state' | 'toTenantId'>,
): Promise<void> {
  await tx
    .insertInto('sender_transfers')
    .values({
      tenant_id: tenantId,
      id: transfer.id,
      kind: transfer.kind,
      email: transfer.email,
      titles: transfer.titles,
      sender_kind: transfer.senderKind,
      senders: JSON.stringify(transfer.senders),
      state: 'pending',
      member_id: transfer.memberId,
      created_at: transfer.createdAt,
      expires_at: transfer.expiresAt,
    })
    .execute();
}

/** Transfers sent since a moment, newest first; at most 50. */
export async function listSent(
  { tx, tenantId }: TenantScope,
  senderKind: SenderKind,
  since: Temporal.Instant,
): Promise<StoredTransfer[]> {
  const rows = await tx
    .selectFrom('sender_transfers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sender_kind', '=', senderKind)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(toTransfer);
}

export async function countOpenTransfers({ tx, tenantId }: TenantScope, now: Temporal.Instant): Promise<number> {
  const { count } = await tx
    .selectFrom('sender_transfers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findTransferForUpdate(
  { tx, tenantId }: TenantScope,
  id: TransferId,
): Promise<StoredTransfer | undefined> {
  const row = await tx
    .selectFrom('sender_transfers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toTransfer(row);
}

export async function endTransfer(
  { tx, tenantId }: TenantScope,
  id: TransferId,
  state: 'accepted' | 'cancelled',
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sender_transfers')
    .set({ state, ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setReceiver({ tx, tenantId }: TenantScope, id: TransferId, toTenantId: TenantId): Promise<void> {
  await tx
    .updateTable('sender_transfers')
    .set({ to_tenant_id: toTenantId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Whether a member of this cabinet signs in by an e-mail. */
export async function isOwnEmail({ tx, tenantId }: TenantScope, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEmailOf({ tx, tenantId }: TenantScope, id: MemberId): Promise<string> {
  const row = await tx
    .selectFrom('members')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.email ?? '';
}

/** Images with their sizes, as the file store has them. */
export async function listImages(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<Map<FileId, OfferedImage>> {
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'storage_key', 'size_bytes'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('stored_at', 'is not', null)
    .execute();
  return new Map(
    rows.map((row) => [
      FileId.parse(row.id),
      { name: row.name, mime: row.mime, storageKey: row.storage_key, sizeBytes: row.size_bytes },
    ]),
  );
}

export type NewOffer = Omit<StoredOffer, 'state' | 'senderIds'>;

/** @returns false when the offer exists already */
export async function insertOffer({ tx, tenantId }: TenantScope, offer: NewOffer): Promise<boolean> {
  const inserted = await tx
    .insertInto('sender_offers')
    .values({
      tenant_id: tenantId,
      id: offer.id,
      from_tenant_id: offer.fromTenantId,
      from_name: offer.fromName,
      from_email: offer.fromEmail,
      kind: offer.kind,
      sender_kind: offer.senderKind,
      senders: JSON.stringify(offer.senders),
      state: 'pending',
      created_at: offer.createdAt,
      expires_at: offer.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countOpenOffers({ tx, tenantId }: TenantScope, now: Temporal.Instant): Promise<number> {
  const { count } = await tx
    .selectFrom('sender_offers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Offers that can still be answered, newest first; at most 50. */
export async function listOpenOffers(
  { tx, tenantId }: TenantScope,
  senderKind: SenderKind,
  now: Temporal.Instant,
): Promise<StoredOffer[]> {
  const rows = await tx
    .selectFrom('sender_offers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sender_kind', '=', senderKind)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(toOffer);
}

export async function findOfferForUpdate(
  { tx, tenantId }: TenantScope,
  id: TransferId,
): Promise<StoredOffer | undefined> {
  const row = await tx
    .selectFrom('sender_offers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toOffer(row);
}

export async function answerOffer(
  { tx, tenantId }: TenantScope,
  id: TransferId,
  answer: {
    state: 'accepted' | 'declined' | 'withdrawn';
    senderIds?: readonly SenderId[];
  },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sender_offers')
    .set({
      state: answer.state,
      answered_at: now,
      senders: '[]',
      sender_ids: sql<string[]>`${[...(answer.senderIds ?? [])]}::uuid[]`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function toTransfer(row: Selectable<SenderTransfers>): StoredTransfer {
  return {
    id: TransferId.parse(row.id),
    kind: TransferKind.parse(row.kind),
    email: row.email,
    titles: row.titles,
    senderKind: SenderKind.parse(row.sender_kind),
    senders: SentSender.array().parse(row.senders),
    state: z.enum(['pending', 'accepted', 'cancelled']).parse(row.state),
    memberId: MemberId.parse(row.member_id),
    toTenantId: row.to_tenant_id === null ? null : TenantId.parse(row.to_tenant_id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function toOffer(row: Selectable<SenderOffers>): StoredOffer {
  return {
    id: TransferId.parse(row.id),
    fromTenantId: TenantId.parse(row.from_tenant_id),
    fromName: row.from_name,
    fromEmail: row.from_email,
    kind: TransferKind.parse(row.kind),
    senderKind: SenderKind.parse(row.sender_kind),
    senders: z.array(z.unknown()).parse(row.senders),
    state: z.enum(['pending', 'accepted', 'declined', 'withdrawn']).parse(row.state),
    senderIds: SenderId.array().parse(row.sender_ids),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
