import { type RawBuilder, sql } from 'kysely';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, type LogEntry, MessageStatus } from '#contract/delivery/calls.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { isFreeTextAllowed } from '#server/contacts/book/channel-choice-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import { orNull } from '#server/platform/values/reading.ts';
import { zoneOfSubject } from '#server/subjects/zone-reads.ts';
import { leavingForm } from '#server/texts/content/rendered-message-rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { addressOf } from '#server/delivery/ledger/address-queries.ts';

/** Columns of an entry, from `messages m` and `verdicts v`. */
export const MESSAGE_COLUMNS = sql.raw(
  `m.id, 'message' as kind, m.contact_id, m.sender_id, m.channel_id, m.status, m.reason as rule, m.is_test, m.test_phone, m.body, 
   case when m.content -> 'leftBy' ->> 'name' is null then m.content -> 'file' ->> 'name' else m.content -> 'leftBy' -> 'header' ->> 'name' end as file_name,
   m.due_at as at, m.replied_at is not null as is_replied, m.visit_id, m.subject_kind, m.subject_id, m.content -> 'leftBy' ->> 'name' as template_name,
   case when m.status = 'planned' and m.content ->> 'text' is not null then m.content end as planned`,
);
export const VERDICT_COLUMNS = sql.raw(
  `v.id, 'verdict' as kind, v.contact_id, v.sender_id, null::uuid as channel_id, 'skipped' as status, v.rule, false as is_test,
   '' as test_phone, '' as body, null as file_name, v.decided_at as at, false as is_replied, v.visit_id, v.subject_kind, v.subject_id,
   null as template_name, null::jsonb as planned`,
);

/** The same columns by their names. */
export const ENTRY_COLUMNS = sql.raw(
  `id, kind, contact_id, sender_id, channel_id, status, rule, is_test, test_phone, body, file_name, at, is_replied, visit_id,
   subject_kind, subject_id, template_name, planned`,
);

/** Reads a page of the log, with the names of what it refers to. */
export async function readEntries(scope: ActionScope, page: RawBuilder<unknown>): Promise<LogEntry[]> {
  const { rows } = await page.$castTo<LogColumns>().execute(scope.tx);
  const names = rows.length > 0 ? await listNames(scope, rows) : new Map<number, NameColumns>();
  const now = scope.clock.now();
  return rows.flatMap((row, n) => {
    const named = names.get(n);
    return named ? [toEntry({ ...row, ...named }, now)] : [];
  });
}

/**
 * Lists the names of the contact, the sender and the channel of entries, their zone, and the window of what is planned;
 * by their place.
 *
 * NOTE: each is found by its key in a subselect with a limit. In a plan for all tenants joins would read all contacts of
 * a large one.
 */
async function listNames(
  { tx, tenantId }: TenantScope,
  entries: readonly LogColumns[],
): Promise<Map<number, NameColumns>> {
  const wanted = entries.map((entry, n) => ({ ...entry, n, is_planned: entry.planned !== null }));
  const { rows } = await sql<NameColumns & { n: number }>`${PLANNED_ONCE}
    select entry.n, contact.name as contact_name, contact.phone as contact_phone, sender.kind as sender_kind,
      sender.title as sender_title, channel.kind as channel_kind, address.window_until,
      ${zoneOfSubject(tenantId, { kind: 'entry.subject_kind', id: 'entry.subject_id', contact: 'entry.contact_id' })} as time_zone
    from jsonb_to_recordset(${JSON.stringify(wanted, KEYS)}::jsonb) as entry (
      n int, contact_id uuid, sender_id uuid, channel_id uuid, subject_kind text, subject_id uuid, test_phone text, is_planned boolean)
    left join lateral (
      select c.name, c.phone from contacts c where c.tenant_id = ${tenantId} and c.id = entry.contact_id limit 1) contact on true
    left join lateral (
      select c.kind from channels c where c.tenant_id = ${tenantId} and c.id = entry.channel_id limit 1) channel on true
    left join lateral (
      select found.window_until from (${addressOf(tenantId, 'entry', sql.ref('entry.channel_id'))}) found
      where entry.is_planned) address on true
    cross join lateral (
      select s.kind, s.title from senders s where s.tenant_id = ${tenantId} and s.id = entry.sender_id limit 1) sender`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.n, row]));
}

/** Columns by which names are found. */
const KEYS = ['n', 'contact_id', 'sender_id', 'channel_id', 'subject_kind', 'subject_id', 'test_phone', 'is_planned'];

type LogColumns = {
  id: string;
  kind: 'message' | 'verdict';
  contact_id: string | null;
  test_phone: string;
  sender_id: string;
  subject_kind: string | null;
  subject_id: string | null;
  channel_id: string | null;
  status: string;
  rule: string | null;
  is_test: boolean;
  body: string;
  file_name: string | null;
  at: Temporal.Instant;
  is_replied: boolean;
  visit_id: string | null;
  template_name: string | null;
  /** Content of a planned message. */
  planned: MessageContent | null;
};

type NameColumns = {
  contact_name: string | null;
  contact_phone: string | null;
  sender_kind: string;
  sender_title: string;
  channel_kind: string | null;
  window_until: Temporal.Instant | null;
  time_zone: string;
};

function toEntry(row: LogColumns & NameColumns, now: Temporal.Instant): LogEntry {
  return {
    id: row.id,
    kind: row.kind,
    contactId: orNull(ContactId, row.contact_id),
    contactName: row.contact_name ?? '',
    phone: row.test_phone || row.contact_phone,
    senderId: SenderId.parse(row.sender_id),
    senderKind: SenderKind.parse(row.sender_kind),
    senderTitle: row.sender_title,
    channelId: orNull(ChannelId, row.channel_id),
    channelKind: orNull(ChannelKind, row.channel_kind),
    status: MessageStatus.parse(row.status),
    rule: orNull(DecisionRule, row.rule),
    isTest: row.is_test,
    isToOwner: row.sender_kind === 'report',
    ...wordsOf(row, now),
    at: row.at.toString(),
    timeZone: row.time_zone,
    isReplied: row.is_replied,
    visitId: orNull(VisitId, row.visit_id),
  };
}

/** The words and the form of a message: as it was sent, or as it would be at its time. */
function wordsOf(
  row: LogColumns & NameColumns,
  now: Temporal.Instant,
): Pick<LogEntry, 'body' | 'form' | 'templateName' | 'fileName'> {
  const { channel_id: id, channel_kind: kind, planned, template_name: templateName } = row;
  if (planned === null || id === null || kind === null) {
    const form = templateName === null ? 'text' : 'template';
    const isTaken = kind === null || traitsOf(ChannelKind.parse(kind)).maxDocumentMegabytes > 0;
    return { body: row.body, form, templateName, fileName: isTaken ? row.file_name : null };
  }
  const traits = traitsOf(ChannelKind.parse(kind));
  const isOpen = isFreeTextAllowed(traits, row.window_until, laterOf(row.at, now));
  const leaving = leavingForm(planned, { id, traits }, isOpen);
  const { form, text: body } = leaving;
  if (form === 'none') return { body, form, templateName: null, fileName: row.file_name };
  if (form === 'text') return { body, form, templateName: null, fileName: leaving.file?.name ?? null };
  const { name, header } = leaving.template;
  return { body, form, templateName: name, fileName: header?.type === 'document' ? header.name : null };
}
