import { sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import type { TimelineItem } from '#contract/insights/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { LoadedItem, TimelineKey } from './timeline-sources.ts';
import { listVisitsToName } from './visit-queries.ts';

type Loaded = Promise<Map<string, LoadedItem>>;

const Facts = z.record(z.string(), z.unknown());

/** Loads changes of visits: booked, moved, changed, cancelled, another status. */
export async function loadVisitEvents(scope: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const rows = await listEvents(scope, keys);
  const visits = await listVisitsToName(
    scope,
    rows.flatMap((row) => row.visit_id ?? []),
  );
  return byId(
    rows.map((row) => {
      const visit = (row.visit_id !== null && visits.get(row.visit_id)) || null;
      const facts = Facts.parse(row.facts);
      return { ...baseOf(row), timeZone: visit?.timeZone, type: 'visit', name: row.kind, facts, visit };
    }),
  );
}

/** Loads visits, at their start. */
export async function loadVisits(scope: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const visits = await listVisitsToName(
    scope,
    keys.map(({ id }) => id),
  );
  return byId(
    [...visits.values()].map((visit) => ({
      id: visit.id,
      at: visit.startsAt,
      timeZone: visit.timeZone,
      type: 'visit',
      name: 'visit.itself',
      facts: {},
      visit,
    })),
  );
}

const OptOutFacts = z.object({
  channelId: ChannelId.nullable().catch(null),
  scope: OptOutScope.nullable().catch(null).default(null),
  source: OptOutSource.nullable().catch(null).default(null),
});

/** Loads opt-outs and their ends. */
export async function loadOptOuts(scope: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const rows = (await listEvents(scope, keys)).map((row) => ({ ...row, optOut: OptOutFacts.parse(row.facts) }));
  const titles = await titlesOf(
    scope,
    rows.flatMap(({ optOut }) => optOut.channelId ?? []),
  );
  return byId(
    rows.map((row) => ({
      ...baseOf(row),
      type: 'opt_out',
      isLifted: row.kind === 'contacts.opted_in',
      scope: row.optOut.scope,
      source: row.optOut.source,
      channelId: row.optOut.channelId,
      channelTitle: (row.optOut.channelId !== null && titles.get(row.optOut.channelId)) || null,
    })),
  );
}

/** Loads changes of orders. */
export async function loadOrderEvents(scope: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const rows = await listEvents(scope, keys);
  const orders = await ordersOf(
    scope,
    rows.flatMap((row) => row.subject_id ?? []),
  );
  return byId(
    rows.map((row) => {
      const order = (row.subject_id !== null && orders.get(row.subject_id)) || null;
      const facts = Facts.parse(row.facts);
      return { ...baseOf(row), timeZone: order?.timeZone, type: 'order', name: row.kind, facts, order };
    }),
  );
}

async function listEvents({ tx, tenantId }: TenantScope, keys: readonly TimelineKey[]) {
  return tx
    .selectFrom('events')
    .select(['id', 'kind', 'visit_id', 'subject_id', 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${keys.map(({ id }) => id)}::uuid[])`)
    .execute();
}

async function titlesOf({ tx, tenantId }: TenantScope, channelIds: readonly string[]): Promise<Map<string, string>> {
  if (channelIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('channels')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...channelIds]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

type NamedOrder = Extract<TimelineItem, { type: 'order' }>['order'];

async function ordersOf({ tx, tenantId }: TenantScope, ids: readonly string[]): Promise<Map<string, NamedOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('branches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'o.tenant_id').onRef('b.id', '=', 'o.branch_id'),
    )
    .select(['o.id', 'o.number', 'o.total_minor', 'b.title', 'b.time_zone', 'b.currency'])
    .where('o.tenant_id', '=', tenantId)
    .where('o.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        number: row.number,
        branchTitle: row.title,
        timeZone: row.time_zone,
        total: { amountMinor: row.total_minor, currency: row.currency },
      },
    ]),
  );
}

const baseOf = (row: { id: string; occurred_at: Temporal.Instant }) => ({ id: row.id, at: row.occurred_at.toString() });

const byId = (items: readonly LoadedItem[]) => new Map(items.map((item) => [item.id, item]));
