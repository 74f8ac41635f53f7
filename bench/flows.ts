import { rehearseJob } from '#server/rehearsal/jobs.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BranchId } from '#contract/connections/calls.ts';
import { RehearsalId } from '#contract/rehearsal/calls.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { MemberId, type TenantId } from '#contract/tenants/ids.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import type { VisitFacts } from '#server/connections/port.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { planForEventJob } from '#server/flows/jobs.ts';
import { planForEvent } from '#server/flows/planning/actions.ts';
import { describeRehearsal, startRehearsal } from '#server/rehearsal/actions.ts';
import { rehearse } from '#server/rehearsal/simulation-runner.ts';
import type { Context, MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { EventId } from '#server/platform/events/events.ts';
import { startJobs } from '#server/platform/runner/job-runner.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';
import type { Business } from './big-house.ts';
import { median, percentile } from './machine.ts';

const KINDS: readonly FlowKind[] = [
  'visit_created',
  'visit_reminder',
  'visit_changed',
  'review_request',
  'repeat_visit',
];
const ASKED = 300;
const MEASURED = 280;
/** Events that are decided before any is measured, where there are so many. */
const WARM_UP = 1_000;
/** A result that takes longer will never come. */
const LONGEST_MS = 30_000;

/** Gives a business other flows than it has: so many, of several kinds, half of them with conditions; live. */
export async function giveFlows(owner: pg.Pool, { tenantId }: Business, count: number): Promise<string[]> {
  await owner.query(`update flows set deleted_at = now() where tenant_id = $1`, [tenantId]);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const kind = KINDS[n % KINDS.length] ?? 'visit_created';
    const settings = n % 2 ? withConditions(defaultSettings(kind, 'ru'), tenantId) : defaultSettings(kind, 'ru');
    const id = randomUUID();
    await owner.query(`insert into senders (tenant_id, id, kind, title) values ($1, $2, 'flow', 'Flow')`, [
      tenantId,
      id,
    ]);
    await owner.query(
      `insert into flows (tenant_id, id, kind, title, status, mode, version, settings, last_started_at, created_at, updated_at)
       values ($1, $2, $3, 'Flow', 'working', 'combat', 1, $4, now() - interval '1 year', now(), now())`,
      [tenantId, id, kind, JSON.stringify(settings)],
    );
    ids.push(id);
  }
  return ids;
}

function withConditions(settings: FlowSettings, tenantId: TenantId): FlowSettings {
  const conditions = [
    { field: 'branch' as const, isNot: false, values: [tenantId] },
    { field: 'visits_count' as const, from: 0, to: 1_000 },
    { field: 'hour' as const, from: 0, to: 23 },
  ];
  return { ...settings, conditions: { match: 'all', groups: [{ match: 'all', conditions }] } };
}

/**
 * Measures what one event of a visit costs this process when flows decide about it, driver and all, once it has decided some: a
 * worker runs for weeks. @returns CPU milliseconds, median
 */
export async function decisionCost(ctx: Context, owner: pg.Pool, business: Business): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `select e.id from events e join visits v on v.tenant_id = e.tenant_id and v.id = e.visit_id
     where e.tenant_id = $1 and e.kind = 'visit.created' and v.starts_at > now() order by random() limit $2`,
    [business.tenantId, WARM_UP + ASKED],
  );
  const costs: number[] = [];
  for (const { id } of rows) {
    const before = process.cpuUsage();
    await planForEvent(ctx, { tenantId: business.tenantId, eventId: EventId.parse(id) });
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return median(costs.slice(-MEASURED));
}

/** Plays five flows over ninety days. */
export async function rehearsalCost(
  ctx: Context,
  { tenantId, memberId }: Business,
  flowIds: readonly string[],
): Promise<{ seconds: number; sent: number; megabytes: number }> {
  const member = { ...ctx, tenantId, memberId: MemberId.parse(memberId) } as MemberContext;
  const { id } = await withTenant(member, member.tenantId, (scope) =>
    startRehearsal(scope, { days: 90, flowIds: flowIds as never[] }),
  );
  globalThis.gc?.();
  const [startedAt, before] = [performance.now(), process.memoryUsage().rss];
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
  await rehearse(ctx, rehearseJob.payload.parse({ tenantId, rehearsalId: id }), new AbortController().signal);
  clearInterval(watch);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { sent } = (
    await withTenant(member, member.tenantId, (scope) => describeRehearsal(scope, RehearsalId.parse(id)))
  ).summary;
  return { seconds, sent, megabytes: (most - before) / 2 ** 20 };
}

/**
 * Moves or cancels visits whose messages wait, by the real queue. @returns milliseconds from the record that was read
 * to the message that follows, p50 and p99
 */
export async function followingTimes(
  ctx: Context,
  owner: pg.Pool,
  { tenantId }: Business,
): Promise<{ p50: number; p99: number }> {
  const jobs = await startJobs(ctx, { takesCron: false }, (work) => work(planForEventJob, planForEvent));
  const { rows } = await owner.query<{ id: string; contact: string; external_id: string; starts_at: Temporal.Instant }>(
    `select v.id, v.contact_id as contact, v.external_id, v.starts_at from visits v
     where v.tenant_id = $1 and v.starts_at > now() + interval '3 days' and v.status = 'waiting'
       and exists (select from messages m where m.tenant_id = $1 and m.subject_id = v.id and m.status = 'planned')
     order by random() limit $2`,
    [tenantId, ASKED],
  );
  await owner.query(
    `insert into contact_links (tenant_id, branch_id, external_id, contact_id)
     select $1, $1, id::text, id from unnest($2::uuid[]) id on conflict do nothing`,
    [tenantId, rows.map(({ contact }) => contact)],
  );
  const times: number[] = [];
  for (const [n, { id, contact, external_id: externalId, starts_at: startsAt }] of rows.entries()) {
    const isCancelled = n % 2 === 1;
    const facts = aRecord({ externalId, contact }, isCancelled ? startsAt : startsAt.add({ hours: 25 }), isCancelled);
    const startedAt = performance.now();
    await withTenant(ctx, tenantId, async (scope) => {
      const branch = await getBranch(scope, BranchId.parse(tenantId));
      await recordVisits(scope, branch, { facts: [facts], readAt: Temporal.Now.instant() });
    });
    while (await isWaitingAsBefore(owner, tenantId, id, isCancelled)) {
      if (performance.now() - startedAt > LONGEST_MS) throw new Error(`Messages of visit ${id} do not follow it`);
      await sleep(1);
    }
    times.push(performance.now() - startedAt);
  }
  await jobs.stop();
  const warm = times.slice(20);
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}

async function isWaitingAsBefore(
  owner: pg.Pool,
  tenantId: string,
  visitId: string,
  isCancelled: boolean,
): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from messages where tenant_id = $1 and subject_id = $2 and status = 'planned'
     ${isCancelled ? '' : 'and occurrence = 1'} limit 1`,
    [tenantId, visitId],
  );
  return rowCount !== 0;
}

function aRecord(
  { externalId, contact }: { externalId: string; contact: string },
  startsAt: Temporal.Instant,
  isCancelled: boolean,
): VisitFacts {
  return {
    externalId,
    externalVisitId: null,
    client: { externalId: contact, name: '', phone: null, email: null, isNew: false, visitsCount: null },
    masterExternalId: null,
    masterName: null,
    services: [],
    startsAt,
    durationMinutes: 60,
    status: isCancelled ? 'cancelled' : 'waiting',
    totalMinor: 0,
    comment: '',
    manageUrl: null,
    isOnline: false,
    createdAt: null,
    changedAt: Temporal.Now.instant(),
  };
}
