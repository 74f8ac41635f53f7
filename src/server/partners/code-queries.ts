import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

export type OwnCode = {
  id: string;
  code: string;
  discountPercent: number;
  rewardPercent: number;
  rewardMinor: number;
  expireDate: Temporal.Instant | null;
  isDisabled: boolean;
  createdAt: Temporal.Instant;
};

/** Lists codes of the cabinet, newest first: it makes few, and the operator gives it few. */
export async function listOwnCodes({ tx, tenantId }: TenantScope): Promise<OwnCode[]> {
  const rows = await tx
    .selectFrom('promo_codes')
    .select(['id', 'code', 'discount_percent', 'reward_percent_owner', 'reward_sum_owner'])
    .select(['expire_date', 'disabled_at', 'created_at'])
    .where('owner_tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    discountPercent: row.discount_percent,
    rewardPercent: row.reward_percent_owner,
    rewardMinor: row.reward_sum_owner,
    expireDate: row.expire_date,
    isDisabled: row.disabled_at !== null,
    createdAt: row.created_at,
  }));
}

/** Counts visits by code, each visitor once a day. */
export async function countClicks({ tx, tenantId }: TenantScope): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('referral_clicks')
    .select(['promo_code_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .groupBy('promo_code_id')
    .execute();
  return new Map(rows.map((row) => [row.promo_code_id, row.count]));
}

/** Counts cabinets that came by each code, and those that paid. */
export async function countReferrals({
  tx,
  tenantId,
}: TenantScope): Promise<Map<string, { registered: number; paid: number }>> {
  const rows = await tx
    .selectFrom('referrals')
    .select([
      'promo_code_id',
      ({ fn }) => fn.count<number>('registered_at').as('registered'),
      ({ fn }) => fn.count<number>('paid_at').as('paid'),
    ])
    .where('tenant_id', '=', tenantId)
    .groupBy('promo_code_id')
    .execute();
  return new Map(rows.map(({ promo_code_id: id, registered, paid }) => [id, { registered, paid }]));
}

/** Locks the cabinet until the transaction ends, and counts its codes. */
export async function countCodesLocked({ tx }: SystemScope, tenantId: TenantId): Promise<number> {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forUpdate().execute();
  const row = await tx
    .selectFrom('promo_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The code of the link by which the cabinet came, while it may be used and nothing was paid. */
export async function findGift(
  { tx, tenantId }: TenantScope,
  now: Temporal.Instant,
): Promise<{ promocode: string; discountPercent: number; availableTariffTypes: number[] } | undefined> {
  const origin = await tx
    .selectFrom('referral_origins')
    .select('promo_code_id')
    .where('tenant_id', '=', tenantId)
    .where('first_payment_id', 'is', null)
    .where('promo_code_id', 'is not', null)
    .executeTakeFirst();
  if (!origin?.promo_code_id) return undefined;
  return tx
    .selectFrom('promo_codes')
    .select([
      'code as promocode',
      'discount_percent as discountPercent',
      'available_tariff_types as availableTariffTypes',
    ])
    .where('id', '=', origin.promo_code_id)
    .where('owner_tenant_id', '<>', tenantId)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('expire_date', 'is', null), eb('expire_date', '>', now)]))
    .executeTakeFirst();
}
