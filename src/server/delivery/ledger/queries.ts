import type { Compared } from '#contract/delivery/compared.ts';
import { type Subject, visitOf } from '#server/subjects/rules.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { type DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges, countingVerdicts } from './change-queries.ts';
import { PRIORITY, valuesToKeep } from './rules.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** A planned message that will not be sent, with the values of its verdict. */
export type CancelledMessage = {
  id: MessageId;
  senderId: SenderId;
  senderVersion: number | null;
  subject: Subject | null;
  contactId: ContactId | null;
  step: number;
  occurrence: number;
};

/** Filter of planned messages; the fields narrow it together. */
export type PlannedFilter = {
  ids?: readonly MessageId[];
  visitId?: VisitId;
  senderId?: SenderId;
  contactId?: ContactId;
  channelId?: ChannelId;
  testOnly?: boolean;
};

export async function cancelPlanned(
  { tx, tenantId }: TenantScope,
  filter: PlannedFilter,
  rule: DecisionRule,
  now: Temporal.Instant,
): Promise<CancelledMessage[]> {
  const { ids, visitId, senderId, contactId, channelId, testOnly } = filter;
  const narrowed = [
    ...(ids ? [sql`id = any (${[...ids]}::uuid[])`] : []),
    ...(visitId ? [sql`subject_id = ${visitId} and priority > ${PRIORITY.answer}`] : []),
    ...(senderId ? [sql`sender_id = ${senderId}`] : []),
    ...(contactId ? [sql`contact_id = ${contactId}`] : []),
    ...(channelId ? [sql`channel_id = ${channelId}`] : []),
    ...(testOnly === undefined ? [] : [sql`is_test = ${testOnly}`]),
  ].map((condition) => sql`and ${condition}`);
  const { rows } = await sql<CancelledColumns>`
    with changed as (
      update messages m set ${FORMER}, status = 'cancelled', reason = ${rule}, updated_at = ${now}
      where tenant_id = ${tenantId} and status = 'planned' and not was_sent ${sql.join(narrowed, sql` `)}
      returning sender_version, subject_kind, subject_id, contact_id, step, occurrence, ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select id, sender_id, sender_version, subject_kind, subject_id, contact_id, step, occurrence from changed`.execute(
    tx,
  );
  return rows.map((row) => ({
    id: MessageId.parse(row.id),
    senderId: SenderId.parse(row.sender_id),
    senderVersion: row.sender_version,
    subject: toSubject(row),
    contactId: orNull(ContactId, row.contact_id),
    step: row.step,
    occurrence: row.occurrence,
  }));
}

type CancelledColumns = {
  id: string;
  sender_id: string;
  sender_version: number | null;
  subject_kind: string | null;
  subject_id: string | null;
  contact_id: string | null;
  step: number;
  occurrence: number;
};

export function toSubject(row: { subject_kind: string | null; subject_id: string | null }): Subject | null {
  return row.subject_id === null ? null : { kind: SubjectKind.parse(row.subject_kind), id: row.subject_id };
}

export async function findMessageStatus({ tx, tenantId }: TenantScope, id: MessageId): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('status')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status;
}

export type NewVerdict = {
  senderId: SenderId;
  senderVersion: number;
  subject: Subject;
  contactId: ContactId | null;
  step: number;
  occurrence: number;
  eventId: string | null;
  messageId: MessageId | null;
  stage: 'plan' | 'due';
  outcome: 'planned' | 'send' | 'deferred' | 'skipped' | 'cancelled';
  rule: DecisionRule;
  compared: Compared;
  until: Temporal.Instant | null;
};

/**
 * Writes verdicts in one statement; one equal to the last of its step is left out. Without a message, an equal one of
 * a newer version of the sender is left out too: the log would show it once for every save.
 */
export async function insertVerdicts(
  { tx, tenantId }: TenantScope,
  verdicts: readonly (NewVerdict & { id: string })[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = verdicts.map((verdict) => ({
    id: verdict.id,
    sender_id: verdict.senderId,
    sender_version: verdict.senderVersion,
    subject_kind: verdict.subject.kind,
    subject_id: verdict.subject.id,
    visit_id: visitOf(verdict.subject),
    contact_id: verdict.contactId,
    step: verdict.step,
    occurrence: verdict.occurrence,
    event_id: verdict.eventId,
    message_id: verdict.messageId,
    stage: verdict.stage,
    outcome: verdict.outcome,
    rule: verdict.rule,
    compared: valuesToKeep(verdict.compared),
    until: verdict.until?.toString() ?? null,
  }));
  await sql`${PLANNED_ONCE}
    with decided as (
    insert into verdicts (tenant_id, id, sender_id, sender_version, subject_kind, subject_id, visit_id, contact_id, step, occurrence, event_id,
      message_id, stage, outcome, rule, compared, until, decided_at)
    select ${tenantId}::uuid, w.id, w.sender_id, w.sender_version, w.subject_kind, w.subject_id, w.visit_id, w.contact_id, w.step,
      w.occurrence, w.event_id,
      w.message_id, w.stage, w.outcome, w.rule, w.compared, w.until, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
      id uuid, sender_id uuid, sender_version int, subject_kind text, subject_id uuid, visit_id uuid, contact_id uuid, step int, occurrence int, event_id uuid,
      message_id uuid, stage text, outcome text, rule text, compared jsonb, until timestamptz)
    left join lateral (
      select v.sender_version, v.stage, v.outcome, v.rule, v.until, v.message_id, v.compared from verdicts v
      where v.tenant_id = ${tenantId} and v.subject_id = w.subject_id and v.sender_id = w.sender_id and v.step = w.step
        and v.occurrence = w.occurrence
      order by v.decided_at desc, v.id desc limit 1) last on true
    where (last.stage, last.outcome, last.rule, last.until, last.message_id)
        is distinct from (w.stage, w.outcome, w.rule, w.until, w.message_id)
      or last.sender_version <> w.sender_version and (w.message_id is not null or last.compared <> w.compared)
    returning id, sender_id, message_id, outcome, rule, decided_at
    ),
    ${countingVerdicts(tenantId)}
    select from decided`.execute(tx);
}

const SentButton = z.object({ number: z.number(), title: z.string(), id: z.string() });
export type SentButton = z.infer<typeof SentButton>;

/** A message whose buttons the contact may still answer, with the numbers they had when rendered as text. */
export type AnswerableMessage = {
  messageId: MessageId;
  providerMessageId: string | null;
  visitId: VisitId | null;
  senderId: SenderId;
  /** A test: the answer is the owner's, not the contact's. */
  isTest: boolean;
  sentAt: Temporal.Instant;
  buttons: SentButton[];
};

/** Lists messages that were sent to the contact, also before they went on to another channel, and tests sent to their number because it is the owner's. */
export async function listSentButtons(
  { tx, tenantId }: TenantScope,
  { contactId, channelId, since }: { contactId: ContactId; channelId: ChannelId; since: Temporal.Instant },
): Promise<AnswerableMessage[]> {
  const columns = sql`m.id, m.provider_message_id, m.visit_id, m.sender_id, m.is_test, m.due_at, m.accepted_at, m.sent_buttons`;
  const hasButtons = sql`m.channel_id = ${channelId} and m.due_at > ${since} and m.sent_buttons <> '[]'
    and m.status in ('sending', 'accepted', 'sent', 'delivered', 'read', 'unknown')`;
  const { rows } = await sql<AnswerableColumns>`
    select * from (
      select ${columns} from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and not m.is_test and ${hasButtons}
      union all
      select m.id, s.provider_message_id, m.visit_id, m.sender_id, m.is_test, m.due_at, s.accepted_at, s.sent_buttons
      from messages m
      join former_sends s on s.tenant_id = ${tenantId} and s.message_id = m.id and s.channel_id = ${channelId}
      where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and not m.is_test and m.due_at > ${since}
        and m.former_provider_ids <> '{}' and s.sent_buttons <> '[]' and s.accepted_at is not null
      union all
      select ${columns} from messages m
      where m.tenant_id = ${tenantId} and m.test_phone <> '' and ${hasButtons}
        and m.test_phone = (select phone from contacts where tenant_id = ${tenantId} and id = ${contactId})
    ) asked
    order by due_at desc, id desc limit 20`.execute(tx);
  return rows.map((row) => ({
    messageId: MessageId.parse(row.id),
    providerMessageId: row.provider_message_id,
    visitId: orNull(VisitId, row.visit_id),
    senderId: SenderId.parse(row.sender_id),
    isTest: row.is_test,
    sentAt: row.accepted_at ?? row.due_at,
    buttons: z.array(SentButton).parse(row.sent_buttons),
  }));
}

type AnswerableColumns = {
  id: string;
  provider_message_id: string | null;
  visit_id: string | null;
  sender_id: string;
  is_test: boolean;
  due_at: Temporal.Instant;
  accepted_at: Temporal.Instant | null;
  sent_buttons: unknown;
};
