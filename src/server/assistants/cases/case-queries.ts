import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { type AssistantCase, AssistantCaseId, CaseSettings } from '#contract/assistants/cases.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';

const COLUMNS = ['id', 'settings', 'created_at', 'updated_at'] as const;

/** @param readyName null: it is no ready case @returns false: the assistant has that ready case */
export async function insertCase(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  given: { id: AssistantCaseId; settings: CaseSettings; readyName: string | null; at: Temporal.Instant },
): Promise<boolean> {
  const { id, settings, readyName, at } = given;
  const inserted = await tx
    .insertInto('assistant_cases')
    .values({
      tenant_id: tenantId,
      id,
      assistant_id: assistantId,
      settings: JSON.stringify(settings),
      ready_name: readyName,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows) > 0;
}

export async function findCase(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  caseId: AssistantCaseId,
): Promise<(AssistantCase & { isDeleted: boolean; readyName: string | null }) | null> {
  const row = await tx
    .selectFrom('assistant_cases')
    .select([...COLUMNS, 'deleted_at', 'ready_name'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('id', '=', caseId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { ...toCase(row), isDeleted: row.deleted_at !== null, readyName: row.ready_name } : null;
}

export async function updateCase(
  { tx, tenantId }: TenantScope,
  caseId: AssistantCaseId,
  changes: { settings?: CaseSettings; deletedAt?: Temporal.Instant | null; readyName?: null; at: Temporal.Instant },
): Promise<void> {
  const { settings, deletedAt, readyName, at } = changes;
  await tx
    .updateTable('assistant_cases')
    .set({
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(deletedAt !== undefined && { deleted_at: deletedAt }),
      ...(readyName !== undefined && { ready_name: readyName }),
      updated_at: at,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', caseId)
    .execute();
}

const ByCreation = z.tuple([z.iso.datetime(), AssistantCaseId]);

/** Cases that are not deleted, newest first, and one more than the limit where there are more. */
export async function listCaseRows(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<AssistantCase[]> {
  const rows = await tx
    .selectFrom('assistant_cases')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('deleted_at', 'is', null)
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, ByCreation), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toCase);
}

export async function countCases({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<number> {
  const row = await tx
    .selectFrom('assistant_cases')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether a draft with newly failing cases may not be published. */
export async function isRefusingFailing({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<boolean> {
  const row = await tx
    .selectFrom('assistants')
    .select('refuses_failing_cases')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', assistantId)
    .executeTakeFirst();
  return row?.refuses_failing_cases ?? false;
}

export async function updateRefusing(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  refusesFailing: boolean,
): Promise<void> {
  await tx
    .updateTable('assistants')
    .set({ refuses_failing_cases: refusesFailing })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', assistantId)
    .execute();
}

type Row = Pick<Selectable<DB['assistant_cases']>, (typeof COLUMNS)[number]>;

function toCase(row: Row): AssistantCase {
  return {
    id: AssistantCaseId.parse(row.id),
    settings: CaseSettings.parse(row.settings),
    createdAt: row.created_at.toString(),
    updatedAt: row.updated_at.toString(),
  };
}
