import { type ExpressionBuilder, sql } from 'kysely';
import type { PaymentId } from '#contract/billing/calls.ts';
import type { ManagerId } from '#contract/admin/people.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { PAYMENT_COLUMNS, toPayment } from '#server/billing/written/written-reads.ts';
import type { SystemScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import { escaped } from '#server/admin/queries.ts';

const PREFIXED = PAYMENT_COLUMNS.map((column) => `p.${column}` as const);

/** A row of a payment with what the operator keeps about it, and its periods together. */
export type PayRow = Awaited<ReturnType<typeof listPaysOfTenant>>[number];

type Tables = ExpressionBuilder<{ p: DB['payments'] }, 'p'>;

/** Payments of one cabinet, newest first. */
export async function listPaysOfTenant(
  { tx }: SystemScope,
  tenantId: TenantId,
  { success, offset, limit }: { success: boolean | undefined; offset: number; limit: number },
) {
  const rows = await pays({ tx })
    .where('p.tenant_id', '=', tenantId)
    .$if(success !== undefined, (query) => query.where((eb) => isSuccess(eb, success === true)))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, payment: toPayment(row) }));
}

export async function countPaysOfTenant(
  { tx }: SystemScope,
  tenantId: TenantId,
  success: boolean | undefined,
): Promise<number> {
  const row = await tx
    .selectFrom('payments as p')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.tenant_id', '=', tenantId)
    .$if(success !== undefined, (query) => query.where((eb) => isSuccess(eb, success === true)))
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function findPay({ tx }: SystemScope, tenantId: TenantId, id: PaymentId): Promise<PayRow | undefined> {
  const row = await pays({ tx }).where('p.tenant_id', '=', tenantId).where('p.id', '=', id).executeTakeFirst();
  return row && { ...row, payment: toPayment(row) };
}

export type PayFilters = {
  success?: boolean | undefined;
  tariff?: number | undefined;
  managerId?: ManagerId | undefined;
  tenantId?: TenantId | undefined;
  search?: string | undefined;
};

/** Payments of all cabinets, newest first; one more than `limit`. */
export async function listPaysOfAll(
  { tx }: SystemScope,
  filters: PayFilters,
  { after, limit }: { after: readonly [createdAt: string, id: string] | null; limit: number },
): Promise<PayRow[]> {
  const { success, tariff, managerId, tenantId, search } = filters;
  const rows = await pays({ tx })
    .where(isBeyond([sql.ref('p.created_at'), sql.ref('p.id')], after, 'desc'))
    .$if(success !== undefined, (query) => query.where((eb) => isSuccess(eb, success === true)))
    .$if(tariff !== undefined, (query) => query.where(hasTariff(tariff ?? 0)))
    .$if(managerId !== undefined, (query) => query.where('r.manager_id', '=', managerId ?? ''))
    .$if(tenantId !== undefined, (query) => query.where('p.tenant_id', '=', tenantId ?? ''))
    .$if(Boolean(search), (query) =>
      query.where('p.tenant_id', 'in', (eb) =>
        eb
          .selectFrom('members')
          .select('tenant_id')
          .where('email', 'like', `${escaped(search ?? '')}%`),
      ),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, payment: toPayment(row) }));
}

function pays({ tx }: SystemScope) {
  return tx
    .selectFrom('payments as p')
    .leftJoin('payment_records as r', (join) =>
      join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select(PREFIXED)
    .select(['p.tenant_id', 'r.is_free', 'r.paid_at', 'r.comment', 'r.reason as written_reason', 'r.manager_id'])
    .select(['r.pay_destination_id', 'r.instance_ids', 'r.internal_yclients_companies_ids'])
    .select(['r.iiko_organizations_ids', 'r.med_flex_lpu_ids'])
    .select([periodOf('min').as('begins_at'), periodOf('max').as('ends_at')])
    .select((eb) =>
      eb
        .selectFrom('members as m')
        .select('m.email')
        .whereRef('m.tenant_id', '=', 'p.tenant_id')
        .whereRef('m.id', '=', 'p.member_id')
        .as('member_email'),
    );
}

const isSuccess = (eb: Tables, success: boolean) => eb('p.status', success ? '=' : '<>', 'succeeded');

const hasTariff = (tariff: number) =>
  sql<boolean>`p.lines @> ${JSON.stringify([{ line: { tariffId: tariff } }])}::jsonb`;

/** The first beginning or the last end of the periods that a payment gave. */
const periodOf = (which: 'min' | 'max') =>
  sql<Temporal.Instant | null>`(
    select ${sql.raw(which === 'min' ? 'min(t.begins_at)' : 'max(t.ends_at)')} from paid_tariffs t
    where t.tenant_id = p.tenant_id and t.key like 'payment:' || p.id || ':%')`;
