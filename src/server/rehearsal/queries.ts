import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { Rehearsal, RehearsalId, RehearsalSummary } from '#contract/rehearsal/calls.ts';
import { FlowId, FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Rehearsals } from '#server/platform/database/schema.gen.ts';
import type { LastSendOfDay } from './last-send-of-day.ts';

const StoredFlows = z.array(
  z.object({
    flowId: FlowId.nullable(),
    title: z.string(),
    kind: FlowKind,
    isUnsaved: z.boolean().default(false),
    version: z.int(),
    lastStartedAt: z.iso.datetime().nullable(),
    plannedUntil: z.iso.datetime().nullable().default(null),
    settings: FlowSettings,
  }),
);

const StoredLast = z.record(z.string(), z.object({ at: z.string(), contactId: z.string(), subjectId: z.string() }));

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
  lastLeaving: LastSendOfDay;
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
  change: Partial<Pick<StoredRehearsal, 'status' | 'done' | 'after' | 'summary' | 'lastLeaving' | 'finishedAt'>>,
): Promise<void> {
  await tx
    .updateTable('rehearsals')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.done !== undefined && { done: change.done }),
      ...(change.after && { after_contact_id: change.after }),
      ...(change.summary && { summary: JSON.stringify(change.summary) }),
      ...(change.lastLeaving && { last_leaving: JSON.stringify(change.lastLeaving) }),
      ...(change.finishedAt && { finished_at: change.finishedAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes rehearsals that ended their retention period. */
export async function forgetRehearsals({ tx, tenantId }: TenantScope, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('rehearsals').where('tenant_id', '=', tenantId).where('created_at', '<', before).execute();
}

export function toRehearsal(row: Selectable<Rehearsals>): StoredRehearsal {
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
    lastLeaving: StoredLast.parse(row.last_leaving),
    startedAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
