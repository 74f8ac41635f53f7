import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';

/** Lists review pages whose alerts or answers take a template of some name. */
export async function listTemplatesOfReviews(
  { tx, tenantId }: TenantScope,
  names: readonly string[],
): Promise<TemplateUseRow[]> {
  const { rows } = await sql<Pick<TemplateUseRow, 'id' | 'title' | 'name' | 'language'> & { channel_id: string }>`
    select distinct widget.id, widget.name as title, template ->> 'channelId' as channel_id, template ->> 'name' as name,
      template ->> 'language' as language
    from review_widgets widget
    cross join lateral jsonb_array_elements(coalesce(widget.settings -> 'alertTemplates', '[]'::jsonb)
      || coalesce(widget.settings -> 'answerTemplates', '[]'::jsonb)) template
    where widget.tenant_id = ${tenantId} and template ->> 'name' = any (${[...names]}::text[])
    order by title, widget.id`.execute(tx);
  return rows.map(({ channel_id, ...row }) => ({
    ...row,
    kind: 'review',
    status: 'working',
    channelId: ChannelId.parse(channel_id),
  }));
}
