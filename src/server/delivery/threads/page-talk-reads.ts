import { sql } from 'kysely';
import { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The talk with one address of a channel: nothing of the contact's other addresses is read. */
export type PageTalk = { contactId: ContactId; channelId: ChannelId; channelUserId: string };

/** A message as the contact's own page shows it. `key`: the id that the page gave the contact's message. */
export type PageLine = {
  id: string;
  side: 'contact' | 'ours';
  key: string | null;
  /** Whether a person wrote the answer. */
  isByPerson: boolean;
  author: string;
  text: string;
  at: Temporal.Instant;
  file: { url: string; name: string | null; isImage: boolean } | null;
};

const Shown = z
  .object({
    image: z.object({ url: z.string() }).nullish().catch(null),
    file: z.object({ url: z.string(), name: z.string() }).nullish().catch(null),
  })
  .catch({});

type Row = Pick<PageLine, 'id' | 'side' | 'key' | 'author' | 'text' | 'at'> & { by: string | null; content: unknown };

/** The latest messages of the talk, oldest first. What has not left yet is not among them. */
export async function listPageTalk(
  { tx, tenantId }: TenantScope,
  { contactId, channelId, channelUserId }: PageTalk,
  limit: number,
): Promise<PageLine[]> {
  const { rows } = await sql<Row>`
    select * from (
      (select i.id, 'contact' as side, i.provider_message_id as key, null as by, '' as author, coalesce(i.text, '') as text,
         i.received_at as at, null::jsonb as content
       from inbound_messages i
       where i.tenant_id = ${tenantId} and i.channel_id = ${channelId} and i.chat = ${channelUserId}
       order by i.received_at desc, i.id desc limit ${limit})
      union all
      (select m.id, 'ours', null, s.kind, s.title, m.body, m.due_at, m.content
       from messages m join senders s on s.tenant_id = ${tenantId} and s.id = m.sender_id
       where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and m.channel_id = ${channelId}
         and m.recipient = ${channelUserId} and not m.is_test and m.phase = 'left'
       order by m.due_at desc, m.id desc limit ${limit})
    ) line order by at desc, id desc limit ${limit}`.execute(tx);
  return rows.toReversed().map(toLine);
}

function toLine({ id, side, key, by, author, text, at, content }: Row): PageLine {
  const { image, file } = Shown.parse(content ?? {});
  const shown = image ?? file;
  return {
    id,
    side,
    key,
    isByPerson: by === 'member',
    author,
    text,
    at,
    file: shown ? { url: shown.url, name: file?.name ?? null, isImage: shown === image } : null,
  };
}

/** An answer that waits longer does so for a reason, e.g. a used-up quota. */
const LEAVING_MINUTES = 2;

/** Whether an answer is on its way to the contact on a channel. */
export async function isAnswerLeaving(
  { tx, tenantId }: TenantScope,
  { contactId, channelId }: Pick<PageTalk, 'contactId' | 'channelId'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('channel_id', '=', channelId)
    .where('status', 'in', ['planned', 'sending'])
    .where('due_at', '<=', now)
    .where('due_at', '>', now.subtract({ minutes: LEAVING_MINUTES }))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
