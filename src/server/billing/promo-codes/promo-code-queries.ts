import { sql } from 'kysely';
import { z } from 'zod';
import type { PaymentId } from '#contract/billing/calls.ts';
import { PromoCodeId } from '#contract/billing/promo-ids.ts';
import { type PromoCodeTerms, PromoCodeUse } from '#contract/billing/promo-codes.ts';
import { type PromoCodeState, PROMO_USE_STATES, type PromoUseState } from '#contract/billing/promo-values.ts';
import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { PromoTerms } from './rules.ts';

/** A promo code as it is stored. */
export type StoredPromo = PromoTerms & {
  id: PromoCodeId;
  code: string;
  rewardSumOwner: number;
  rewardPercentOwner: number;
  ownerTenantId: TenantId | null;
  createdAt: Temporal.Instant;
};

const COLUMNS = [
  'id',
  'code',
  'discount_percent',
  'payment_count',
  'payments_count_by_user',
  'expire_date',
  'available_tariff_types',
  'minimal_user_payments',
  'max_user_payments',
  'for_network_companies',
  'reward_sum_owner',
  'reward_percent_owner',
  'owner_tenant_id',
  'created_at',
  'disabled_at',
  'reserved',
  'used',
] as const;

/** Finds a code by its text. `tx` of a tenant or of the system. */
export async function findPromoByCode({ tx }: Pick<SystemScope, 'tx'>, code: string): Promise<StoredPromo | undefined> {
  const row = await tx.selectFrom('promo_codes').select(COLUMNS).where('code', '=', code).executeTakeFirst();
  return row && toPromo(row);
}

export async function findPromo({ tx }: Pick<SystemScope, 'tx'>, id: PromoCodeId): Promise<StoredPromo | undefined> {
  const row = await tx.selectFrom('promo_codes').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toPromo(row);
}

/** Other payments that enter the code wait until the transaction ends. */
export async function lockPromoByCode({ tx }: TenantScope, code: string): Promise<StoredPromo | undefined> {
  const row = await tx
    .selectFrom('promo_codes')
    .select(COLUMNS)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  return row && toPromo(row);
}

/** @returns undefined when the code exists already */
export async function insertPromo(
  { tx }: SystemScope,
  {
    code,
    terms,
    ownerTenantId,
    createdBy,
    now,
  }: {
    code: string;
    terms: Omit<PromoCodeTerms, 'promocode'>;
    ownerTenantId: TenantId | null;
    createdBy: MemberId;
    now: Temporal.Instant;
  },
): Promise<StoredPromo | undefined> {
  const row = await tx
    .insertInto('promo_codes')
    .values({
      id: newId(PromoCodeId),
      code,
      discount_percent: terms.discountPercent,
      payment_count: terms.paymentCount,
      payments_count_by_user: terms.paymentsCountByUser,
      expire_date: terms.expireDate === null ? null : Temporal.Instant.from(terms.expireDate),
      available_tariff_types: terms.availableTariffTypes,
      minimal_user_payments: terms.minimalUserPayments,
      max_user_payments: terms.maxUserPayments,
      for_network_companies: terms.forNetworkCompanies,
      reward_sum_owner: terms.rewardSumOwner,
      reward_percent_owner: terms.rewardPercentOwner,
      owner_tenant_id: ownerTenantId,
      created_by: createdBy,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toPromo(row);
}

/** @returns undefined when there is no such code */
export async function updateDisabled(
  { tx }: SystemScope,
  id: PromoCodeId,
  disabledAt: Temporal.Instant | null,
): Promise<StoredPromo | undefined> {
  const row = await tx
    .updateTable('promo_codes')
    .set({ disabled_at: disabledAt })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toPromo(row);
}

export type PromoPage = {
  search: string | undefined;
  state: PromoCodeState | undefined;
  ownerTenantId: TenantId | undefined;
  after: readonly [createdAt: string, id: string] | null;
  limit: number;
  now: Temporal.Instant;
};

/** Lists codes, newest first; one more than `limit`. */
export async function listPromoRows({ tx }: SystemScope, page: PromoPage): Promise<StoredPromo[]> {
  const { search, state, ownerTenantId, after, limit, now } = page;
  const rows = await tx
    .selectFrom('promo_codes')
    .select(COLUMNS)
    .$if(Boolean(search), (query) => query.where('code', 'like', `%${escaped(search ?? '')}%`))
    .$if(ownerTenantId !== undefined, (query) => query.where('owner_tenant_id', '=', ownerTenantId ?? ''))
    .$if(state !== undefined, (query) => query.where(isInState(now), '=', state ?? ''))
    .where(isBeyond([sql.ref('created_at'), sql.ref('id')], after, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toPromo);
}

/** As `promoState` of the rules. */
const isInState = (now: Temporal.Instant) =>
  sql<string>`case when disabled_at is not null then 'disabled' when expire_date <= ${now} then 'expired'
    when used >= payment_count then 'exhausted' else 'active' end`;

const escaped = (text: string): string => text.toUpperCase().replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`);

/** Names of cabinets. */
export async function listNames(
  { tx }: SystemScope,
  tenantIds: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, string>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [...tenantIds])
    .execute();
  return new Map(rows.map(({ id, name }) => [TenantId.parse(id), name]));
}

/** Lists uses of a code, newest first; one more than `limit`. */
export async function listUseRows(
  { tx }: SystemScope,
  id: PromoCodeId,
  { after, limit }: { after: readonly [createdAt: string, paymentId: string] | null; limit: number },
): Promise<PromoCodeUse[]> {
  const rows = await tx
    .selectFrom('promo_code_uses as u')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.id', '=', 'u.payment_id'),
    )
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.payment_id', 'u.tenant_id', 't.name', 'p.member_id', 'p.email', 'u.state'])
    .select(['p.amount_minor', 'p.currency', 'u.created_at'])
    .where('u.promo_code_id', '=', id)
    .where(isBeyond([sql.ref('u.created_at'), sql.ref('u.payment_id')], after, 'desc'))
    .orderBy('u.created_at', 'desc')
    .orderBy('u.payment_id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) =>
    PromoCodeUse.parse({
      paymentId: row.payment_id,
      userGuid: row.tenant_id,
      name: row.name,
      userId: row.member_id,
      email: row.email,
      state: row.state,
      amountMinor: row.amount_minor,
      currency: row.currency,
      createdAt: row.created_at.toString(),
    }),
  );
}

/** Adds to the counters of a code. Its row stays locked until the transaction ends. */
export async function countUses(
  { tx }: TenantScope,
  id: PromoCodeId,
  { reserved, used }: { reserved: number; used: number },
): Promise<void> {
  await tx
    .updateTable('promo_codes')
    .set({ reserved: sql<number>`reserved + ${reserved}`, used: sql<number>`used + ${used}` })
    .where('id', '=', id)
    .execute();
}

/** Uses of a code by the cabinet: those that were paid for, and those of its payments that have not ended. */
export async function countOwnUses(
  { tx, tenantId }: TenantScope,
  id: PromoCodeId,
): Promise<{ used: number; reserved: number }> {
  const count = (state: PromoUseState) => sql<number>`count(*) filter (where state = ${state})`;
  return tx
    .selectFrom('promo_code_uses')
    .select([count('used').as('used'), count('reserved').as('reserved')])
    .where('tenant_id', '=', tenantId)
    .where('promo_code_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Payments of the cabinet that succeeded. */
export async function countPaid({ tx, tenantId }: TenantScope): Promise<number> {
  const row = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertUse(
  { tx, tenantId }: TenantScope,
  use: {
    paymentId: PaymentId;
    promoCodeId: PromoCodeId;
    reservedUntil: Temporal.Instant;
    now: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('promo_code_uses')
    .values({
      tenant_id: tenantId,
      payment_id: use.paymentId,
      promo_code_id: use.promoCodeId,
      state: 'reserved',
      reserved_until: use.reservedUntil,
      created_at: use.now,
    })
    .execute();
}

/** Locks the use of a payment. */
export async function lockUse(
  { tx, tenantId }: TenantScope,
  paymentId: PaymentId,
): Promise<{ promoCodeId: PromoCodeId; state: PromoUseState; reservedUntil: Temporal.Instant } | undefined> {
  const row = await tx
    .selectFrom('promo_code_uses')
    .select(['promo_code_id as promoCodeId', 'state', 'reserved_until as reservedUntil'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      promoCodeId: PromoCodeId.parse(row.promoCodeId),
      state: z.enum(PROMO_USE_STATES).parse(row.state),
      reservedUntil: row.reservedUntil,
    }
  );
}

export async function setUseState(
  { tx, tenantId }: TenantScope,
  paymentId: PaymentId,
  state: PromoUseState,
): Promise<void> {
  await tx
    .updateTable('promo_code_uses')
    .set({ state })
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Reserved uses whose time is over, the longest over first. */
export async function listOverdueUses(
  { tx }: SystemScope,
  now: Temporal.Instant,
  limit: number,
): Promise<{ tenantId: TenantId; paymentId: string }[]> {
  const rows = await tx
    .selectFrom('promo_code_uses')
    .select(['tenant_id', 'payment_id'])
    .where('state', '=', 'reserved')
    .where('reserved_until', '<=', now)
    .orderBy('reserved_until')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), paymentId: row.payment_id }));
}

/** A row of {@link COLUMNS}. */
type Row = {
  id: string;
  code: string;
  discount_percent: number;
  payment_count: number | null;
  payments_count_by_user: number | null;
  expire_date: Temporal.Instant | null;
  available_tariff_types: number[];
  minimal_user_payments: number;
  max_user_payments: number | null;
  for_network_companies: boolean;
  reward_sum_owner: number;
  reward_percent_owner: number;
  owner_tenant_id: string | null;
  created_at: Temporal.Instant;
  disabled_at: Temporal.Instant | null;
  reserved: number;
  used: number;
};

function toPromo(row: Row): StoredPromo {
  return {
    id: PromoCodeId.parse(row.id),
    code: row.code,
    discountPercent: row.discount_percent,
    paymentCount: row.payment_count,
    paymentsCountByUser: row.payments_count_by_user,
    expireDate: row.expire_date,
    availableTariffTypes: row.available_tariff_types,
    minimalUserPayments: row.minimal_user_payments,
    maxUserPayments: row.max_user_payments,
    forNetworkCompanies: row.for_network_companies,
    rewardSumOwner: row.reward_sum_owner,
    rewardPercentOwner: row.reward_percent_owner,
    ownerTenantId: row.owner_tenant_id === null ? null : TenantId.parse(row.owner_tenant_id),
    createdAt: row.created_at,
    isDisabled: row.disabled_at !== null,
    reserved: row.reserved,
    used: row.used,
  };
}
