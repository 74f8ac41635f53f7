import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';

/** Lists mailings that take a template of some name and are not over. */
export async function listTemplatesOfMailings(
  { tx, tenantId }: TenantScope,
  names: readonly string[],
): Promise<TemplateUseRow[]> {
  const { rows } = await sql<
    Omit<TemplateUseRow, 'channelId' | 'kind' | 'isToOwner' | 'visit'> & { channel_id: string }
  >`
    select mailing.id, mailing.title, mailing.status, template ->> 'channelId' as channel_id,
      template ->> 'name' as name, template ->> 'language' as language, template -> 'parameters' as parameters
    from mailings mailing
    cross join lateral jsonb_array_elements(mailing.settings -> 'content' -> 'templates') template
    where mailing.tenant_id = ${tenantId} and mailing.deleted_at is null
      and mailing.status not in ('done', 'canceled') and template ->> 'name' = any (${[...names]}::text[])
    order by lower(mailing.title), mailing.id`.execute(tx);
  return rows.map(({ channel_id, ...row }) => ({
    ...row,
    kind: 'mailing',
    isToOwner: false,
    visit: 'next',
    channelId: ChannelId.parse(channel_id),
  }));
}
