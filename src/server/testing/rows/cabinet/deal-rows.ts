import { randomUUID } from 'node:crypto';

type Ids = Record<'contactId' | 'branchId' | 'connectionId' | 'mark', string>;

/** A row of each table of deals, without the tenant, in the order of their references. */
export function dealRows(ids: Ids & { at: string }): Record<string, Record<string, unknown>> {
  const { contactId, branchId, connectionId, mark, at } = ids;
  const [pipelineId, stageId, dealId] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    deal_pipelines: { id: pipelineId, branch_id: branchId, external_id: mark, title: mark },
    deal_stages: { id: stageId, pipeline_id: pipelineId, external_id: mark, title: mark, kind: 'open' },
    deals: {
      id: dealId,
      branch_id: branchId,
      external_id: mark,
      title: mark,
      stage_id: stageId,
      contact_id: contactId,
      created_at: at,
      source_changed_at: at,
      read_at: at,
      recorded_at: at,
    },
    deal_people: { deal_id: dealId, place: 0, branch_id: branchId, external_id: mark },
    deal_tasks: {
      id: randomUUID(),
      branch_id: branchId,
      external_id: mark,
      deal_external_id: mark,
      text: mark,
      due_at: at,
      source_changed_at: at,
      read_at: at,
    },
    unwanted_notes: { connection_id: connectionId },
  };
}
