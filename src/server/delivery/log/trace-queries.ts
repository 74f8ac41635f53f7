import { sql } from 'kysely';
import { z } from 'zod';
import type { ChannelKind } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { DecisionRule, type LogEntry, type MessageTrace, type TraceStep } from '#contract/delivery/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { StoredButton } from '#server/texts/content/rendered-message-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** The rows of one trace: the times of a message, and its subject. */
export type TracedMessage = {
  eventId: string | null;
  senderId: string;
  subjectId: string | null;
  visitId: string | null;
  contactId: string | null;
  step: number;
  occurrence: number;
  status: string;
  reason: DecisionRule | null;
  recipient: string | null;
  errorText: string | null;
  cost: MessageTrace['cost'];
  channelKind: string;
  dueAt: Temporal.Instant;
  plannedAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  times: { accepted: Instant; sent: Instant; delivered: Instant; read: Instant; failed: Instant };
  repliedAt: Instant;
  clickedAt: Instant;
  content: z.infer<typeof ShownContent>;
};

type Instant = Temporal.Instant | null;

const Header = z.object({ type: z.string(), url: z.string(), name: z.string().default('') }).nullish();
const Template = z.object({ name: z.string(), language: z.string(), header: Header });

const ShownContent = z.object({
  text: z.string().default(''),
  image: z.object({ url: z.string() }).nullish(),
  file: z.object({ name: z.string(), url: z.string(), mime: z.string().default('') }).nullish(),
  buttons: z.array(StoredButton).default([]),
  leftBy: Template.nullish(),
  templates: z.array(Template.extend({ channelId: z.string() })).default([]),
});

export async function findTraced({ tx, tenantId }: TenantScope, id: string): Promise<TracedMessage | undefined> {
  const row = await tx
    .selectFrom('messages as m')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.channel_id'),
    )
    .selectAll('m')
    .select('c.kind as channel_kind')
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      eventId: row.event_id,
      senderId: row.sender_id,
      subjectId: row.subject_id,
      visitId: row.visit_id,
      contactId: row.contact_id,
      step: row.step,
      occurrence: row.occurrence,
      status: row.status,
      reason: orNull(DecisionRule, row.reason),
      recipient: row.recipient,
      errorText: row.error_text,
      cost: row.cost === null ? null : { amount: row.cost, currency: row.cost_currency ?? '', parts: row.cost_parts },
      channelKind: row.channel_kind,
      dueAt: row.due_at,
      plannedAt: row.planned_at,
      updatedAt: row.updated_at,
      times: {
        accepted: row.accepted_at,
        sent: row.sent_at,
        delivered: row.delivered_at,
        read: row.read_at,
        failed: row.failed_at,
      },
      repliedAt: row.replied_at,
      clickedAt: row.clicked_at,
      content: ShownContent.parse(row.content),
    }
  );
}

/** Finds the contact's conversation: in a channel of the kind first, then the latest. */
export async function findChat(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  kind: ChannelKind | null,
): Promise<ConversationId | null> {
  const row = await tx
    .selectFrom('conversations as v')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'v.tenant_id').onRef('c.id', '=', 'v.channel_id'),
    )
    .select('v.id')
    .where('v.tenant_id', '=', tenantId)
    .where('v.contact_id', '=', contactId)
    .orderBy(sql`c.kind is not distinct from ${kind}`, 'desc')
    .orderBy('v.last_message_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? ConversationId.parse(row.id) : null;
}

export type StepKey = { senderId: string; subjectId: string; step: number; occurrence: number };

export async function findVerdictKey(
  { tx, tenantId }: TenantScope,
  { id, at }: Pick<LogEntry, 'id' | 'at'>,
): Promise<StepKey | undefined> {
  const row = await tx
    .selectFrom('verdicts')
    .select(['sender_id', 'subject_id', 'step', 'occurrence'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('decided_at', '=', sql<Temporal.Instant>`${at}::timestamptz`) // NOTE: only the month it lies in is planned
    .executeTakeFirst();
  return row && { senderId: row.sender_id, subjectId: row.subject_id, step: row.step, occurrence: row.occurrence };
}

/** Lists the decisions about one step of one sender for one subject. */
export async function listVerdictSteps(
  { tx, tenantId }: TenantScope,
  { senderId, subjectId, step, occurrence }: StepKey,
): Promise<TraceStep[]> {
  const rows = await tx
    .selectFrom('verdicts')
    .select(['outcome', 'rule', 'compared', 'until', 'decided_at'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('sender_id', '=', senderId)
    .where('step', '=', step)
    .where('occurrence', '<=', occurrence)
    .orderBy('decided_at')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    at: row.decided_at.toString(),
    kind: 'verdict',
    name: row.outcome,
    rule: DecisionRule.parse(row.rule),
    compared: { ...Facts.parse(row.compared), ...(row.until && { until: row.until.toString() }) },
    text: null,
  }));
}

const Facts = z.record(z.string(), z.unknown());
/** Events that contain a status: the kind of the subject that has it, as the trace's step is named. */
const STATUS_CHANGES: Readonly<Record<string, 'visit' | 'order'>> = {
  'visit.status_changed': 'visit',
  'order.status_changed': 'order',
};

/**
 * Lists the events of a message's subject, with its new statuses.
 * @param about.eventId the event that started the message, which may be one for many subjects
 */
export async function listSubjectSteps(
  { tx, tenantId }: TenantScope,
  about: { visitId: string } | { subjectId: string; eventId: string | null },
): Promise<TraceStep[]> {
  const events = tx.selectFrom('events').where('tenant_id', '=', tenantId);
  const ofSubject =
    'visitId' in about
      ? events.where('visit_id', '=', about.visitId).where('kind', 'like', 'visit.%')
      : events.where(({ or, eb }) =>
          or([eb('subject_id', '=', about.subjectId), ...(about.eventId ? [eb('id', '=', about.eventId)] : [])]),
        );
  const rows = await ofSubject
    .select(['kind', 'facts', 'occurred_at', 'visit_id', 'subject_id'])
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => {
    const isOfMany = row.visit_id === null && row.subject_id === null;
    const compared = isOfMany ? {} : Facts.parse(row.facts);
    const kind = STATUS_CHANGES[row.kind];
    return {
      at: row.occurred_at.toString(),
      kind: kind ?? 'event',
      name: kind ? String(compared['to'] ?? row.kind) : row.kind,
      rule: null,
      compared,
      text: null,
    };
  });
}

/** Finds the contact's answer: the inbound message of that moment. */
export async function findReplyText(
  { tx, tenantId }: TenantScope,
  contactId: string,
  at: Temporal.Instant,
): Promise<string | null> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select(['text', 'button_id'])
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('sent_at', '=', at)
    .limit(1)
    .executeTakeFirst();
  return row?.text ?? row?.button_id ?? null;
}

export async function findTracedVisit(
  { tx, tenantId }: TenantScope,
  visitId: string,
): Promise<MessageTrace['visit'] | undefined> {
  const { rows } = await sql<{
    id: string;
    starts_at: Temporal.Instant;
    status: string;
    service_titles: string[];
    branch_title: string;
    master_name: string | null;
  }>`
    select v.id, v.starts_at, v.status, v.service_titles, b.title as branch_title, m.name as master_name
    from visits v
    join branches b on b.tenant_id = v.tenant_id and b.id = v.branch_id
    left join masters m on m.tenant_id = v.tenant_id and m.id = v.master_id
    where v.tenant_id = ${tenantId} and v.id = ${visitId}`.execute(tx);
  const row = rows[0];
  return (
    row && {
      id: VisitId.parse(row.id),
      startsAt: row.starts_at.toString(),
      status: row.status,
      branchTitle: row.branch_title,
      serviceTitles: row.service_titles,
      masterName: row.master_name,
    }
  );
}

/** The number of the order with the id; null when there is none. */
export async function findOrderNumber({ tx, tenantId }: TenantScope, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('orders')
    .select('number')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.number ?? null;
}
