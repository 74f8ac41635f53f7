import { findListedFlow } from '#server/flows/storage/reads.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flows/list.ts';
import type { FlowRow } from '#contract/flows/list.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { countsBySender } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readPage } from '#server/senders/listing/page-reads.ts';
import { getTenant } from '#server/tenants/actions.ts';
import {
  countFlowGroups,
  findNextOfFlows,
  listFlowPage,
  type ListedFlow,
  listNextDueOf,
  listTitles,
} from './list-reads.ts';
import { dailyLimitOf } from '#server/flows/planning/daily-limit-rules.ts';
import { requiredTariffs } from '#server/flows/stops/tariffs.ts';

/** One page of the list, with the message counts of each flow. */
export async function listRows(
  scope: ActionScope,
  { cursor, limit, sort, isDescending, ...filter }: QueryOf<typeof contract.listFlowRows>,
): Promise<ReplyOf<typeof contract.listFlowRows>> {
  const query = { cursor, limit, sort, isDescending };
  const { items, nextCursor } = await readPage(query, filter, (page) => listFlowPage(scope, page));
  return { items: await toRows(scope, items), nextCursor };
}

/** Titles and kinds of the flows, for selects. */
export async function listNames(scope: TenantScope): Promise<ReplyOf<typeof contract.listFlowTitles>> {
  return { flows: await listTitles(scope) };
}

/** @throws {Problem} `flow.not_found` */
export async function getRow(scope: ActionScope, id: FlowId): Promise<FlowRow> {
  const flow = await findListedFlow(scope, id);
  const [row] = flow && !flow.isDeleted ? await toRows(scope, [flow]) : [];
  if (!row) throw new Problem('flow.not_found');
  return row;
}

/** Counts for the filters and the summary above the list. A count beside a filter is the number of flows that choosing it would show. */
export async function countAll(
  scope: TenantScope,
  { search, ...chosen }: QueryOf<typeof contract.countFlows>,
): Promise<ReplyOf<typeof contract.countFlows>> {
  const found = await countFlowGroups(scope, search);
  const within = (...keys: (keyof typeof chosen)[]) =>
    found.filter((group) => keys.every((key) => chosen[key] === undefined || group[key] === chosen[key]));
  const sumBy = (key: keyof typeof chosen, groups: typeof found) => {
    const sums: Record<string, number> = {};
    for (const group of groups) sums[group[key]] = (sums[group[key]] ?? 0) + group.count;
    return sums;
  };
  const groups = within('kind', 'mode');
  const next = await findNextOfFlows(scope);
  const isTesting = (group: (typeof groups)[number]) => group.status === 'working' && group.mode === 'test';
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    byStatus: sumBy('status', groups),
    byKind: sumBy('kind', within('status', 'mode')),
    byMode: sumBy('mode', within('status', 'kind')),
    testing: groups.filter(isTesting).reduce((sum, { count }) => sum + count, 0),
    nextMessageAt: next?.at.toString() ?? null,
    nextMessageTimeZone: next?.timeZone ?? null,
  };
}

/** Messages that a flow may send on one day; the rest is postponed to the next day. */
function mostToday({ kind, mode }: Pick<FlowRow, 'kind' | 'mode'>): number {
  return (mode === 'combat' ? dailyLimitOf(kind) : null) ?? Infinity;
}

const NOTHING = { planned: 0, sent: 0, delivered: 0, read: 0, replied: 0, clicked: 0, failed: 0, skipped: 0 };

async function toRows(scope: ActionScope, flows: readonly Omit<ListedFlow, 'after'>[]): Promise<FlowRow[]> {
  const ids = flows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<FlowId, FlowRow['counts']>() : await countsBySender(scope, ids);
  const now = scope.clock.now();
  const { timeZone } = await getTenant(scope);
  const tomorrow = now.toZonedDateTimeISO(timeZone).add({ days: 1 }).startOfDay().toInstant();
  const next = await listNextDueOf(scope, ids, tomorrow);
  const rows: FlowRow[] = [];
  for (const { settings, createdAt, updatedAt, lastStartedAt, ...flow } of flows) {
    rows.push({
      ...flow,
      delayMinutes: settings.timing.delayMinutes,
      counts: counts.get(flow.id) ?? NOTHING,
      nextMessageAt: next.get(flow.id)?.at.toString() ?? null,
      nextMessageTimeZone: next.get(flow.id)?.timeZone ?? null,
      todayCount: Math.min(next.get(flow.id)?.count ?? 0, mostToday(flow)),
      createdAt: createdAt.toString(),
      updatedAt: updatedAt.toString(),
      lastStartedAt: lastStartedAt?.toString() ?? null,
      tariffIds: flow.status === 'unavailable' ? [...(await requiredTariffs(scope, flow.kind, now))] : [],
    });
  }
  return rows;
}
