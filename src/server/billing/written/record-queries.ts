import type { PaymentId } from '#contract/billing/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The operator's notes about a payment. */
export type PaymentRecord = {
  isFree: boolean;
  paidAt: Temporal.Instant | null;
  comment: string;
  reason: string;
  managerId: string | null;
  payDestinationId: string | null;
  instanceIds: string[];
  internalYclientsCompaniesIds: string[];
  iikoOrganizationsIds: string[];
  medFlexLpuIds: string[];
  linkUntil: Temporal.Instant | null;
};

export const NO_RECORD: PaymentRecord = {
  isFree: false,
  paidAt: null,
  comment: '',
  reason: '',
  managerId: null,
  payDestinationId: null,
  instanceIds: [],
  internalYclientsCompaniesIds: [],
  iikoOrganizationsIds: [],
  medFlexLpuIds: [],
  linkUntil: null,
};

export async function findRecord({ tx, tenantId }: TenantScope, paymentId: PaymentId): Promise<PaymentRecord> {
  const row = await tx
    .selectFrom('payment_records')
    .select(['is_free as isFree', 'paid_at as paidAt', 'comment', 'reason', 'manager_id as managerId'])
    .select(['pay_destination_id as payDestinationId', 'instance_ids as instanceIds'])
    .select(['internal_yclients_companies_ids as internalYclientsCompaniesIds'])
    .select(['iiko_organizations_ids as iikoOrganizationsIds', 'med_flex_lpu_ids as medFlexLpuIds'])
    .select('link_until as linkUntil')
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row ?? NO_RECORD;
}

export async function putRecord(
  { tx, tenantId }: TenantScope,
  paymentId: PaymentId,
  record: PaymentRecord,
): Promise<void> {
  const columns = {
    is_free: record.isFree,
    paid_at: record.paidAt,
    comment: record.comment,
    reason: record.reason,
    manager_id: record.managerId,
    pay_destination_id: record.payDestinationId,
    instance_ids: record.instanceIds,
    internal_yclients_companies_ids: record.internalYclientsCompaniesIds,
    iiko_organizations_ids: record.iikoOrganizationsIds,
    med_flex_lpu_ids: record.medFlexLpuIds,
    link_until: record.linkUntil,
  };
  await tx
    .insertInto('payment_records')
    .values({ tenant_id: tenantId, payment_id: paymentId, ...columns })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'payment_id']).doUpdateSet(columns))
    .execute();
}
