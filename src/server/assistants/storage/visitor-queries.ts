import type { Selectable } from 'kysely';
import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';

export const VisitorId = z.uuid().brand<'VisitorId'>();
export type VisitorId = z.infer<typeof VisitorId>;

/** The progress of an answer to a visitor: something is looked up, or it is written. */
export type ChatProgress = 'searching' | 'writing';

/** A visitor of a public chat who wrote. */
export type Visitor = {
  id: VisitorId;
  assistantId: AssistantId;
  channelId: ChannelId;
  contactId: ContactId;
  /** The name the contact got before the visitor gave one. */
  givenName: string;
  /** As they typed them: nobody has proved that the phone is theirs. */
  name: string | null;
  phone: string | null;
  progress: ChatProgress | null;
  progressAt: Temporal.Instant | null;
  expiresAt: Temporal.Instant;
};

const COLUMNS = [
  'id',
  'assistant_id',
  'channel_id',
  'contact_id',
  'given_name',
  'name',
  'phone',
  'progress',
  'progress_at',
  'expires_at',
] as const;

export async function findVisitor({ tx, tenantId }: TenantScope, id: VisitorId): Promise<Visitor | null> {
  const row = await tx
    .selectFrom('chat_visitors')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toVisitor(row) : null;
}

/** The visitor that a contact is on the channel of public chats; null: they write elsewhere. */
export async function findVisitorOfContact(
  { tx, tenantId }: TenantScope,
  { contactId, channelId }: { contactId: ContactId; channelId: ChannelId },
): Promise<Visitor | null> {
  const row = await tx
    .selectFrom('chat_visitors')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toVisitor(row) : null;
}

/** Stores a visitor, or extends the life of their token. */
export async function putVisitor(
  { tx, tenantId }: TenantScope,
  visitor: Pick<Visitor, 'id' | 'assistantId' | 'channelId' | 'contactId' | 'givenName' | 'expiresAt'>,
  now: Temporal.Instant,
): Promise<void> {
  const { id, assistantId, channelId, contactId, givenName, expiresAt } = visitor;
  await tx
    .insertInto('chat_visitors')
    .values({
      tenant_id: tenantId,
      id,
      assistant_id: assistantId,
      channel_id: channelId,
      contact_id: contactId,
      given_name: givenName,
      expires_at: expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ expires_at: expiresAt }))
    .execute();
}

/** Stores the name and phone that a visitor gives; null leaves either as it is. */
export async function setVisitorDetails(
  { tx, tenantId }: TenantScope,
  id: VisitorId,
  { name, phone }: Pick<Visitor, 'name' | 'phone'>,
): Promise<void> {
  if (name === null && phone === null) return;
  await tx
    .updateTable('chat_visitors')
    .set({ ...(name !== null && { name }), ...(phone !== null && { phone }) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setProgress(
  { tx, tenantId }: TenantScope,
  id: VisitorId,
  progress: ChatProgress,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('chat_visitors')
    .set({ progress, progress_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Records that a visit was booked in a visitor's chat. Safe to repeat. */
export async function putChatVisit(
  { tx, tenantId }: TenantScope,
  visitorId: VisitorId,
  visitId: VisitId,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('chat_visits')
    .values({ tenant_id: tenantId, visitor_id: visitorId, visit_id: visitId, booked_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'visitor_id', 'visit_id']).doNothing())
    .execute();
}

/** Visits that were booked in a visitor's chat. */
export async function listChatVisits({ tx, tenantId }: TenantScope, visitorId: VisitorId): Promise<VisitId[]> {
  const rows = await tx
    .selectFrom('chat_visits')
    .select('visit_id')
    .where('tenant_id', '=', tenantId)
    .where('visitor_id', '=', visitorId)
    .execute();
  return rows.map(({ visit_id }) => VisitId.parse(visit_id));
}

type Row = Pick<Selectable<DB['chat_visitors']>, (typeof COLUMNS)[number]>;

function toVisitor(row: Row): Visitor {
  return {
    id: VisitorId.parse(row.id),
    assistantId: AssistantId.parse(row.assistant_id),
    channelId: ChannelId.parse(row.channel_id),
    contactId: ContactId.parse(row.contact_id),
    givenName: row.given_name,
    name: row.name,
    phone: row.phone,
    progress: row.progress === 'searching' || row.progress === 'writing' ? row.progress : null,
    progressAt: row.progress_at,
    expiresAt: row.expires_at,
  };
}
