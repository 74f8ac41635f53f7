import type { PaymentId } from '#contract/billing/calls.ts';
import type { Payment } from '#contract/billing/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The provider of a payment that is not open at a bank. */
const OPERATOR = 'operator';

/** Writes an unpaid payment. */
export async function insertWritten(
  { tx, tenantId }: TenantScope,
  payment: Pick<Payment, 'id' | 'lines' | 'amountMinor' | 'currency'> & {
    email: string;
    memberId: MemberId;
    now: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      tenant_id: tenantId,
      id: payment.id,
      status: 'pending',
      is_written: true,
      lines: JSON.stringify(payment.lines),
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      provider: OPERATOR,
      return_url: '',
      email: payment.email,
      member_id: payment.memberId,
      created_at: payment.now,
    })
    .execute();
}

export async function updateWritten(
  { tx, tenantId }: TenantScope,
  id: PaymentId,
  payment: Pick<Payment, 'status' | 'lines' | 'amountMinor' | 'currency'> & { finishedAt: Temporal.Instant | null },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      status: payment.status,
      lines: JSON.stringify(payment.lines),
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      finished_at: payment.finishedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
