import type { TenantScope } from '#server/platform/database/db.ts';
import type { ReportOwner } from './owner-rules.ts';

/** Lists the tenant's owners, the oldest first. */
export async function listOwners({ tx, tenantId }: TenantScope): Promise<ReportOwner[]> {
  const rows = await tx
    .selectFrom('members')
    .select(['phone', 'skips_weekly_yclients_report', 'skips_weekly_iiko_report'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    phone: row.phone,
    skipsWeekly: { booking: row.skips_weekly_yclients_report, iiko: row.skips_weekly_iiko_report },
  }));
}
