import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { type FlowKindName, isForOwner } from '#contract/flows/kinds.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';

/** Kinds whose words suit a person's message too, with the visit they are about. */
const VISITS: Partial<Record<FlowKindName, 'next' | 'last'>> = {
  visit_created: 'next',
  visit_reminder: 'next',
  review_request: 'last',
  repeat_visit: 'last',
};

/** Lists flows whose message takes a template of some name. */
export async function listTemplatesOfFlows(
  { tx, tenantId }: TenantScope,
  names: readonly string[],
): Promise<TemplateUseRow[]> {
  const { rows } = await sql<
    Omit<TemplateUseRow, 'channelId' | 'kind' | 'isToOwner' | 'visit'> & { channel_id: string; flow_kind: FlowKindName }
  >`
    select flow.id, flow.title, flow.status, template ->> 'channelId' as channel_id, template ->> 'name' as name,
      template ->> 'language' as language, template -> 'parameters' as parameters, flow.kind as flow_kind
    from flows flow
    cross join lateral jsonb_array_elements(flow.settings -> 'content' -> 'templates') template
    where flow.tenant_id = ${tenantId} and flow.deleted_at is null and template ->> 'name' = any (${[...names]}::text[])
    order by lower(flow.title), flow.id`.execute(tx);
  return rows.map(({ channel_id, flow_kind, ...row }) => ({
    ...row,
    kind: 'flow',
    isToOwner: isForOwner(flow_kind),
    visit: VISITS[flow_kind] ?? null,
    channelId: ChannelId.parse(channel_id),
  }));
}
