import { sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** A partner's code that friends may use. */
export type OfferedCode = { promoCodeId: string; ownerId: TenantId; discountPercent: number };

/** The first visit of a device; parts that no visit had are null. */
export type Touch = {
  utmTag: string | null;
  promoCodeId: string | null;
  ownerId: TenantId | null;
  landedAt: Temporal.Instant;
};

/** @param code in any case */
export async function findOfferedCode(
  { tx }: SystemScope,
  code: string,
  now: Temporal.Instant,
): Promise<OfferedCode | undefined> {
  const row = await offered({ tx }, now).where('code', '=', code.toUpperCase()).executeTakeFirst();
  return row && toOffered(row);
}

export async function findOfferedCodeById(
  { tx }: SystemScope,
  id: string,
  now: Temporal.Instant,
): Promise<OfferedCode | undefined> {
  const row = await offered({ tx }, now).where('id', '=', id).executeTakeFirst();
  return row && toOffered(row);
}

const offered = ({ tx }: SystemScope, now: Temporal.Instant) =>
  tx
    .selectFrom('promo_codes')
    .select(['id', 'owner_tenant_id', 'discount_percent'])
    .where('owner_tenant_id', 'is not', null)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('expire_date', 'is', null), eb('expire_date', '>', now)]));

const toOffered = (row: { id: string; owner_tenant_id: string | null; discount_percent: number }): OfferedCode => ({
  promoCodeId: row.id,
  ownerId: TenantId.parse(row.owner_tenant_id),
  discountPercent: row.discount_percent,
});

/** Keeps the first code and the first campaign of a device: what it has is not replaced. @returns what is kept */
export async function keepTouch(
  { tx }: SystemScope,
  visitor: string,
  { utmTag, promoCodeId, ownerId, landedAt }: Touch,
): Promise<Touch> {
  const row = await tx
    .insertInto('referral_touches')
    .values({
      visitor: Buffer.from(visitor, 'hex'),
      utm_tag: utmTag,
      promo_code_id: promoCodeId,
      owner_id: ownerId,
      landed_at: landedAt,
    })
    .onConflict((conflict) =>
      conflict.column('visitor').doUpdateSet((eb) => ({
        utm_tag: eb.fn.coalesce('referral_touches.utm_tag', 'excluded.utm_tag'),
        promo_code_id: eb.fn.coalesce('referral_touches.promo_code_id', 'excluded.promo_code_id'),
        owner_id: eb.fn.coalesce('referral_touches.owner_id', 'excluded.owner_id'),
      })),
    )
    .returning(TOUCH)
    .executeTakeFirstOrThrow();
  return toTouch(row);
}

const TOUCH = ['utm_tag', 'promo_code_id', 'owner_id', 'landed_at'] as const;

export async function findTouch({ tx }: SystemScope, visitor: string): Promise<Touch | undefined> {
  const row = await tx
    .selectFrom('referral_touches')
    .select(TOUCH)
    .where('visitor', '=', Buffer.from(visitor, 'hex'))
    .executeTakeFirst();
  return row && toTouch(row);
}

const toTouch = (row: {
  utm_tag: string | null;
  promo_code_id: string | null;
  owner_id: string | null;
  landed_at: Temporal.Instant;
}): Touch => ({
  utmTag: row.utm_tag,
  promoCodeId: row.promo_code_id,
  ownerId: row.owner_id === null ? null : TenantId.parse(row.owner_id),
  landedAt: row.landed_at,
});

export async function deleteTouchesBefore({ tx }: SystemScope, time: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('referral_touches').where('landed_at', '<', time).execute();
}

/** Counts a visitor of a code, once a day. */
export async function insertClick(
  { tx, tenantId }: TenantScope,
  { promoCodeId, visitor, day }: { promoCodeId: string; visitor: string; day: string },
): Promise<void> {
  await tx
    .insertInto('referral_clicks')
    .values({ tenant_id: tenantId, promo_code_id: promoCodeId, day, visitor: Buffer.from(visitor, 'hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps how the cabinet came. @returns false where it is known already */
export async function insertOrigin(
  { tx, tenantId }: TenantScope,
  { utmTag, promoCodeId, ownerId, landedAt }: Touch,
  registeredAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('referral_origins')
    .values({
      tenant_id: tenantId,
      utm_tag: utmTag,
      landed_at: landedAt,
      registered_at: registeredAt,
      promo_code_id: promoCodeId,
      owner_id: ownerId,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

export type Origin = { promoCodeId: string | null; ownerId: TenantId | null; firstPaymentId: string | null };

export async function findOrigin({ tx, tenantId }: TenantScope): Promise<Origin | undefined> {
  const row = await tx
    .selectFrom('referral_origins')
    .select(['promo_code_id', 'owner_id', 'first_payment_id'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return (
    row && {
      promoCodeId: row.promo_code_id,
      ownerId: row.owner_id === null ? null : TenantId.parse(row.owner_id),
      firstPaymentId: row.first_payment_id,
    }
  );
}

/** Makes a payment the first one of the cabinet. @returns whether it is */
export async function claimFirstPayment({ tx, tenantId }: TenantScope, paymentId: string): Promise<boolean> {
  const row = await tx
    .updateTable('referral_origins')
    .set({ first_payment_id: paymentId })
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('first_payment_id', 'is', null), eb('first_payment_id', '=', paymentId)]))
    .returning('tenant_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that a friend was registered by a code, or paid with it; each the first time. */
export async function putReferral(
  { tx, tenantId }: TenantScope,
  { promoCodeId, friendId }: { promoCodeId: string; friendId: TenantId },
  at: { registeredAt: Temporal.Instant | null; paidAt: Temporal.Instant | null },
): Promise<void> {
  await tx
    .insertInto('referrals')
    .values({
      tenant_id: tenantId,
      promo_code_id: promoCodeId,
      friend_id: friendId,
      registered_at: at.registeredAt,
      paid_at: at.paidAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'promo_code_id', 'friend_id']).doUpdateSet({
        registered_at: sql`coalesce(referrals.registered_at, excluded.registered_at)`,
        paid_at: sql`coalesce(referrals.paid_at, excluded.paid_at)`,
      }),
    )
    .execute();
}
