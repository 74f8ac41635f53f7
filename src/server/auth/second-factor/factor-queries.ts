import { sql } from 'kysely';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type StoredFactor = {
  /** Sealed. */
  secret: Buffer;
  confirmedAt: Temporal.Instant | null;
  /** The time step of the latest accepted code. */
  lastStep: number;
};

export async function findFactor({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<StoredFactor | undefined> {
  const row = await tx
    .selectFrom('member_second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && { secret: row.secret, confirmedAt: row.confirmed_at, lastStep: row.last_step };
}

/** Locks it: guesses of one member are compared one after another, and a code is accepted once. */
export async function lockFactor({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<StoredFactor | undefined> {
  const row = await tx
    .selectFrom('member_second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return row && { secret: row.secret, confirmedAt: row.confirmed_at, lastStep: row.last_step };
}

/**
 * Stores a secret that no code confirmed yet, in place of an earlier one.
 *
 * @returns false when the member has a confirmed one
 */
export async function putSecret(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  { secret, at }: { secret: Buffer; at: Temporal.Instant },
): Promise<boolean> {
  const stored = await tx
    .insertInto('member_second_factors')
    .values({ tenant_id: tenantId, member_id: memberId, secret, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'member_id'])
        .doUpdateSet({ secret, created_at: at, last_step: 0 })
        .where('member_second_factors.confirmed_at', 'is', null),
    )
    .returning('member_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** @param confirmedAt given with the first code */
export async function noteAccepted(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  { step, confirmedAt }: { step: number; confirmedAt?: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('member_second_factors')
    .set({ last_step: step, ...(confirmedAt && { confirmed_at: confirmedAt }) })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Replaces all recovery codes of a member. */
export async function putRecoveryCodes(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx
    .deleteFrom('member_recovery_codes')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
  await tx
    .insertInto('member_recovery_codes')
    .values(hashes.map((hash) => ({ tenant_id: tenantId, member_id: memberId, hash })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id', 'hash']).doNothing())
    .execute();
}

/** @returns false when there is no such code, or it was used */
export async function takeRecoveryCode(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  { hash, at }: { hash: Buffer; at: Temporal.Instant },
): Promise<boolean> {
  const taken = await tx
    .updateTable('member_recovery_codes')
    .set({ used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<number> {
  const row = await tx
    .selectFrom('member_recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.left;
}

/** Takes a member's second factor away; no session of theirs has passed it any more. */
export async function deleteFactor({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<void> {
  await tx
    .deleteFrom('member_recovery_codes')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
  await tx
    .deleteFrom('member_second_factors')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
  await tx
    .updateTable('sessions')
    .set({ has_second_factor: false })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Whether the cabinet requires a second factor of its members. */
export async function isFactorRequired({ tx, tenantId }: TenantScope): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_in_rules')
    .select('requires_second_factor')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.requires_second_factor ?? false;
}

export async function putRule(
  { tx, tenantId }: TenantScope,
  { isRequired, at }: { isRequired: boolean; at: Temporal.Instant },
): Promise<void> {
  const rule = { requires_second_factor: isRequired, changed_at: at };
  await tx
    .insertInto('sign_in_rules')
    .values({ tenant_id: tenantId, ...rule })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(rule))
    .execute();
}
