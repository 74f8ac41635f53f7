import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { TransferId, TransferKind } from '#contract/flows/transfers.ts';
import { FileId } from '#contract/texts/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { MailingId } from '#contract/mailings/calls.ts';
import { SenderKind } from '#contract/senders/calls.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { FlowOffers, FlowTransfers } from '#server/platform/database/schema.gen.ts';
import { MailingExport, SentMailing } from './mailing-rules.ts';
import { type OfferedImage, FlowExport, SentFlow } from './rules.ts';

/** The room whose lists a transfer changes. */
export const roomOf = ({ senderKind }: { senderKind: SenderKind }) => (senderKind === 'flow' ? 'flows' : 'mailings');

/** A transfer in the sender's cabinet. */
export type StoredTransfer = {
  id: TransferId;
  senderKind: SenderKind;
  kind: TransferKind;
  email: string;
  titles: string[];
  flows: SentFlow[];
  mailings: SentMailing[];
  state: 'pending' | 'accepted' | 'cancelled';
  memberId: MemberId;
  /** Null: no receiver was found. Never shown to the sender. */
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
  flows: FlowExport[];
  mailings: MailingExport[];
  state: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  flowIds: FlowId[];
  mailingIds: MailingId[];
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

const MAX_LISTED = 50;

export async function insertTransfer(
  { tx, tenantId }: TenantScope,
  transfer: Omit<StoredTransfer, 'state' | 'toTenantId'>,
): Promise<void> {
  await tx
    .insertInto('flow_transfers')
    .values({
      tenant_id: tenantId,
      id: transfer.id,
      kind: transfer.kind,
      email: transfer.email,
      titles: transfer.titles,
      sender_kind: transfer.senderKind,
      flows: JSON.stringify(transfer.flows),
      mailings: JSON.stringify(transfer.mailings),
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
    .selectFrom('flow_transfers')
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
    .selectFrom('flow_transfers')
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
    .selectFrom('flow_transfers')
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
    .updateTable('flow_transfers')
    .set({ state, ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setReceiver({ tx, tenantId }: TenantScope, id: TransferId, toTenantId: TenantId): Promise<void> {
  await tx
    .updateTable('flow_transfers')
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

export type NewOffer = Omit<StoredOffer, 'state' | 'flowIds' | 'mailingIds'>;

/** @returns false when the offer exists already */
export async function insertOffer({ tx, tenantId }: TenantScope, offer: NewOffer): Promise<boolean> {
  const inserted = await tx
    .insertInto('flow_offers')
    .values({
      tenant_id: tenantId,
      id: offer.id,
      from_tenant_id: offer.fromTenantId,
      from_name: offer.fromName,
      from_email: offer.fromEmail,
      kind: offer.kind,
      sender_kind: offer.senderKind,
      flows: JSON.stringify(offer.flows),
      mailings: JSON.stringify(offer.mailings),
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
    .selectFrom('flow_offers')
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
    .selectFrom('flow_offers')
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
    .selectFrom('flow_offers')
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
    flowIds?: readonly FlowId[];
    mailingIds?: readonly MailingId[];
  },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('flow_offers')
    .set({
      state: answer.state,
      answered_at: now,
      flows: '[]',
      mailings: '[]',
      flow_ids: sql<string[]>`${[...(answer.flowIds ?? [])]}::uuid[]`,
      mailing_ids: sql<string[]>`${[...(answer.mailingIds ?? [])]}::uuid[]`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function toTransfer(row: Selectable<FlowTransfers>): StoredTransfer {
  return {
    id: TransferId.parse(row.id),
    kind: TransferKind.parse(row.kind),
    email: row.email,
    titles: row.titles,
    senderKind: SenderKind.parse(row.sender_kind),
    flows: SentFlow.array().parse(row.flows),
    mailings: SentMailing.array().parse(row.mailings),
    state: z.enum(['pending', 'accepted', 'cancelled']).parse(row.state),
    memberId: MemberId.parse(row.member_id),
    toTenantId: row.to_tenant_id === null ? null : TenantId.parse(row.to_tenant_id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function toOffer(row: Selectable<FlowOffers>): StoredOffer {
  return {
    id: TransferId.parse(row.id),
    fromTenantId: TenantId.parse(row.from_tenant_id),
    fromName: row.from_name,
    fromEmail: row.from_email,
    kind: TransferKind.parse(row.kind),
    senderKind: SenderKind.parse(row.sender_kind),
    flows: FlowExport.array().parse(row.flows),
    mailings: MailingExport.array().parse(row.mailings),
    state: z.enum(['pending', 'accepted', 'declined', 'withdrawn']).parse(row.state),
    flowIds: FlowId.array().parse(row.flow_ids),
    mailingIds: MailingId.array().parse(row.mailing_ids),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
