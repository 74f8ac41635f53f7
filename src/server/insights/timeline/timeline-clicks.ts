import { sql } from 'kysely';
import { MessageId } from '#contract/delivery/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ClickDevice } from '#contract/links/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { LoadedItem, TimelineKey } from './timeline-sources.ts';

/** The id of a click, made of the words of the key it is stored under; written as a UUID of version 8. */
export const CLICK_ID = sql`overlay(overlay(
  md5(concat_ws(' ', link_clicks.code, verdict, extract(epoch from hour), visitor)) placing '8' from 13) placing '8' from 17)::uuid`;

/** Loads clicks on links in messages to the contact, with what the links lead to. */
export async function loadClicks(
  { tx, tenantId }: TenantScope,
  keys: readonly TimelineKey[],
  contactId: ContactId,
): Promise<Map<string, LoadedItem>> {
  const { rows } = await sql<{
    id: string;
    at: Temporal.Instant;
    message_id: string | null;
    device: ClickDevice;
    title: string;
  }>`
    select ${CLICK_ID} as id, at, link_clicks.message_id, device, coalesce(s.title, m.target, '') as title
    from link_clicks
    left join short_links s on s.tenant_id = ${tenantId} and s.code = link_clicks.code
    left join message_links m on m.tenant_id = ${tenantId} and m.code = link_clicks.code
    where link_clicks.tenant_id = ${tenantId} and contact_id = ${contactId} and verdict = 'click'
      and at = any(${keys.map(({ at }) => at.toString())}::timestamptz[])`.execute(tx);
  return new Map(
    rows.map(({ id, at, message_id: messageId, device, title }) => [
      id,
      {
        id,
        at: at.toString(),
        type: 'click' as const,
        messageId: messageId === null ? null : MessageId.parse(messageId),
        title,
        device,
      },
    ]),
  );
}
