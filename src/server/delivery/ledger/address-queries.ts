import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';

/**
 * The address at which a channel reaches the recipient of a message: the contact's, or that of the owner's number. A
 * reachable one comes first, then the one whose window is open longest.
 *
 * @param message alias of a row with `contact_id` and `test_phone`
 */
export function addressOf(tenantId: TenantId, message: string, channelId: RawBuilder<unknown>): RawBuilder<unknown> {
  const [contactId, testPhone] = [sql.ref(`${message}.contact_id`), sql.ref(`${message}.test_phone`)];
  return sql`
    select * from (
      select a.* from contact_addresses a
      where a.tenant_id = ${tenantId} and a.contact_id = ${contactId} and a.channel_id = ${channelId} and ${testPhone} = ''
      union all
      select a.* from contact_addresses a
      where a.tenant_id = ${tenantId} and a.channel_id = ${channelId} and a.phone = ${testPhone} and ${testPhone} <> ''
    ) known
    order by known.state = 'reachable' desc, known.window_until desc nulls last, known.created_at desc limit 1`;
}
