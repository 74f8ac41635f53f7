import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import { Language } from '#contract/primitives.ts';
import { type Review, type ReviewFilter, ReviewId } from '#contract/reviews/calls.ts';
import { classOfStars, MAP_SERVICES } from '#contract/reviews/values.ts';
import { VisitId } from '#contract/visits/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { answersTo } from './filters.ts';

/** Reviews have the addresses of their photos. */
type LinkingScope = TenantScope & Pick<ActionScope, 'vault' | 'config'>;

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists reviews, newest first. */
export async function listReviewRows(
  scope: LinkingScope,
  filter: ReviewFilter,
  { cursor, limit, timeZone }: { cursor?: string | undefined; limit: number; timeZone: string },
): Promise<{ items: Review[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Cursor);
  const rows = await readRows(
    scope,
    sql`${answersTo(scope, filter, timeZone)} and ${isBeyond([sql.ref('r.created_at'), sql.ref('r.id')], after, 'desc')}`,
    limit + 1,
  );
  return toPage(
    rows,
    limit,
    (row) => toReview(scope, row, timeZone),
    (row) => [row.created_at.toString(), row.id],
  );
}

/** Finds a review that members may see. */
export async function findReviewRow(scope: LinkingScope, id: ReviewId, timeZone: string): Promise<Review | undefined> {
  const [row] = await readRows(scope, sql`r.tenant_id = ${scope.tenantId} and r.id = ${id} and r.is_counted`, 1);
  return row && toReview(scope, row, timeZone);
}

type Row = {
  id: string;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
  time_zone: string | null;
  stars: number;
  tags: string[];
  body: string;
  comes_again: boolean | null;
  photo_id: string | null;
  map_chosen: string | null;
  language: string;
  branch_id: string | null;
  branch_title: string | null;
  contact_id: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  visit_id: string | null;
  starts_at: Temporal.Instant | null;
  total_minor: number | null;
  currency: string | null;
  visit_master: string | null;
  order_number: string | null;
  master_name: string | null;
  service_titles: string[];
  answer_text: string | null;
  answered_at: Temporal.Instant | null;
  answer_message_id: string | null;
  answered_by_name: string | null;
  answer_status: string | null;
  answer_is_automatic: boolean;
  alerted_at: Temporal.Instant | null;
  alert_trouble: string | null;
};

async function readRows({ tx }: TenantScope, where: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.created_at, r.updated_at, b.time_zone, r.stars, r.tags, r.body, r.comes_again, r.photo_id,
      r.map_chosen, r.language, r.branch_id, b.title as branch_title, r.contact_id, c.name as contact_name,
      c.phone as contact_phone, v.id as visit_id, v.starts_at, v.total_minor, b.currency, vm.name as visit_master,
      o.number as order_number, m.name as master_name, r.service_titles, r.answer_text, r.answered_at,
      r.answer_message_id, coalesce(by.full_name, by.email) as answered_by_name, am.status as answer_status,
      r.alerted_at, r.alert_trouble, r.answer_is_automatic
    from reviews r
    left join branches b on b.tenant_id = r.tenant_id and b.id = r.branch_id
    left join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
    left join visits v on v.tenant_id = r.tenant_id and v.id = r.visit_id
    left join masters vm on vm.tenant_id = r.tenant_id and vm.id = v.master_id
    left join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
    left join masters m on m.tenant_id = r.tenant_id and m.id = r.master_id
    left join members by on by.tenant_id = r.tenant_id and by.id = r.answered_by
    left join messages am on am.tenant_id = r.tenant_id and am.id = r.answer_message_id
    where ${where}
    order by r.created_at desc, r.id desc limit ${limit}`.execute(tx);
  return rows;
}

function toReview(scope: LinkingScope, row: Row, cabinetZone: string): Review {
  return {
    id: ReviewId.parse(row.id),
    createdAt: row.created_at.toString(),
    updatedAt: row.updated_at.toString(),
    timeZone: row.time_zone ?? cabinetZone,
    stars: row.stars,
    class: classOfStars(row.stars),
    tags: row.tags,
    text: row.body,
    comesAgain: row.comes_again,
    photoUrl: row.photo_id && fileUrl(scope, scope.tenantId, row.photo_id),
    mapChosen: MAP_SERVICES.find((one) => one === row.map_chosen) ?? null,
    language: Language.parse(row.language),
    branch: row.branch_id === null ? null : { id: BranchId.parse(row.branch_id), title: row.branch_title ?? '' },
    contact:
      row.contact_id === null
        ? null
        : { id: ContactId.parse(row.contact_id), name: row.contact_name ?? '', phone: row.contact_phone },
    visit:
      row.visit_id === null || row.starts_at === null
        ? null
        : {
            id: VisitId.parse(row.visit_id),
            startsAt: row.starts_at.toString(),
            masterName: row.visit_master,
            total: { amountMinor: row.total_minor ?? 0, currency: row.currency ?? 'RUB' },
          },
    orderNumber: row.order_number,
    masterName: row.master_name,
    serviceTitles: row.service_titles,
    answer: answerOf(row),
    alertedAt: row.alerted_at?.toString() ?? null,
    alertTrouble: row.alert_trouble,
  };
}

function answerOf(row: Row): Review['answer'] {
  if (row.answer_text === null || row.answered_at === null || row.answer_message_id === null) return null;
  return {
    text: row.answer_text,
    at: row.answered_at.toString(),
    memberName: row.answered_by_name,
    isAutomatic: row.answer_is_automatic,
    messageId: MessageId.parse(row.answer_message_id),
    status: MessageStatus.parse(row.answer_status ?? 'sent'),
  };
}
