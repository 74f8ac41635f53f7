import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';

/** Lists review pages whose alerts or answers take a template of some name. */
export async function listTemplatesOfReviews(
  { tx, tenantId }: TenantScope,
  names: readonly string[],
): Promise<TemplateUseRow[]> {
  const { rows } = await sql<
    Omit<TemplateUseRow, 'kind' | 'status' | 'channelId' | 'isToOwner' | 'visit'> & {
      channel_id: string;
      is_to_owner: boolean;
    }
  >`
    select distinct widget.id, widget.name as title, template ->> 'channelId' as channel_id, template ->> 'name' as name,
      template ->> 'language' as language, template -> 'parameters' as parameters, is_to_owner
    from review_widgets widget
    cross join lateral (values
      (coalesce(widget.settings -> 'alertTemplates', '[]'::jsonb), true),
      (coalesce(widget.settings -> 'answerTemplates', '[]'::jsonb), false)) listed (templates, is_to_owner)
    cross join lateral jsonb_array_elements(listed.templates) template
    where widget.tenant_id = ${tenantId} and template ->> 'name' = any (${[...names]}::text[])
    order by title, widget.id`.execute(tx);
  return rows.map(({ channel_id, is_to_owner: isToOwner, ...row }) => ({
    ...row,
    isToOwner,
    visit: null,
    kind: 'review',
    status: 'working',
    channelId: ChannelId.parse(channel_id),
  }));
}
