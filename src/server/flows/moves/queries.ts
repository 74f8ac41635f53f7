import { sql } from 'kysely';
import { DealId, DealStageId } from '#contract/deals/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** @property day UTC, of the send */
export type DealMove = { flowId: string; dealId: DealId; stageId: DealStageId; day: string };

/** Moves that the flows of some messages make, by the settings that the messages were planned with; tests make none. */
export async function listMoves({ tx, tenantId }: TenantScope, messageIds: readonly string[]): Promise<DealMove[]> {
  const { rows } = await sql<{ flow_id: string; deal_id: string; stage_id: string; day: string }>`
    select m.sender_id as flow_id, coalesce(d.id, m.subject_id) as deal_id,
      v.settings #>> '{options,moveDeal,stageId}' as stage_id, to_char(m.accepted_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from messages m
    join sender_versions v on v.tenant_id = m.tenant_id and v.sender_id = m.sender_id and v.version = m.sender_version
    left join deal_tasks t on m.subject_kind = 'deal_task' and t.tenant_id = m.tenant_id and t.id = m.subject_id
    left join deals d on d.tenant_id = t.tenant_id and d.branch_id = t.branch_id and d.external_id = t.deal_external_id
    where m.tenant_id = ${tenantId} and m.id = any (${[...messageIds]}::uuid[]) and not m.is_test
      and m.subject_kind in ('deal', 'deal_task') and v.settings #>> '{options,moveDeal,stageId}' is not null
      and (m.subject_kind = 'deal' or d.id is not null)
    order by m.accepted_at, m.id`.execute(tx);
  return rows.map((row) => ({
    flowId: row.flow_id,
    dealId: DealId.parse(row.deal_id),
    stageId: DealStageId.parse(row.stage_id),
    day: row.day,
  }));
}
