import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts.ts';
import { DecisionRule } from '#contract/delivery.ts';
import { Rehearsal, RehearsalId, RehearsalRow, RehearsalSummary } from '#contract/flow-rehearsals.ts';
import { FlowId, FlowKind, FlowSettings, SubjectKind } from '#contract/flows.ts';
import type { MemberId } from '#contract/tenants.ts';
import { readCursor, toPage } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { Rehearsals } from '#server/platform/schema.gen.ts';
import type { RehearsedRow } from './rehearsing.ts';

const StoredFlows = z.array(
  z.object({
    flowId: FlowId.nullable(),
    title: z.string(),
    kind: FlowKind,
    version: z.int(),
    lastStartedAt: z.iso.datetime().nullable(),
    settings: FlowSettings,
  }),
);

export type StoredRehearsal = {
  id: RehearsalId;
  flows: z.infer<typeof StoredFlows>;
  days: number;
  from: Temporal.Instant;
  until: Temporal.Instant;
  status: z.infer<typeof Rehearsal>['status'];
  done: number;
  total: number;
  after: ContactId | null;
  summary: RehearsalSummary;
  startedAt: Temporal.Instant;
  finishedAt: Temporal.Instant | null;
};

export async function insertRehearsal(
  { tx, tenantId }: TenantScope,
  rehearsal: Pick<StoredRehearsal, 'flows' | 'days' | 'from' | 'until' | 'total' | 'summary'>,
  by: { memberId: MemberId; now: Temporal.Instant },
): Promise<RehearsalId> {
  const id = newId(RehearsalId);
  await tx
    .insertInto('rehearsals')
    .values({
      tenant_id: tenantId,
      id,
      member_id: by.memberId,
      flows: JSON.stringify(rehearsal.flows),
      days: rehearsal.days,
      from_at: rehearsal.from,
      until_at: rehearsal.until,
      status: 'running',
      total: rehearsal.total,
      summary: JSON.stringify(rehearsal.summary),
      created_at: by.now,
    })
    .execute();
  return id;
}

export async function findRehearsal(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  { isLocked = false } = {},
): Promise<StoredRehearsal | undefined> {
  const row = await tx
    .selectFrom('rehearsals')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && toRehearsal(row);
}

export async function updateRehearsal(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  change: Partial<Pick<StoredRehearsal, 'status' | 'done' | 'after' | 'summary' | 'finishedAt'>>,
): Promise<void> {
  await tx
    .updateTable('rehearsals')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.done !== undefined && { done: change.done }),
      ...(change.after && { after_contact_id: change.after }),
      ...(change.summary && { summary: JSON.stringify(change.summary) }),
      ...(change.finishedAt && { finished_at: change.finishedAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Rehearsals of old are nobody's any more. */
export async function forgetRehearsals({ tx, tenantId }: TenantScope, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('rehearsals').where('tenant_id', '=', tenantId).where('created_at', '<', before).execute();
}

export type ShownRow = RehearsedRow & { isBusy: boolean };

export async function insertRows(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  rows: readonly ShownRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    id: newId(z.uuid()),
    flow_index: row.flowIndex,
    contact_id: row.contactId,
    subject_kind: row.subject.kind,
    subject_id: row.subject.id,
    outcome: row.outcome,
    rule: row.rule,
    compared: row.compared,
    at: row.at.toString(),
    body: row.body,
    is_busy: row.isBusy,
  }));
  await sql`
    insert into rehearsal_rows (tenant_id, rehearsal_id, id, flow_index, contact_id, subject_kind, subject_id, outcome,
      rule, compared, at, body, is_busy)
    select ${tenantId}::uuid, ${id}::uuid, w.*
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
      id uuid, flow_index int, contact_id uuid, subject_kind text, subject_id uuid, outcome text, rule text,
      compared jsonb, at timestamptz, body text, is_busy boolean)`.execute(tx);
}

const RowCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function pageOfRows(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  wish: {
    outcome: 'sent' | 'skipped';
    rule?: DecisionRule | undefined;
    busy?: boolean | undefined;
    flowIndex?: number | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: z.input<typeof RehearsalRow>[]; nextCursor: string | null }> {
  const after = readCursor(wish.cursor, RowCursor);
  const rows = await tx
    .selectFrom('rehearsal_rows as r')
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.contact_id'),
    )
    .selectAll('r')
    .select(['c.name', 'c.phone'])
    .where('r.tenant_id', '=', tenantId)
    .where('r.rehearsal_id', '=', id)
    .where('r.outcome', '=', wish.outcome)
    .$if(wish.rule !== undefined, (query) => query.where('r.rule', '=', wish.rule ?? ''))
    .$if(wish.busy === true, (query) => query.where('r.is_busy', '=', true))
    .$if(wish.flowIndex !== undefined, (query) => query.where('r.flow_index', '=', wish.flowIndex ?? 0))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(r.at, r.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('r.at')
    .orderBy('r.id')
    .limit(wish.limit + 1)
    .execute();
  return toPage(
    rows,
    wish.limit,
    (row) => ({
      id: row.id,
      flowIndex: row.flow_index,
      contactId: row.contact_id,
      contactName: row.name ?? '',
      phone: row.phone,
      subjectKind: SubjectKind.parse(row.subject_kind),
      subjectId: row.subject_id,
      outcome: row.outcome === 'sent' ? ('sent' as const) : ('skipped' as const),
      rule: DecisionRule.parse(row.rule),
      compared: z.record(z.string(), z.unknown()).parse(row.compared),
      at: row.at.toString(),
      body: row.body,
      isBusy: row.is_busy,
    }),
    (row) => [row.at.toString(), row.id],
  );
}

function toRehearsal(row: Selectable<Rehearsals>): StoredRehearsal {
  return {
    id: RehearsalId.parse(row.id),
    flows: StoredFlows.parse(row.flows),
    days: row.days,
    from: row.from_at,
    until: row.until_at,
    status: Rehearsal.shape.status.parse(row.status),
    done: row.done,
    total: row.total,
    after: row.after_contact_id === null ? null : ContactId.parse(row.after_contact_id),
    summary: RehearsalSummary.parse(row.summary),
    startedAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
