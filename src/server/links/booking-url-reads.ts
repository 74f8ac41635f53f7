import type { TenantScope } from '#server/platform/database/db.ts';

/** The address of online booking that the newest page of buttons leads to; null: none does. */
export async function findBookingUrl({ tx, tenantId }: TenantScope): Promise<string | null> {
  const row = await tx
    .selectFrom('qr_pages')
    .select('booking_url')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('booking_url', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.booking_url ?? null;
}
