import type { CurrentUser } from '#contract/auth/calls.ts';
import type { Cabinet, CabinetEntitlements } from '#server/auth/port.ts';
import { messagesLeft, openBalance } from '#server/billing/actions.ts';
import { getEntitlements } from '#server/billing/entitlement-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Values of higher rooms that sign-in returns. */
export const CABINET: Cabinet = { open: openBalance, messagesLeft, entitlements, crms };

const NAME_BY_KIND: Readonly<Record<string, CurrentUser['crms'][number]>> = {
  yclients: 'Yclients',
  altegio: 'Altegio',
  iiko: 'Iiko',
};

async function crms({ tx, tenantId }: TenantScope): Promise<CurrentUser['crms']> {
  const rows = await tx
    .selectFrom('connections')
    .select('kind')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.flatMap(({ kind }) => NAME_BY_KIND[kind] ?? []);
}

async function entitlements(scope: TenantScope, now: Temporal.Instant): Promise<CabinetEntitlements> {
  const { abilities, until, nextEnd, isTrial } = await getEntitlements(scope, now);
  return { abilities: [...abilities], until, nextEnd, isTrial };
}

/** Counts the branches that the cabinet works with, of all its connections. */
export async function countBranches({ tx, tenantId }: TenantScope): Promise<number> {
  const row = await tx
    .selectFrom('branches as b')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.tenant_id', '=', 'b.tenant_id').onRef('c.id', '=', 'b.connection_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('b.tenant_id', '=', tenantId)
    .where('b.is_active', '=', true)
    .where('b.removed_at', 'is', null)
    .where('c.removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
