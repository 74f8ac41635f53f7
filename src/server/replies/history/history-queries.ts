import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { MessageStatus } from '#contract/delivery/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { type listReviewReplies, ReplyWidgetId, type ReviewReply, ReviewReplyId } from '#contract/replies/calls.ts';
import { REPLY_REASONS, REPLY_STATES, REPLY_WAYS, REVIEW_SOURCES } from '#contract/replies/values.ts';
import { ReviewId } from '#contract/reviews/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import { orNull } from '#server/platform/values/reading.ts';
import { oneOf } from '#server/replies/storage/reply-queries.ts';

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists replies, newest first. */
export async function listReplyRows(
  scope: TenantScope,
  { cursor, limit, widgetId, state, source, stars }: QueryOf<typeof listReviewReplies>,
): Promise<ReplyOf<typeof listReviewReplies>> {
  const after = readCursor(cursor, Cursor);
  const where = [
    sql`r.tenant_id = ${scope.tenantId}`,
    isBeyond([sql.ref('r.created_at'), sql.ref('r.id')], after, 'desc'),
    ...(widgetId ? [sql`r.widget_id = ${widgetId}`] : []),
    ...(state ? [sql`r.state = ${state}`] : []),
    ...(source ? [sql`r.source = ${source}`] : []),
    ...(stars ? [sql`coalesce(o.stars, p.stars) = ${stars}`] : []),
  ];
  const rows = await readRows(scope, sql.join(where, sql` and `), limit + 1);
  return toPage(rows, limit, toReply, (row) => [row.created_at.toString(), row.id]);
}

export async function findReplyRow(scope: TenantScope, id: ReviewReplyId): Promise<ReviewReply | undefined> {
  const [row] = await readRows(scope, sql`r.tenant_id = ${scope.tenantId} and r.id = ${id}`, 1);
  return row && toReply(row);
}

type Row = {
  id: string;
  widget_id: string;
  review_id: string | null;
  source: string;
  state: string;
  reason: string | null;
  way: string | null;
  body: string;
  due_at: Temporal.Instant;
  created_at: Temporal.Instant;
  changed_at: Temporal.Instant;
  author_name: string;
  stars: number;
  review_text: string;
  written_at: Temporal.Instant | null;
  written_on: string | null;
  member_name: string | null;
  message_status: string | null;
};

async function readRows({ tx }: TenantScope, where: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.widget_id, r.review_id, r.source, r.state, r.reason, r.way, r.body, r.due_at, r.created_at,
      r.changed_at, coalesce(c.name, p.author_name, '') as author_name, coalesce(o.stars, p.stars) as stars,
      coalesce(o.body, p.body) as review_text, o.created_at as written_at, p.reviewed_on as written_on,
      coalesce(by.full_name, by.email) as member_name,
      case when r.state = 'sent' then m.status end as message_status
    from review_replies r
    left join reviews o on o.tenant_id = r.tenant_id and o.id = r.review_id
    left join contacts c on c.tenant_id = o.tenant_id and c.id = o.contact_id
    left join platform_reviews p on p.tenant_id = r.tenant_id and p.id = r.platform_review_id
    left join members by on by.tenant_id = r.tenant_id and by.id = r.acted_by
    left join messages m on m.tenant_id = o.tenant_id and m.id = o.answer_message_id
    where ${where}
    order by r.created_at desc, r.id desc limit ${limit}`.execute(tx);
  return rows;
}

function toReply(row: Row): ReviewReply {
  return {
    id: ReviewReplyId.parse(row.id),
    widgetId: ReplyWidgetId.parse(row.widget_id),
    review: {
      source: oneOf(REVIEW_SOURCES, row.source),
      id: orNull(ReviewId, row.review_id),
      authorName: row.author_name,
      stars: row.stars,
      text: row.review_text,
      writtenAt: row.written_at?.toString() ?? null,
      writtenOn: row.written_on,
    },
    state: oneOf(REPLY_STATES, row.state),
    reason: row.reason === null ? null : oneOf(REPLY_REASONS, row.reason),
    text: row.body,
    way: row.way === null ? null : oneOf(REPLY_WAYS, row.way),
    dueAt: row.due_at.toString(),
    changedAt: row.changed_at.toString(),
    memberName: row.member_name,
    messageStatus: row.message_status === null ? null : MessageStatus.parse(row.message_status),
  };
}
