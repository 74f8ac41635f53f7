import { sql } from 'kysely';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { Language } from '#contract/primitives.ts';
import { ReviewId } from '#contract/reviews/calls.ts';
import { MAP_SERVICES, type MapService } from '#contract/reviews/values.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';
import type { ReviewDetails } from './rules.ts';

/** The subject of a review, as it was when the review began. */
export type ReviewFacts = {
  branchId: string | null;
  visitId: string | null;
  orderId: string | null;
  contactId: string | null;
  masterId: string | null;
  serviceIds: readonly string[];
  serviceTitles: readonly string[];
};

export type StoredReview = {
  id: ReviewId;
  subjectKey: string;
  branchId: BranchId | null;
  visitId: string | null;
  orderId: string | null;
  contactId: ContactId | null;
  stars: number;
  tags: string[];
  text: string;
  comesAgain: boolean | null;
  photoId: string | null;
  mapChosen: MapService | null;
  mapClicks: Record<string, number>;
  language: Language;
  isCounted: boolean;
  alertedAt: Temporal.Instant | null;
  answerMessageId: MessageId | null;
  updatedAt: Temporal.Instant;
};

type Found = { id: ReviewId } | { subjectKey: string };

/** @param options.isLocked the row is about to change */
export async function findReview(
  { tx, tenantId }: TenantScope,
  found: Found,
  { isLocked = false } = {},
): Promise<StoredReview | undefined> {
  const row = await tx
    .selectFrom('reviews')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id' in found ? 'id' : 'subject_key', '=', 'id' in found ? found.id : found.subjectKey)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return (
    row && {
      id: ReviewId.parse(row.id),
      subjectKey: row.subject_key,
      branchId: orNull(BranchId, row.branch_id),
      visitId: row.visit_id,
      orderId: row.order_id,
      contactId: orNull(ContactId, row.contact_id),
      stars: row.stars,
      tags: row.tags,
      text: row.body,
      comesAgain: row.comes_again,
      photoId: row.photo_id,
      mapChosen: MAP_SERVICES.find((one) => one === row.map_chosen) ?? null,
      mapClicks: row.map_clicks as Record<string, number>, // NOTE: written by this room alone
      language: Language.parse(row.language),
      isCounted: row.is_counted,
      alertedAt: row.alerted_at,
      answerMessageId: orNull(MessageId, row.answer_message_id),
      updatedAt: row.updated_at,
    }
  );
}

type NewReview = {
  id: ReviewId;
  subjectKey: string;
  facts: ReviewFacts;
  stars: number;
  language: Language;
};

/** Begins a review, not yet counted. @returns false when a review of the subject is there already */
export async function insertReview(
  { tx, tenantId }: TenantScope,
  { id, subjectKey, facts, stars, language }: NewReview,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('reviews')
    .values({
      tenant_id: tenantId,
      id,
      subject_key: subjectKey,
      branch_id: facts.branchId,
      visit_id: facts.visitId,
      order_id: facts.orderId,
      contact_id: facts.contactId,
      master_id: facts.masterId,
      service_ids: [...facts.serviceIds],
      service_titles: [...facts.serviceTitles],
      stars,
      language,
      is_counted: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'subject_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type ReviewChange = Partial<
  ReviewDetails & {
    stars: number;
    photoId: string | null;
    mapChosen: MapService;
    mapClicks: Record<string, number>;
    isCounted: boolean;
    alertedAt: Temporal.Instant;
    alertTrouble: string | null;
  }
>;

/** @param now when the contact changed the review; null: something else did */
export async function updateReview(
  { tx, tenantId }: TenantScope,
  id: ReviewId,
  change: ReviewChange,
  now: Temporal.Instant | null,
): Promise<void> {
  const { text, comesAgain, photoId, mapChosen, mapClicks, isCounted, alertedAt, alertTrouble } = change;
  await tx
    .updateTable('reviews')
    .set({
      ...(change.stars !== undefined && { stars: change.stars }),
      ...(change.tags !== undefined && { tags: change.tags }),
      ...(text !== undefined && { body: text }),
      ...(comesAgain !== undefined && { comes_again: comesAgain }),
      ...(photoId !== undefined && { photo_id: photoId }),
      ...(mapChosen !== undefined && { map_chosen: mapChosen }),
      ...(mapClicks !== undefined && { map_clicks: JSON.stringify(mapClicks) }),
      ...(isCounted !== undefined && { is_counted: isCounted }),
      ...(alertedAt !== undefined && { alerted_at: alertedAt }),
      ...(alertTrouble !== undefined && { alert_trouble: alertTrouble }),
      ...(now !== null && { updated_at: now }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function saveAnswer(
  { tx, tenantId }: TenantScope,
  id: ReviewId,
  answer: { messageId: MessageId; text: string; memberId: MemberId | null; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({
      answer_message_id: answer.messageId,
      answer_text: answer.text,
      answered_by: answer.memberId,
      answer_is_automatic: answer.memberId === null,
      answered_at: answer.at,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Locks the oldest reviews that wait for a top-up. */
export async function lockUncounted({ tx, tenantId }: TenantScope, limit: number): Promise<ReviewId[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reviews where tenant_id = ${tenantId} and not is_counted
    order by created_at, id limit ${limit} for update`.execute(tx);
  return rows.map(({ id }) => ReviewId.parse(id));
}

/** The channel of the last message to the contact that left, about the visit where there is one. */
export async function findLastChannel(
  { tx, tenantId }: TenantScope,
  { contactId, visitId }: { contactId: ContactId; visitId: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ channel_id: string }>`
    select channel_id from messages
    where tenant_id = ${tenantId} and contact_id = ${contactId} and phase = 'left' and not is_test
    order by (visit_id is not distinct from ${visitId}::uuid) desc, due_at desc limit 1`.execute(tx);
  return rows[0]?.channel_id;
}
