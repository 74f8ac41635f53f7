import { z } from 'zod';
import type { PaymentId } from '#contract/billing/calls.ts';
import { Instant } from '#contract/primitives.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const Period = z.object({ beginsAt: Instant, endsAt: Instant });
const Taken = z.object({ given: z.int(), taken: z.int() });
const Correction = z.object({
  id: z.uuid(),
  kind: z.enum(['dates', 'unpaid', 'restored', 'refunded']),
  periods: z.array(z.object({ tariffId: z.int(), before: Period.nullable(), after: Period.nullable() })),
  /** Additions of the payment, and how much of it was taken back; AI money in millionths of a US dollar. */
  balances: z.object({ messages: Taken, ratings: Taken, aiMicroUsd: Taken }),
  at: Instant,
});
export type Correction = z.infer<typeof Correction>;

export async function insertCorrection(
  { tx, tenantId }: TenantScope,
  paymentId: PaymentId,
  { at, memberId, ...correction }: Omit<Correction, 'at'> & { at: Temporal.Instant; memberId: MemberId | null },
): Promise<void> {
  await tx
    .insertInto('payment_corrections')
    .values({
      tenant_id: tenantId,
      id: correction.id,
      payment_id: paymentId,
      kind: correction.kind,
      periods: JSON.stringify(correction.periods),
      balances: JSON.stringify(correction.balances),
      member_id: memberId,
      corrected_at: at,
    })
    .execute();
}

/** Corrections of a payment, the oldest first. */
export async function listCorrections({ tx, tenantId }: TenantScope, paymentId: PaymentId): Promise<Correction[]> {
  const rows = await tx
    .selectFrom('payment_corrections')
    .select(['id', 'kind', 'periods', 'balances', 'corrected_at'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('corrected_at')
    .orderBy('id')
    .execute();
  return rows.map(({ corrected_at: at, ...row }) => Correction.parse({ ...row, at: at.toString() }));
}
