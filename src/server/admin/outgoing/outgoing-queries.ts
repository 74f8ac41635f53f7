import { sql } from 'kysely';
import {
  CabinetFigures,
  type KindFigures,
  LeavingMessage,
  type QueueFigures,
  type SendingFigures,
} from '#contract/admin/outgoing.ts';
import type { LEAVING_STATES } from '#contract/admin/values.ts';
import { PROVIDER_OF_KIND } from '#contract/channels/channel-providers.ts';
import { type ChannelKind, ChannelKind as Kind } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { LATENESS_BOUNDS_S, latenessP99 } from '#server/delivery/figures/figure-rules.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

type FigureColumns = {
  waiting: number;
  late: number;
  oldest_due_at: Temporal.Instant | null;
  undecided: number;
  sent_5: number;
  sent_60: number;
  failed_60: number;
};

const toFigures = (row: FigureColumns): SendingFigures => ({
  waiting: row.waiting,
  late: row.late,
  oldestDueAt: row.oldest_due_at?.toString() ?? null,
  sentLast5Minutes: row.sent_5,
  sentLastHour: row.sent_60,
  failedLastHour: row.failed_60,
  undecided: row.undecided,
});

/** The counts of each channel: what waits, and what left within the last hour. */
const CHANNEL_FIGURES = sql`
  select c.tenant_id, c.id, c.kind, q.waiting, q.late, q.oldest_due_at, q.undecided, m.sent_5, m.sent_60, m.failed_60, m.lateness
  from channels c
  left join sending_queues q on q.tenant_id = c.tenant_id and q.channel_id = c.id
  left join (
    select s.tenant_id, s.channel_id, sum(s.sent) filter (where s.minute >= statement_timestamp() - interval '5 minutes') as sent_5,
      sum(s.sent) as sent_60, sum(s.failed) as failed_60,
      array[${sql.join([...LATENESS_BOUNDS_S.keys(), LATENESS_BOUNDS_S.length].map((index) => sql`sum(s.lateness[${sql.lit(index + 1)}])`))}] as lateness
    from sending_minutes s where s.minute >= statement_timestamp() - interval '1 hour' group by s.tenant_id, s.channel_id
  ) m on m.tenant_id = c.tenant_id and m.channel_id = c.id
  where q.channel_id is not null or m.channel_id is not null`;

/** Sums of {@link CHANNEL_FIGURES}. */
const SUMS = sql`coalesce(sum(f.waiting), 0)::int as waiting, coalesce(sum(f.late), 0)::int as late, min(f.oldest_due_at) as oldest_due_at,
  coalesce(sum(f.undecided), 0)::int as undecided, coalesce(sum(f.sent_5), 0)::int as sent_5,
  coalesce(sum(f.sent_60), 0)::int as sent_60, coalesce(sum(f.failed_60), 0)::int as failed_60`;

export async function sumByKind({ tx }: SystemScope): Promise<KindFigures[]> {
  const { rows } = await sql<FigureColumns & { kind: string; lateness: number[] }>`
    with figures as materialized (${CHANNEL_FIGURES})
    select f.kind, ${SUMS},
      array[${sql.join(
        [...LATENESS_BOUNDS_S.keys(), LATENESS_BOUNDS_S.length].map(
          (index) => sql`coalesce(sum(f.lateness[${sql.lit(index + 1)}]), 0)::int`,
        ),
      )}] as lateness
    from figures f group by f.kind`.execute(tx);
  return rows.map(({ kind, lateness, ...row }) => {
    const known = Kind.parse(kind);
    return {
      ...toFigures(row),
      kind: known,
      provider: PROVIDER_OF_KIND[known],
      latenessP99Seconds: latenessP99(lateness),
    };
  });
}

export async function findCountedAt({ tx }: SystemScope): Promise<Temporal.Instant | null> {
  const queues = await sql<{ at: Temporal.Instant | null }>`
    select max(counted_at) as at from sending_queues`.execute(tx);
  const minutes = await sql<{ at: Temporal.Instant | null }>`
    select max(minute) as at from sending_minutes`.execute(tx);
  const times = [queues.rows[0]?.at, minutes.rows[0]?.at].flatMap((at) => at ?? []);
  return times.toSorted(Temporal.Instant.compare).at(-1) ?? null;
}

/** Jobs that are due, the latest first. */
export async function listQueueFigures({ tx }: SystemScope): Promise<QueueFigures[]> {
  const { rows } = await sql<{
    job: string;
    waiting: number;
    failing: number;
    lateness_p99: number;
    oldest: number;
  }>`select job, waiting, failing, lateness_p99, oldest from frontdesk.queue_lateness() order by oldest desc, job`.execute(
    tx,
  );
  return rows.map((row) => ({
    job: row.job,
    waiting: row.waiting,
    failing: row.failing,
    latenessP99Seconds: row.lateness_p99,
    oldestSeconds: row.oldest,
  }));
}

type CabinetPage = { after: readonly [late: number, waiting: number, tenantId: string] | null; limit: number };

/** Cabinets by late and waiting messages, most first; one more than the page. */
export async function listCabinetFigures(
  { tx }: SystemScope,
  { after, limit }: CabinetPage,
): Promise<CabinetFigures[]> {
  const [late, waiting, tenantId] = after ?? [];
  const { rows } = await sql<FigureColumns & { tenant_id: string; name: string | null }>`
    with figures as materialized (${CHANNEL_FIGURES}),
    cabinets as (select f.tenant_id, ${SUMS} from figures f group by f.tenant_id)
    select s.*, t.name from cabinets s join tenants t on t.id = s.tenant_id
    where ${after === null ? sql`true` : sql`(-s.late, -s.waiting, s.tenant_id) > (${-(late ?? 0)}::int, ${-(waiting ?? 0)}::int, ${tenantId}::uuid)`}
    order by -s.late, -s.waiting, s.tenant_id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => CabinetFigures.parse({ ...toFigures(row), tenantId: row.tenant_id, name: row.name ?? '' }));
}

export type LeavingPage = {
  state?: (typeof LEAVING_STATES)[number] | undefined;
  kind?: ChannelKind | undefined;
  tenantId?: TenantId | undefined;
  after: readonly [recordedAt: string, messageId: string] | null;
  limit: number;
};

const STATUSES: Readonly<Record<(typeof LEAVING_STATES)[number], readonly string[]>> = {
  sent: ['accepted', 'sent', 'delivered', 'read'],
  failed: ['failed'],
  undecided: ['unknown'],
};

/** Spans before the end of the page in which its rows are searched, the shortest first: the feed is read by its time. */
const SPANS = ['1 minute', '20 minutes', '3 days'] as const;

/** Outcomes of sends, newest first; one more than the page. */
export async function listLeaving(
  scope: SystemScope,
  page: LeavingPage,
): Promise<(LeavingMessage & { recordedAt: string })[]> {
  for (const span of SPANS) {
    const rows = await listLeavingWithin(scope, page, span);
    if (rows.length > page.limit || span === SPANS.at(-1)) return rows;
  }
  return [];
}

async function listLeavingWithin(
  { tx }: SystemScope,
  { state, kind, tenantId, after, limit }: LeavingPage,
  span: (typeof SPANS)[number],
): Promise<(LeavingMessage & { recordedAt: string })[]> {
  const [end, lastId] = after ?? [];
  const until = after ? sql`${end}::timestamptz` : sql`statement_timestamp()`;
  const { rows } = await sql<{
    id: string;
    at: Temporal.Instant;
    recorded_at: string;
    tenant_id: string;
    cabinet: string | null;
    channel_id: string;
    channel: string;
    kind: string;
    status: string;
    rule: string | null;
    due_at: Temporal.Instant;
  }>`
    select c.message_id as id, c.at, to_char(c.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at, c.tenant_id, t.name as cabinet,
      m.channel_id, coalesce(nullif(ch.title, ''), ch.address) as channel, ch.kind, c.status, c.rule, m.due_at
    from message_changes c
    join messages m on m.tenant_id = c.tenant_id and m.id = c.message_id
    join channels ch on ch.tenant_id = c.tenant_id and ch.id = m.channel_id
    join tenants t on t.id = c.tenant_id
    where c.recorded_at <= ${until} and c.recorded_at > ${until} - ${span}::interval
      and ${after ? sql`(c.recorded_at, c.message_id) < (${end}::timestamptz, ${lastId}::uuid)` : sql`true`}
      and c.status = any (${state ? [...STATUSES[state]] : Object.values(STATUSES).flat()}::text[])
      and coalesce(c.former_status, '') not in ('accepted', 'sent', 'delivered', 'read')
      and ${tenantId ? sql`c.tenant_id = ${tenantId}::uuid` : sql`true`}
      and ${kind ? sql`ch.kind = ${kind}` : sql`true`}
    order by c.recorded_at desc, c.message_id desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({
    ...LeavingMessage.parse({
      id: row.id,
      at: row.at.toString(),
      tenantId: row.tenant_id,
      cabinet: row.cabinet ?? '',
      channelId: row.channel_id,
      channel: row.channel,
      kind: row.kind,
      status: row.status,
      rule: row.rule,
      dueAt: row.due_at.toString(),
    }),
    recordedAt: row.recorded_at,
  }));
}
