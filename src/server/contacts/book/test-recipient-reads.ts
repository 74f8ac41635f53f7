import { AddressState } from './rules.ts';
import type { Person } from './channel-choice-rules.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** One of the owner's test phones and its addresses. */
export type TestRecipient = { phone: string; addresses: Person['addresses'] };

/** Addresses of the owner's own numbers on each channel, as stored for the contacts with these phones. */
export async function listTestRecipients(
  { tx, tenantId }: TenantScope,
  phones: readonly string[],
): Promise<Map<string, TestRecipient>> {
  const recipients = new Map(phones.map((phone) => [phone, { phone, addresses: [] as Person['addresses'] }]));
  if (phones.length === 0) return recipients;
  const rows = await tx
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.contact_id'),
    )
    .select(['a.channel_id', 'a.state', 'a.window_until'])
    .select(sql<string>`coalesce(a.phone, c.phone)`.as('phone'))
    .where('a.tenant_id', '=', tenantId)
    .where(sql<boolean>`coalesce(a.phone, c.phone) = any (${[...phones]}::text[])`)
    .execute();
  for (const row of rows) {
    const recipient = recipients.get(row.phone);
    const address = {
      channelId: ChannelId.parse(row.channel_id),
      state: AddressState.parse(row.state),
      windowUntil: row.window_until,
    };
    recipients.set(row.phone, { phone: row.phone, addresses: [...(recipient?.addresses ?? []), address] });
  }
  return recipients;
}
