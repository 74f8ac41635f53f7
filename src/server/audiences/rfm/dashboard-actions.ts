import type * as contract from '#contract/audiences/rfm.ts';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { RfmDashboard } from '#contract/audiences/rfm.ts';
import { MAX_RFM_DASHBOARDS, RFM_CLIENTS, RFM_GROUPS } from '#contract/audiences/values.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { countClients, countFactMarks } from '#server/audiences/facts/fact-reads.ts';
import { countRfmJob } from '#server/audiences/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import {
  areChoicesKnown,
  type CountingReason,
  deleteRfmRows,
  findRfm,
  hadUsual,
  insertRfm,
  isHistoryRead,
  listRfm,
  type StoredRfm,
  updateRfmCounting,
  updateRfmSettings,
} from './dashboard-queries.ts';
import { countMembers, listCells, listGroupSums, listMembers } from './figure-queries.ts';
import { readBase } from './member-queries.ts';
import { aroundOf } from './placing-actions.ts';
import { placeOf, thresholdsFor } from './rfm-rules.ts';
import { text } from './texts.ts';

/** @throws {Problem} `rfm.not_found` */
export async function getStoredRfm(
  scope: TenantScope,
  id: RfmDashboardId,
  how?: { isLocked: boolean },
): Promise<StoredRfm> {
  const dashboard = await findRfm(scope, id, how);
  if (!dashboard) throw new Problem('rfm.not_found');
  return dashboard;
}

export async function listDashboards(scope: ActionScope): Promise<ReplyOf<typeof contract.listRfm>> {
  const clients = await countClients(scope);
  const stored = await listRfm(scope);
  return { ...(await freshness(scope)), clients, dashboards: stored.map((one) => toDashboard(one, clients)) };
}

/** Sums the clients of a dashboard by cell and by group. */
export async function getRfm(scope: ActionScope, id: RfmDashboardId): Promise<ReplyOf<typeof contract.getRfm>> {
  const dashboard = await getStoredRfm(scope, id);
  const { currency } = await getTenant(scope);
  const sums = await listGroupSums(scope, id);
  return {
    ...(await freshness(scope)),
    dashboard: toDashboard(dashboard, await countClients(scope)),
    currency,
    people: sums.reduce((sum, { people }) => sum + people, 0),
    cells: await listCells(scope, id),
    groups: RFM_GROUPS.map((group) => sums.find((one) => one.group === group) ?? { group, people: 0, spentMinor: 0 }),
  };
}

export async function createRfm(
  scope: ActionScope,
  settings: BodyOf<typeof contract.createRfm>,
): Promise<RfmDashboard> {
  if ((await listRfm(scope, { isLocked: true })).length >= MAX_RFM_DASHBOARDS)
    throw new Problem('rfm.full', { most: MAX_RFM_DASHBOARDS });
  await refuseUnknown(scope, settings);
  const id = newId(RfmDashboardId);
  await insertRfm(scope, { ...settings, id, isUsual: false }, scope.clock.now());
  await queueCounting(scope, id);
  return toDashboard(await getStoredRfm(scope, id), await countClients(scope));
}

/**
 * Changes the settings and bounds of a dashboard and counts its clients again, where more than the title changed.
 *
 * @throws {Problem} `rfm.forming` for bounds before there are any
 */
export async function saveRfm(
  scope: ActionScope,
  id: RfmDashboardId,
  { thresholds, ...settings }: BodyOf<typeof contract.saveRfm>,
): Promise<RfmDashboard> {
  const before = await getStoredRfm(scope, id, { isLocked: true });
  if (thresholds && before.formedAt === null) throw new Problem('rfm.forming');
  await refuseUnknown(scope, settings);
  const next = { ...settings, thresholds: thresholds ?? before.thresholds };
  await updateRfmSettings(scope, id, next);
  if (countedPart(next) !== countedPart(before)) await startCounting(scope, before, 'settings');
  await announce(scope, 'insights');
  return toDashboard(await getStoredRfm(scope, id), await countClients(scope));
}

/** The parts that groups follow from: all but the title. */
const countedPart = ({
  branchId,
  serviceIds,
  categoryTitle,
  months,
  thresholds,
}: Pick<StoredRfm, 'branchId' | 'serviceIds' | 'categoryTitle' | 'months' | 'thresholds'>): string =>
  JSON.stringify([branchId, serviceIds, categoryTitle, months, thresholds && Object.entries(thresholds).toSorted()]);

/** Deletes a dashboard with its groups and moves; the caller has asked what uses it. */
export async function deleteRfm(scope: ActionScope, id: RfmDashboardId): Promise<void> {
  await getStoredRfm(scope, id, { isLocked: true });
  await deleteRfmRows(scope, id, scope.clock.now());
  await announce(scope, 'insights');
}

/** Suggests bounds by the clients as they are now. */
export async function suggestRfm(scope: ActionScope, id: RfmDashboardId): Promise<ReplyOf<typeof contract.suggestRfm>> {
  const dashboard = await getStoredRfm(scope, id);
  const base = await readBase(scope, dashboard, await aroundOf(scope));
  return { thresholds: base.clients < RFM_CLIENTS ? null : thresholdsFor(base, dashboard.months) };
}

/** Counts whom other bounds would move. */
export async function previewRfm(
  scope: ActionScope,
  id: RfmDashboardId,
  { thresholds }: BodyOf<typeof contract.previewRfm>,
): Promise<ReplyOf<typeof contract.previewRfm>> {
  await getStoredRfm(scope, id);
  const { today } = await aroundOf(scope);
  const members = await listMembers(scope, id, today);
  const placed = members.map((client) => ({ before: client.group, after: placeOf(client, thresholds).group }));
  const count = (when: 'before' | 'after', group: string) => placed.filter((one) => one[when] === group).length;
  return {
    moved: placed.filter(({ before, after }) => before !== after).length,
    groups: RFM_GROUPS.map((group) => ({ group, before: count('before', group), after: count('after', group) })),
  };
}

/** Makes the usual dashboard once there are enough clients, and counts those again that are not formed yet. */
export async function formRfm(scope: ActionScope): Promise<void> {
  const clients = await countClients(scope);
  if (clients < RFM_CLIENTS) return;
  if (!(await hadUsual(scope))) await insertUsual(scope);
  const isWhole = await isHistoryRead(scope);
  for (const dashboard of await listRfm(scope)) {
    if (dashboard.formedAt !== null || dashboard.countingReason !== null) continue;
    if (isWhole || dashboard.thresholds === null || clients >= dashboard.clients * WORTH_COUNTING)
      await startCounting(scope, dashboard, 'first');
  }
}

/** Growth of the clients from which groups are made again while history is read. */
const WORTH_COUNTING = 1.1;

async function insertUsual(scope: ActionScope): Promise<void> {
  const { customerLanguage } = await getTenant(scope);
  const id = newId(RfmDashboardId);
  const title = text(customerLanguage, 'rfm.usual');
  const all = { branchId: null, serviceIds: [], categoryTitle: null, months: 12 as const };
  if (await insertRfm(scope, { id, title, ...all, isUsual: true }, scope.clock.now())) await queueCounting(scope, id);
}

/** Counts all clients of a dashboard again, from the first. */
export async function startCounting(scope: ActionScope, dashboard: StoredRfm, reason: CountingReason): Promise<void> {
  const isRunning = reason === 'time' && dashboard.countingReason !== null;
  const countingReason = dashboard.formedAt === null ? 'first' : reason;
  if (!isRunning) await updateRfmCounting(scope, dashboard.id, { countingReason, countedTo: null, counted: 0 });
  await queueCounting(scope, dashboard.id);
}

async function queueCounting(scope: ActionScope, dashboardId: RfmDashboardId): Promise<void> {
  await enqueue(scope, countRfmJob, { tenantId: scope.tenantId, dashboardId });
  await announce(scope, 'insights');
}

/** Hours within which groups form while history is read; then they are taken as they are. */
const FORMING_HOURS = 72;

/** Sets the bounds of a dashboard that is not formed. @returns null while there are too few clients */
export async function beginForming(scope: ActionScope, dashboard: StoredRfm): Promise<StoredRfm | null> {
  const base = await readBase(scope, dashboard, await aroundOf(scope));
  const thresholds = base.clients < RFM_CLIENTS ? null : thresholdsFor(base, dashboard.months);
  await updateRfmCounting(scope, dashboard.id, {
    thresholds,
    clients: base.clients,
    ...(thresholds === null && { countingReason: null }),
  });
  return thresholds && { ...dashboard, thresholds };
}

/** Ends counting all clients of a dashboard. */
export async function endCounting(scope: ActionScope, { id, formedAt, createdAt }: StoredRfm): Promise<void> {
  const now = scope.clock.now();
  const isFormed = (await isHistoryRead(scope)) || createdAt.until(now).total('hours') >= FORMING_HOURS;
  await updateRfmCounting(scope, id, {
    formedAt: formedAt ?? (isFormed ? now : null),
    clients: await countMembers(scope, id),
    countingReason: null,
    countedTo: null,
    counted: 0,
  });
  await announce(scope, 'insights');
}

async function refuseUnknown(
  scope: TenantScope,
  settings: Pick<BodyOf<typeof contract.createRfm>, 'branchId' | 'serviceIds'>,
): Promise<void> {
  if (!(await areChoicesKnown(scope, settings))) throw new Problem('rfm.unknown_choice');
}

async function freshness(scope: ActionScope): Promise<{ asOf: string; waiting: number }> {
  return { asOf: scope.clock.now().toString(), waiting: await countFactMarks(scope) };
}

function toDashboard(stored: StoredRfm, total: number): RfmDashboard {
  const { createdAt: _createdAt, countedTo: _countedTo, countingReason, counted, formedAt, ...dashboard } = stored;
  return {
    ...dashboard,
    formedAt: formedAt?.toString() ?? null,
    counting: countingReason && { done: Math.min(counted, total), total },
  };
}
