import { CHANNEL_GROUPS, CONNECTION_GROUPS } from '#contract/admin/account-groups.ts';
import type { PaidItem } from '#contract/billing/calls.ts';
import { ChannelKind } from '#contract/channels/calls.ts';
import { ConnectionKind } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists what units of tariffs may be for. Clinics of MedFlex are not stored, so that its tariff is for all of them. */
export async function listPaidItems({ tx, tenantId }: TenantScope): Promise<PaidItem[]> {
  const channels = await tx
    .selectFrom('channels')
    .select(['id', 'kind', 'title', 'address'])
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const branches = await tx
    .selectFrom('branches as b')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.tenant_id', '=', 'b.tenant_id').onRef('c.id', '=', 'b.connection_id'),
    )
    .select(['b.id', 'b.title', 'c.kind'])
    .where('b.tenant_id', '=', tenantId)
    .where('c.removed_at', 'is', null)
    .where('b.is_active', '=', true)
    .orderBy('b.title')
    .orderBy('b.id')
    .execute();
  return [
    ...channels.flatMap(({ id, kind, title, address }): PaidItem[] => {
      const isPhone = CHANNEL_GROUPS[ChannelKind.parse(kind)] === 'chatApiAccounts';
      return isPhone ? [{ id, kind: 'phones', title: address || title }] : [];
    }),
    ...branches.flatMap(({ id, kind, title }): PaidItem[] => {
      const group = CONNECTION_GROUPS[ConnectionKind.parse(kind)];
      const itemKind = group && ITEM_KIND_OF[group];
      return itemKind ? [{ id, kind: itemKind, title }] : [];
    }),
  ];
}

/** Groups whose units are paid for one by one. */
const ITEM_KIND_OF: Readonly<
  Partial<Record<NonNullable<(typeof CONNECTION_GROUPS)[ConnectionKind]>, PaidItem['kind']>>
> = { yclientsCompanies: 'companies', iikoAccounts: 'organizations' };
