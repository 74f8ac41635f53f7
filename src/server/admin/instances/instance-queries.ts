import { sql } from 'kysely';
import { Instance } from '#contract/admin/instances.ts';
import type { ChannelKind, ChannelState } from '#contract/channels/calls.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

export type InstancePage = {
  search?: string | undefined;
  /** Null: every kind. */
  kinds: readonly ChannelKind[] | null;
  state?: ChannelState | undefined;
  after: readonly [stateChangedAt: string, id: string] | null;
  limit: number;
};

/** Fewer digits are in too many phones. */
const LEAST_DIGITS = 4;

/** Channels of all cabinets, the latest change of state first; one more than the page. */
export async function listInstanceRows(
  { tx }: SystemScope,
  { search, kinds, state, after, limit }: InstancePage,
): Promise<(Instance & { changedAt: string })[]> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    title: string;
    address: string;
    state: string;
    state_changed_at: Temporal.Instant;
    changed_at: string;
    trouble: string | null;
    trouble_text: string | null;
    last_sent_at: Temporal.Instant | null;
    tenant_id: string;
    cabinet: string | null;
    user_id: string | null;
    email: string | null;
  }>`
    select c.id, c.kind, c.title, c.address, c.state, c.state_changed_at, c.trouble, c.trouble_text, c.last_sent_at, c.tenant_id,
      to_char(c.state_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_at,
      t.name as cabinet, owner.id as user_id, owner.email
    from channels c
    join tenants t on t.id = c.tenant_id
    left join lateral (
      select m.id, m.email from members m
      where m.tenant_id = c.tenant_id and m.role = 'owner' and m.removed_at is null order by m.created_at, m.id limit 1
    ) owner on true
    where c.removed_at is null and ${kinds ? sql`c.kind = any (${[...kinds]}::text[])` : sql`true`}
      and ${state ? sql`c.state = ${state}` : sql`true`} and ${search ? matching(search) : sql`true`}
      and ${isBeyond([sql`c.state_changed_at`, sql`c.id`], after, 'desc')}
    order by c.state_changed_at desc, c.id desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({
    ...Instance.parse({
      id: row.id,
      kind: row.kind,
      title: row.title,
      address: row.address,
      state: row.state,
      stateChangedAt: row.state_changed_at.toString(),
      trouble: row.trouble,
      troubleText: row.trouble_text,
      lastSentAt: row.last_sent_at?.toString() ?? null,
      tenantId: row.tenant_id,
      cabinet: row.cabinet ?? '',
      owner: row.user_id && { userId: row.user_id, email: row.email },
    }),
    changedAt: row.changed_at,
  }));
}

/** Digits of the channel's phone, its `@name`, or the beginning of a member's e-mail. */
function matching(search: string) {
  const text = search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  const digits = search.replaceAll(/\D/gu, '');
  const byPhone = digits.length >= LEAST_DIGITS ? sql`or c.address like ${`%${digits.slice(-10)}%`}` : sql``;
  return sql`(lower(c.address) like ${`${text}%`} ${byPhone} or exists (
    select from members found where found.tenant_id = c.tenant_id and found.removed_at is null and found.email like ${`${text}%`}))`;
}
