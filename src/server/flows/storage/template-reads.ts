import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';

/** Lists flows whose message takes a template of some name. */
export async function listTemplatesOfFlows(
  { tx, tenantId }: TenantScope,
  names: readonly string[],
): Promise<TemplateUseRow[]> {
  const { rows } = await sql<Omit<TemplateUseRow, 'channelId' | 'kind'> & { channel_id: string }>`
    select flow.id, flow.title, flow.status, template ->> 'channelId' as channel_id, template ->> 'name' as name,
      template ->> 'language' as language
    from flows flow
    cross join lateral jsonb_array_elements(flow.settings -> 'content' -> 'templates') template
    where flow.tenant_id = ${tenantId} and flow.deleted_at is null and template ->> 'name' = any (${[...names]}::text[])
    order by lower(flow.title), flow.id`.execute(tx);
  return rows.map(({ channel_id, ...row }) => ({ ...row, kind: 'flow', channelId: ChannelId.parse(channel_id) }));
}
