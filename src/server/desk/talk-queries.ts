import { ChannelId } from '#contract/channels/calls.ts';
import { ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TalkFacts, TalkState } from '#server/connections/talk-port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type TalkRef = { connectionId: ConnectionId; talkId: string };

/** A talk of a desk with a contact. @property state null: not read yet */
export type DeskTalk = TalkRef & {
  channelId: ChannelId;
  contactId: ContactId;
  /** Null: a talk that was recorded without it. */
  inboxId: string | null;
  state: TalkState | null;
  /** The desk's time of the last change that was seen; null: none was. */
  changedAt: Temporal.Instant | null;
};

const columns = [
  'connection_id',
  'external_id',
  'channel_id',
  'contact_id',
  'inbox_id',
  'state',
  'changed_at',
] as const;

/** Finds a talk, locked until the transaction ends. */
export async function findTalk(
  { tx, tenantId }: TenantScope,
  { connectionId, talkId }: TalkRef,
): Promise<DeskTalk | undefined> {
  const row = await tx
    .selectFrom('desk_talks')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', talkId)
    .forUpdate()
    .executeTakeFirst();
  return row && toTalk(row);
}

/** The latest talks of a contact: of one channel, or of all. */
export async function listTalksOf(
  { tx, tenantId }: TenantScope,
  { contactId, channelId }: { contactId: ContactId; channelId?: ChannelId },
): Promise<DeskTalk[]> {
  const rows = await tx
    .selectFrom('desk_talks')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId ?? ''))
    .orderBy('seen_at', 'desc')
    .limit(20)
    .execute();
  return rows.map(toTalk);
}

export async function putTalk(
  { tx, tenantId }: TenantScope,
  { connectionId, talkId, channelId, contactId, inboxId, state }: Omit<DeskTalk, 'changedAt'>,
  now: Temporal.Instant,
): Promise<void> {
  const fields = {
    channel_id: channelId,
    contact_id: contactId,
    inbox_id: inboxId,
    seen_at: now,
    ...(state && { state }),
  };
  await tx
    .insertInto('desk_talks')
    .values({ tenant_id: tenantId, connection_id: connectionId, external_id: talkId, ...fields })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'external_id']).doUpdateSet(fields))
    .execute();
}

export async function setTalkState(
  { tx, tenantId }: TenantScope,
  { connectionId, talkId }: TalkRef,
  { state, changedAt }: { state: TalkState; changedAt?: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('desk_talks')
    .set({ state, ...(changedAt && { changed_at: changedAt }) })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', talkId)
    .execute();
}

function toTalk(row: {
  connection_id: string;
  external_id: string;
  channel_id: string;
  contact_id: string;
  inbox_id: string | null;
  state: string | null;
  changed_at: Temporal.Instant | null;
}): DeskTalk {
  return {
    connectionId: ConnectionId.parse(row.connection_id),
    talkId: row.external_id,
    channelId: ChannelId.parse(row.channel_id),
    contactId: ContactId.parse(row.contact_id),
    inboxId: row.inbox_id,
    state: row.state as TalkState | null, // NOTE: the table's check has the same values
    changedAt: row.changed_at,
  };
}

/** How far polls have read a talk. @property readUntil null: nothing of it was read */
export async function findRead(
  { tx, tenantId }: TenantScope,
  { connectionId, talkId }: TalkRef,
): Promise<{ readUntil: string | null; talk: TalkFacts } | undefined> {
  const row = await tx
    .selectFrom('desk_reads')
    .select(['read_until', 'facts'])
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('talk_id', '=', talkId)
    .executeTakeFirst();
  if (!row) return undefined;
  const facts = row.facts as Omit<TalkFacts, 'changedAt'> & { changedAt: string }; // NOTE: putListed, its only writer, takes only this
  return { readUntil: row.read_until, talk: { ...facts, changedAt: Temporal.Instant.from(facts.changedAt) } };
}

/** Records the last message of a talk that a poll listed. @returns whether something of it is still to be read */
export async function putListed(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  talk: TalkFacts & { lastMessageId: string },
): Promise<boolean> {
  const { externalId: talkId, lastMessageId: listedUntil } = talk;
  const listed = {
    listed_until: listedUntil,
    facts: JSON.stringify({ ...talk, changedAt: talk.changedAt.toString() }),
  };
  const row = await tx
    .insertInto('desk_reads')
    .values({ tenant_id: tenantId, connection_id: connectionId, talk_id: talkId, ...listed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'talk_id']).doUpdateSet(listed))
    .returning('read_until')
    .executeTakeFirstOrThrow();
  return row.read_until !== listedUntil;
}

export async function setReadUntil(
  { tx, tenantId }: TenantScope,
  { connectionId, talkId }: TalkRef,
  readUntil: string,
): Promise<void> {
  await tx
    .updateTable('desk_reads')
    .set({ read_until: readUntil })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('talk_id', '=', talkId)
    .execute();
}
