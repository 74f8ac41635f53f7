import { sql } from 'kysely';
import { type PauseId, SendingPause } from '#contract/admin/outgoing.ts';
import type { ChannelKind } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

export type PausePage = {
  id?: PauseId;
  isOpen?: boolean;
  after: readonly [pausedAt: string, id: string] | null;
  limit: number;
  now: Temporal.Instant;
};

/** Pauses, newest first; one more than the page. */
export async function listPauseRows(
  { tx }: SystemScope,
  { id, isOpen, after, limit, now }: PausePage,
): Promise<SendingPause[]> {
  const holds = sql`(p.ends_at is null or p.ends_at > ${now}) and e.pause_id is null`;
  const { rows } = await sql<{
    id: string;
    aim: string;
    name: string | null;
    cabinet_id: string | null;
    cabinet: string | null;
    reason: string;
    paused_by: string;
    paused_by_email: string;
    paused_at: Temporal.Instant;
    ends_at: Temporal.Instant | null;
    lifted_at: Temporal.Instant | null;
    lifted_by: string | null;
    lifted_by_email: string | null;
    lift_reason: string | null;
    is_open: boolean;
  }>`
    select p.id, p.aim, p.name, p.cabinet_id, t.name as cabinet, p.reason, p.paused_by, p.paused_by_email, p.paused_at, p.ends_at,
      e.lifted_at, e.lifted_by, e.lifted_by_email, e.reason as lift_reason, ${holds} as is_open
    from sending_pauses p
    left join sending_pause_ends e on e.pause_id = p.id
    left join tenants t on t.id = p.cabinet_id
    where ${id ? sql`p.id = ${id}` : sql`true`} and ${isOpen ? holds : sql`true`}
      and ${isBeyond([sql`p.paused_at`, sql`p.id`], after, 'desc')}
    order by p.paused_at desc, p.id desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) =>
    SendingPause.parse({
      id: row.id,
      aim: row.aim,
      name: row.name,
      cabinet: row.cabinet_id && { tenantId: row.cabinet_id, name: row.cabinet ?? '' },
      reason: row.reason,
      pausedBy: { id: row.paused_by, email: row.paused_by_email },
      pausedAt: row.paused_at.toString(),
      endsAt: row.ends_at?.toString() ?? null,
      lifted: row.lifted_at && {
        at: row.lifted_at.toString(),
        by: { id: row.lifted_by, email: row.lifted_by_email },
        reason: row.lift_reason,
      },
      isOpen: row.is_open,
    }),
  );
}

export async function hasCabinet({ tx }: SystemScope, id: TenantId): Promise<boolean> {
  const row = await tx.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function findEmail({ tx }: SystemScope, id: MemberId): Promise<string> {
  const row = await tx.selectFrom('members').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email ?? '';
}

/** The most messages that a preview counts. */
const MOST = 10_000;

/** Counts the channels and messages that a pause would stop; messages up to a bound. */
export async function countPausable(
  { tx }: SystemScope,
  { kinds, cabinetId }: { kinds: readonly ChannelKind[] | null; cabinetId: TenantId | null },
  now: Temporal.Instant,
): Promise<{ channels: number; messages: number; expiring: number; isMore: boolean }> {
  const until = now.add({ hours: 24 });
  const reached = sql`c.removed_at is null and ${kinds ? sql`c.kind = any (${[...kinds]}::text[])` : sql`true`}
    and ${cabinetId ? sql`c.tenant_id = ${cabinetId}::uuid` : sql`true`}`;
  const { rows } = await sql<{ channels: number; messages: number; expiring: number }>`
    select (select count(*) from channels c where ${reached})::int as channels,
      count(*)::int as messages, (count(*) filter (where found.use_by <= ${until}))::int as expiring
    from (
      select m.use_by from channels c
      join messages m on m.tenant_id = c.tenant_id and m.channel_id = c.id and m.phase = 'waiting' and m.due_at <= ${until}
      where ${reached} limit ${MOST + 1}
    ) found`.execute(tx);
  const { channels, messages, expiring } = rows[0] ?? { channels: 0, messages: 0, expiring: 0 };
  return { channels, messages: Math.min(messages, MOST), expiring: Math.min(expiring, MOST), isMore: messages > MOST };
}
