import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { BookingButtonId } from '#contract/booking/buttons.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { Instant, Language } from '#contract/primitives.ts';
import { TableRequest, TableRequestId, TableRequestStatus } from '#contract/booking/table-requests.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TableRequests } from '#server/platform/database/schema.gen.ts';
import type { RequestedTable } from './table-rules.ts';

/** A request as stored. */
export type StoredRequest = RequestedTable & {
  id: TableRequestId;
  buttonId: BookingButtonId;
  branchId: BranchId;
  language: Language;
  status: TableRequestStatus;
  reserve: TableRequest['reserve'];
  reserveText: string | null;
  createdAt: Temporal.Instant;
  /** The last answer to the guest. */
  messageId: MessageId | null;
};

export type NewRequest = RequestedTable &
  Pick<StoredRequest, 'id' | 'buttonId' | 'branchId' | 'language'> & { formKey: string };

/** Stores a request once for each key. @returns its id, and whether it is new */
export async function insertRequest(
  { tx, tenantId }: TenantScope,
  request: NewRequest,
  now: Temporal.Instant,
): Promise<{ id: TableRequestId; isNew: boolean }> {
  const { id, formKey } = request;
  const inserted = await tx
    .insertInto('table_requests')
    .values({
      tenant_id: tenantId,
      id,
      button_id: request.buttonId,
      branch_id: request.branchId,
      form_key: formKey,
      starts_at: request.startsAt,
      guests: request.guests,
      name: request.name,
      phone: request.phone,
      comment: request.comment,
      language: request.language,
      status: 'new',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'form_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id, isNew: true };
  const known = await tx
    .selectFrom('table_requests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('form_key', '=', formKey)
    .executeTakeFirstOrThrow();
  return { id: TableRequestId.parse(known.id), isNew: false };
}

export async function findRequest(
  { tx, tenantId }: TenantScope,
  id: TableRequestId,
  { isLocked = false } = {},
): Promise<StoredRequest | undefined> {
  const row = await tx
    .selectFrom('table_requests')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toRequest(row);
}

const Cursor = z.tuple([Instant, TableRequestId]);

export async function listRequests(
  { tx, tenantId }: TenantScope,
  { cursor, limit, status }: { cursor?: string | undefined; limit: number; status?: TableRequestStatus | undefined },
): Promise<{ items: StoredRequest[]; nextCursor: string | null }> {
  const rows = await tx
    .selectFrom('table_requests')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, Cursor), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toRequest, (row) => [row.created_at.toString(), row.id]);
}

/** Counts requests that wait for an answer, by button. */
export async function countWaiting({ tx, tenantId }: TenantScope): Promise<Map<BookingButtonId, number>> {
  const rows = await tx
    .selectFrom('table_requests')
    .select(({ fn }) => ['button_id', fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'new')
    .groupBy('button_id')
    .execute();
  return new Map(rows.map((row) => [BookingButtonId.parse(row.button_id), Number(row.count)]));
}

export async function updateRequest(
  { tx, tenantId }: TenantScope,
  id: TableRequestId,
  change: Partial<Pick<StoredRequest, 'status' | 'reserve' | 'reserveText' | 'messageId'>> & {
    decidedAt?: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .updateTable('table_requests')
    .set({
      ...(change.status !== undefined && { status: change.status }),
      ...(change.reserve !== undefined && { reserve: change.reserve }),
      ...(change.reserveText !== undefined && { reserve_text: change.reserveText }),
      ...(change.messageId !== undefined && { message_id: change.messageId }),
      ...(change.decidedAt !== undefined && { decided_at: change.decidedAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function toRequest(row: Selectable<TableRequests>): StoredRequest {
  return {
    id: TableRequestId.parse(row.id),
    buttonId: BookingButtonId.parse(row.button_id),
    branchId: BranchId.parse(row.branch_id),
    startsAt: row.starts_at,
    guests: row.guests,
    name: row.name,
    phone: row.phone,
    comment: row.comment,
    language: Language.parse(row.language),
    status: TableRequestStatus.parse(row.status),
    reserve: TableRequest.shape.reserve.parse(row.reserve),
    reserveText: row.reserve_text,
    createdAt: row.created_at,
    messageId: row.message_id === null ? null : MessageId.parse(row.message_id),
  };
}
