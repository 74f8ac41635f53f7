import { SenderId } from '#contract/senders/calls.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function findContactPolicy({ tx, tenantId }: TenantScope): Promise<ContactPolicy | undefined> {
  const row = await tx.selectFrom('contact_policies').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  return (
    row && {
      quietFromHour: row.quiet_from_hour,
      quietToHour: row.quiet_to_hour,
      marketingLimit: row.marketing_limit,
      marketingDays: row.marketing_days,
      senderOrder: row.sender_order.map((id) => SenderId.parse(id)),
    }
  );
}

export async function saveContactPolicy({ tx, tenantId }: TenantScope, policy: ContactPolicy): Promise<void> {
  const row = {
    quiet_from_hour: policy.quietFromHour,
    quiet_to_hour: policy.quietToHour,
    marketing_limit: policy.marketingLimit,
    marketing_days: policy.marketingDays,
    sender_order: [...policy.senderOrder],
  };
  await tx
    .insertInto('contact_policies')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute();
}
