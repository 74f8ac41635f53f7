import { sql } from 'kysely';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { mailingColumns, type StoredMailing, toMailing } from './stored-mailings.ts';

/** Mailings by their ids, deleted or not. */
export async function listMailingsById(
  { tx, tenantId }: TenantScope,
  ids: readonly MailingId[],
): Promise<StoredMailing[]> {
  const rows = await tx
    .selectFrom('mailings')
    .select(mailingColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toMailing);
}
