import type { Subject } from '#server/subjects/rules.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { oneOfKeys, PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { STOPS } from './reconciling-rules.ts';

/** Serializes plans of the same subject, so that the later one wins. */
export async function lockPlanning({ tx, tenantId }: TenantScope, subjectIds: readonly string[]): Promise<void> {
  await sql`${PLANNED_ONCE}
    select pg_advisory_xact_lock(hashtextextended('flows:plan:' || ${tenantId} || subject, 0))
    from (select distinct subject from unnest(${[...subjectIds]}::text[]) subject order by subject) sorted`.execute(tx);
}

/** Serializes counting of the messages that one flow sends on a day, over all channels. */
export async function lockDailyCount({ tx, tenantId }: TenantScope, flowId: FlowId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flows:daily:${tenantId}:${flowId}`}, 0))`.execute(tx);
}

/** A message of a flow about a subject, as the ledger stores it. */
export type KnownMessage = {
  id: MessageId;
  flowId: FlowId;
  flowVersion: number;
  subjectId: string;
  occurrence: number;
  testPhone: string | null;
  isTest: boolean;
  status: MessageStatus;
  reason: string | null;
  eventId: string | null;
  channelId: ChannelId;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
};

/** Messages of some flows about some subjects. Read only: delivery owns the ledger. */
export async function listKnownMessages(
  { tx, tenantId }: TenantScope,
  flowIds: readonly FlowId[],
  subjectIds: readonly string[],
): Promise<KnownMessage[]> {
  const { mark, condition } = oneOfKeys('subject_id', subjectIds);
  const rows = await tx
    .selectFrom('messages')
    .modifyFront(mark)
    .select(['id', 'sender_id', 'sender_version', 'subject_id', 'occurrence', 'test_phone', 'is_test'])
    .select(sql<string>`case when status = 'planned' and was_sent then 'sent' else status end`.as('status'))
    .select(['reason', 'event_id', 'channel_id', 'due_at', 'use_by'])
    .where('tenant_id', '=', tenantId)
    .where(condition)
    // NOTE: not a condition that an index could serve. Statistics know nothing of new flows, so the planner would read all
    // messages of the flows instead of those of the subjects.
    .where(sql<boolean>`(sender_id = any (${[...flowIds]}::uuid[])) is true`)
    .execute();
  return rows.map((row) => ({
    id: MessageId.parse(row.id),
    flowId: FlowId.parse(row.sender_id),
    flowVersion: row.sender_version ?? 1,
    subjectId: row.subject_id ?? '',
    occurrence: row.occurrence,
    testPhone: row.test_phone || null,
    isTest: row.is_test,
    status: MessageStatus.parse(row.status),
    reason: row.reason,
    eventId: row.event_id,
    channelId: ChannelId.parse(row.channel_id),
    dueAt: row.due_at,
    useBy: row.use_by,
  }));
}

/** Subjects with messages of a flow that are planned, or would be if the flow had not been stopped; ordered by id. */
export async function listSubjectsWaiting(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  page: { after: string | null; limit: number; stoppedSince: Temporal.Instant },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('subject_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', flowId)
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'planned'),
        and([eb('status', '=', 'cancelled'), eb('reason', 'in', STOPS), eb('due_at', '>', page.stoppedSince)]),
      ]),
    )
    .$if(page.after !== null, (query) => query.where('subject_id', '>', page.after))
    .orderBy('subject_id')
    .limit(page.limit)
    .execute();
  return rows.flatMap((row) => row.subject_id ?? []);
}

/** Most subjects that are decided again for one contact. */
const OF_CONTACT = 20;

/** Subjects of the planned marketing of some contacts, without tests of the owner. */
export async function listMarketingSubjects(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Subject[]> {
  const { rows } = await sql<{ subject_kind: string; subject_id: string }>`
    select distinct m.subject_kind, m.subject_id
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = asked.id and m.phase = 'waiting'
        and m.is_marketing and not m.is_test and m.sender_id in (select id from flows where tenant_id = ${tenantId})
      order by m.due_at desc, m.id desc limit ${OF_CONTACT}) m`.execute(tx);
  return rows.map((row) => ({ kind: SubjectKind.parse(row.subject_kind), id: row.subject_id }));
}
