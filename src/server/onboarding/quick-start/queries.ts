import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { QuickStart } from '#contract/onboarding/quick-start.ts';
import { QUICK_START_KINDS, type QuickStartKind } from '#contract/onboarding/quick-start-values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const KindColumn = z.enum(QUICK_START_KINDS);

const COLUMNS = [
  'step',
  'goal',
  'figures',
  'flow_id',
  'assistant_id',
  'start_when',
  'starts_at',
  'finished_at',
] as const;

export type StoredQuickStart = Omit<QuickStart, 'startsAt' | 'isFinished'> & {
  startsAt: Temporal.Instant | null;
  finishedAt: Temporal.Instant | null;
};

/** The answers of a quick start that was not begun. */
export const NOT_STARTED: StoredQuickStart = {
  step: 1,
  goal: null,
  figures: null,
  flowId: null,
  assistantId: null,
  when: null,
  startsAt: null,
  finishedAt: null,
};

/** Reads a quick start; the flow and the assistant of one that were deleted are left out. */
export async function findQuickStart(scope: TenantScope, kind: QuickStartKind): Promise<StoredQuickStart> {
  const row = await scope.tx
    .selectFrom('quick_starts')
    .leftJoin('flows', (join) =>
      join.onRef('flows.tenant_id', '=', 'quick_starts.tenant_id').onRef('flows.id', '=', 'quick_starts.flow_id'),
    )
    .leftJoin('assistants', (join) =>
      join
        .onRef('assistants.tenant_id', '=', 'quick_starts.tenant_id')
        .onRef('assistants.id', '=', 'quick_starts.assistant_id'),
    )
    .select(COLUMNS.map((column) => `quick_starts.${column}` as const))
    .select(['flows.deleted_at as flow_deleted_at', 'assistants.deleted_at as assistant_deleted_at'])
    .where('quick_starts.tenant_id', '=', scope.tenantId)
    .where('quick_starts.kind', '=', kind)
    .executeTakeFirst();
  if (!row) return NOT_STARTED;
  const { step, goal, figures, when } = QuickStart.pick({ step: true, goal: true, figures: true, when: true }).parse({
    ...row,
    when: row.start_when,
  });
  return {
    step,
    goal,
    figures,
    when,
    flowId: row.flow_id && !row.flow_deleted_at ? FlowId.parse(row.flow_id) : null,
    assistantId: row.assistant_id && !row.assistant_deleted_at ? AssistantId.parse(row.assistant_id) : null,
    startsAt: row.starts_at,
    finishedAt: row.finished_at,
  };
}

/** The kind of quick start that was changed last. */
export async function findLatestKind({ tx, tenantId }: TenantScope): Promise<QuickStartKind | undefined> {
  const row = await tx
    .selectFrom('quick_starts')
    .select('kind')
    .where('tenant_id', '=', tenantId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && KindColumn.parse(row.kind);
}

/** Locks the row of a quick start until the transaction ends, and makes it when there is none. */
export async function lockQuickStart(
  { tx, tenantId }: TenantScope,
  kind: QuickStartKind,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('quick_starts')
    .values({ tenant_id: tenantId, kind, updated_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind']).doUpdateSet({ updated_at: now }))
    .execute();
}

/** Stores parts of a locked row; the others stay. */
export async function updateQuickStart(
  { tx, tenantId }: TenantScope,
  kind: QuickStartKind,
  { step, goal, figures, flowId, assistantId, when, startsAt, finishedAt }: Partial<StoredQuickStart>,
): Promise<void> {
  const changed = {
    ...(step !== undefined && { step }),
    ...(goal !== undefined && { goal }),
    ...(figures !== undefined && { figures }),
    ...(flowId !== undefined && { flow_id: flowId }),
    ...(assistantId !== undefined && { assistant_id: assistantId }),
    ...(when !== undefined && { start_when: when }),
    ...(startsAt !== undefined && { starts_at: startsAt }),
    ...(finishedAt !== undefined && { finished_at: finishedAt }),
  };
  if (Object.keys(changed).length === 0) return;
  await tx
    .updateTable('quick_starts')
    .set(changed)
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .execute();
}
