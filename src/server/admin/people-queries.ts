import {
  type DialogueGrant,
  LeadInfo,
  Manager,
  ManagerId,
  PayDestination,
  type UserAccounts,
} from '#contract/admin/people.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

const MANAGER = ['id', 'name', 'is_fired as isFired'] as const;

export async function listManagerRows({ tx }: SystemScope): Promise<Manager[]> {
  const rows = await tx
    .selectFrom('managers')
    .select(MANAGER)
    .orderBy('is_fired')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => Manager.parse(row));
}

export async function insertManager({ tx }: SystemScope, name: string, at: Temporal.Instant): Promise<Manager> {
  const id = newId(ManagerId);
  await tx.insertInto('managers').values({ id, name, created_at: at }).execute();
  return { id, name, isFired: false };
}

/** @returns undefined when there is none */
export async function updateManager(
  { tx }: SystemScope,
  id: ManagerId,
  { name, isFired }: { name?: string | undefined; isFired?: boolean | undefined },
): Promise<Manager | undefined> {
  const row = await tx
    .updateTable('managers')
    .set((eb) => ({ name: name ?? eb.ref('name'), is_fired: isFired ?? eb.ref('is_fired') }))
    .where('id', '=', id)
    .returning(MANAGER)
    .executeTakeFirst();
  return row && Manager.parse(row);
}

export async function listDestinationRows({ tx }: SystemScope): Promise<PayDestination[]> {
  return tx.selectFrom('pay_destinations').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}

export async function insertDestination(
  { tx }: SystemScope,
  name: string,
  at: Temporal.Instant,
): Promise<PayDestination> {
  const id = newId(PayDestination.shape.id);
  await tx.insertInto('pay_destinations').values({ id, name, created_at: at }).execute();
  return { id, name };
}

export async function findLeadInfo({ tx, tenantId }: TenantScope): Promise<LeadInfo> {
  const row = await tx
    .selectFrom('client_records')
    .select(['first_line_manager_id as firstLineManagerId', 'second_line_manager_id as secondLineManagerId'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ? LeadInfo.parse(row) : { firstLineManagerId: null, secondLineManagerId: null };
}

/** Columns of a record; what is left out stays. */
type ClientRecord = {
  is_duplication?: boolean;
  is_sms_one_tariff_enabled?: boolean;
  first_line_manager_id?: string | null;
  second_line_manager_id?: string | null;
};

export async function putClientRecord({ tx, tenantId }: TenantScope, record: ClientRecord): Promise<void> {
  await tx
    .insertInto('client_records')
    .values({ tenant_id: tenantId, ...record })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ tenant_id: tenantId, ...record }))
    .execute();
}

export async function listChannelsOfCabinet({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('channels')
    .select(['id', 'kind', 'title', 'address', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Connections with their branches; those without any have one row with empty branch columns. */
export async function listConnectionsOfCabinet({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('connections as c')
    .leftJoin('branches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'c.tenant_id').onRef('b.connection_id', '=', 'c.id'),
    )
    .select(['c.id', 'c.kind', 'c.title', 'c.state'])
    .select(['b.external_id as branchId', 'b.title as branchTitle', 'b.is_active', 'b.webhooks_count'])
    .select(['b.active_masters_count', 'b.time_zone', 'b.city'])
    .where('c.tenant_id', '=', tenantId)
    .where('c.removed_at', 'is', null)
    .orderBy('c.created_at')
    .orderBy('b.title')
    .orderBy('b.id')
    .execute();
}

export type CompanyOfCabinet = UserAccounts['yclientsCompanies'][number];

type NewGrant = Omit<DialogueGrant, 'at'> & { at: Temporal.Instant; grantedBy: MemberId };

export async function insertGrant({ tx, tenantId }: TenantScope, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('dialogue_grants')
    .values({
      tenant_id: tenantId,
      id: grant.id,
      granted_by: grant.grantedBy,
      dialogues: grant.count,
      granted_on: grant.date,
      amount_micro_usd: grant.amountMicroUsd,
      created_at: grant.at,
    })
    .execute();
}

export async function listGrants({ tx, tenantId }: TenantScope, limit: number): Promise<DialogueGrant[]> {
  const rows = await tx
    .selectFrom('dialogue_grants')
    .select(['id', 'dialogues', 'granted_on', 'amount_micro_usd', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    count: row.dialogues,
    date: row.granted_on,
    amountMicroUsd: row.amount_micro_usd,
    at: row.created_at.toString(),
  }));
}
