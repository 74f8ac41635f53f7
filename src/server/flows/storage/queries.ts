import type { MendableRule } from '#contract/flows/reach-values.ts';
import type { FlowErrorCode, FlowId, FlowMode, FlowStatus } from '#contract/flows/calls.ts';
import type { FlowToFill } from '#contract/flows/to-fill.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { retireSender } from '#server/delivery/ledger/sender-actions.ts';
import { saveVersion } from '#server/senders/versions/saving-actions.ts';
import { importanceOf, senderKindOf } from './sender-rules.ts';
import type { StoredFlow } from './stored-flows.ts';

export type NewFlow = Omit<
  StoredFlow,
  | 'version'
  | 'updatedAt'
  | 'plannedUntil'
  | 'isDeleted'
  | 'errorReason'
  | 'errorCode'
  | 'statusBefore'
  | 'toFill'
  | 'liveSince'
  | 'attention'
> & {
  toFill?: readonly FlowToFill[];
};

/** Inserts a flow, its first version and the sender of its messages. */
export async function insertFlow(
  scope: TenantScope,
  flow: NewFlow,
  by: { memberId: MemberId; now: Temporal.Instant },
): Promise<void> {
  await saveFlowVersion(scope, { ...flow, version: 1 }, by);
  await scope.tx
    .insertInto('flows')
    .values({
      tenant_id: scope.tenantId,
      id: flow.id,
      kind: flow.kind,
      title: flow.title,
      status: flow.status,
      mode: flow.mode,
      test_phones: flow.testPhones,
      version: 1,
      settings: JSON.stringify(flow.settings),
      last_started_at: flow.lastStartedAt,
      to_fill: [...(flow.toFill ?? [])],
      created_at: by.now,
      updated_at: by.now,
    })
    .execute();
}

async function saveFlowVersion(
  scope: TenantScope,
  flow: Pick<StoredFlow, 'id' | 'kind' | 'title' | 'settings' | 'version'>,
  by: { memberId: MemberId; now: Temporal.Instant },
): Promise<void> {
  const traits = { importance: importanceOf(flow.kind), passOnMinutes: flow.settings.passOnMinutes };
  await saveVersion(scope, { ...flow, kind: senderKindOf(flow.kind) }, { traits, ...by });
}

/** Writes the next version of a flow; settings left out do not change. */
export async function updateFlowSettings(
  scope: TenantScope,
  flow: Pick<StoredFlow, 'id' | 'kind' | 'title' | 'settings' | 'version'> &
    Partial<Pick<StoredFlow, 'testPhones' | 'toFill'>>,
  by: { memberId: MemberId; now: Temporal.Instant },
): Promise<void> {
  await updateFlow(scope, flow.id, by.now, {
    title: flow.title,
    settings: JSON.stringify(flow.settings),
    version: flow.version,
    ...(flow.testPhones && { test_phones: flow.testPhones }),
    ...(flow.toFill && { to_fill: flow.toFill }),
  });
  await saveFlowVersion(scope, flow, by);
}

export async function setFlowStatus(
  scope: TenantScope,
  id: FlowId,
  change: {
    status: FlowStatus;
    errorReason: string | null;
    errorCode?: FlowErrorCode | null;
    statusBefore?: FlowStatus | null;
    startedAt?: Temporal.Instant;
  },
  now: Temporal.Instant,
): Promise<void> {
  await updateFlow(scope, id, now, {
    status: change.status,
    error_reason: change.errorReason,
    error_code: change.errorCode ?? null,
    status_before: change.statusBefore ?? null,
    ...(change.startedAt && { last_started_at: change.startedAt }),
  });
}

export async function setFlowMode(
  scope: TenantScope,
  id: FlowId,
  mode: FlowMode,
  now: Temporal.Instant,
): Promise<void> {
  await updateFlow(scope, id, now, { mode, live_since: mode === 'combat' ? now : null });
}

/** @param testPhones E.164; empty for the cabinet's own */
export async function setFlowTestPhones(
  scope: TenantScope,
  id: FlowId,
  testPhones: string[],
  now: Temporal.Instant,
): Promise<void> {
  await updateFlow(scope, id, now, { test_phones: testPhones });
}

/** @param deletedAt null restores the flow */
export async function setFlowDeleted(
  scope: TenantScope,
  id: FlowId,
  deletedAt: Temporal.Instant | null,
  now: Temporal.Instant,
): Promise<void> {
  await updateFlow(scope, id, now, { deleted_at: deletedAt });
  await retireSender(scope, id, deletedAt);
}

export async function setPlannedUntil(
  { tx, tenantId }: TenantScope,
  id: FlowId,
  plannedUntil: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('flows')
    .set({ planned_until: plannedUntil })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Changes no settings, so the flow does not count as changed. */
export async function setFlowAttention(
  { tx, tenantId }: TenantScope,
  id: FlowId,
  attention: { rule: MendableRule; since: Temporal.Instant } | null,
): Promise<void> {
  await tx
    .updateTable('flows')
    .set({ attention_rule: attention?.rule ?? null, attention_since: attention?.since ?? null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

async function updateFlow(
  { tx, tenantId }: TenantScope,
  id: FlowId,
  now: Temporal.Instant,
  change: Partial<{
    title: string;
    settings: string;
    test_phones: string[];
    version: number;
    status: string;
    error_reason: string | null;
    error_code: string | null;
    status_before: string | null;
    last_started_at: Temporal.Instant;
    mode: string;
    live_since: Temporal.Instant | null;
    deleted_at: Temporal.Instant | null;
    to_fill: string[];
  }>,
): Promise<void> {
  await tx
    .updateTable('flows')
    .set({ ...change, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
