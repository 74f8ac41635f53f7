import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { optOutHolds } from '#server/contacts/opt-outs/opt-out-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Day } from './queries.ts';

const IS_VISIT = sql`v.status <> 'cancelled' and (v.contact_id is not null or v.service_titles <> '{}')`;
const ofBranch = (branchId: BranchId | undefined) =>
  branchId === undefined ? sql`` : sql`and v.branch_id = ${branchId}`;

/** Finds the start of the first visit of a period; breaks and cancelled visits do not count. */
export async function findFirstStart(
  { tx, tenantId }: TenantScope,
  { from, to }: Day,
  branchId: BranchId | undefined,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ starts_at: Temporal.Instant }>`
    select v.starts_at from visits v
    where v.tenant_id = ${tenantId} and v.starts_at >= ${from} and v.starts_at < ${to} and ${IS_VISIT} ${ofBranch(branchId)}
    order by v.starts_at limit 1`.execute(tx);
  return rows[0]?.starts_at ?? null;
}

type Reaching = {
  branchId: BranchId | undefined;
  channels: readonly { id: ChannelId; byPhone: boolean }[];
  now: Temporal.Instant;
};

/** Lists the visits of a day whose contact no channel reaches, or who wants no messages. */
export async function listUnreachable(
  { tx, tenantId }: TenantScope,
  { from, to }: Day,
  { branchId, channels, now }: Reaching,
): Promise<VisitId[]> {
  const all = channels.map(({ id }) => id);
  const byPhone = channels.flatMap((channel) => (channel.byPhone ? [channel.id] : []));
  const { rows } = await sql<{ id: string }>`
    select v.id from visits v
    left join contacts c on c.tenant_id = ${tenantId} and c.id = v.contact_id
    where v.tenant_id = ${tenantId} and v.starts_at >= ${from} and v.starts_at < ${to} and ${IS_VISIT} ${ofBranch(branchId)}
      and (
        not exists (
          select from contact_addresses a
          where a.tenant_id = ${tenantId} and a.contact_id = c.id and a.state = 'reachable' and a.channel_id = any(${all}::uuid[]))
        and (c.phone is null or not exists (
          select from unnest(${byPhone}::uuid[]) as way (channel_id) where not exists (
            select from contact_addresses a
            where a.tenant_id = ${tenantId} and a.contact_id = c.id and a.channel_id = way.channel_id and a.state <> 'reachable')))
        or exists (
          select from opt_outs o
          where o.tenant_id = ${tenantId} and o.contact_id = c.id and ${optOutHolds('o', now)} and o.channel_id is null and o.scope = 'all')
      )`.execute(tx);
  return rows.map(({ id }) => VisitId.parse(id));
}
