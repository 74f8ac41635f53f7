import { sql } from 'kysely';
import { z } from 'zod';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import {
  FreedSlot,
  type getWaitlistFigures,
  type listFreedSlots,
  SlotId,
  type SlotFilter,
  SlotOffer,
} from '#contract/waitlist/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Instants between which a slot was freed; null: open. */
export type Span = { since: Temporal.Instant | null; until: Temporal.Instant | null };

const SlotCursor = z.tuple([z.iso.datetime(), SlotId]);

export async function pageOfSlots(
  scope: TenantScope,
  { which, cursor, limit }: Pick<QueryOf<typeof listFreedSlots>, 'which' | 'cursor' | 'limit'>,
  span: Span,
): Promise<ReplyOf<typeof listFreedSlots>> {
  const last = readCursor(cursor, SlotCursor);
  const rows = await selectSlots(scope)
    .where(within(span))
    .where(BY_FILTER[which])
    .where(isBeyond([sql.ref('f.freed_at'), sql.ref('f.id')], last, 'desc'))
    .orderBy('f.freed_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toShown, (row) => [row.freed_at.toString(), row.id]);
}

export async function findShownSlot(scope: TenantScope, id: SlotId): Promise<FreedSlot | undefined> {
  const row = await selectSlots(scope).where('f.id', '=', id).executeTakeFirst();
  return row && toShown(row);
}

export async function listShownOffers(
  { tx, tenantId }: TenantScope,
  slotId: SlotId,
  limit: number,
): Promise<SlotOffer[]> {
  const rows = await tx
    .selectFrom('slot_offers as o')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.contact_id'),
    )
    .selectAll('o')
    .select('c.name')
    .where('o.tenant_id', '=', tenantId)
    .where('o.slot_id', '=', slotId)
    .orderBy('o.place')
    .orderBy('o.id')
    .limit(limit)
    .execute();
  return rows.map((row) =>
    SlotOffer.parse({
      id: row.id,
      contactId: row.contact_id,
      contactName: row.name,
      isWaiting: row.entry_id !== null,
      status: row.status,
      skipRule: row.skip_rule,
      offeredAt: row.offered_at?.toString() ?? null,
      endsAt: row.ends_at?.toString() ?? null,
      answeredAt: row.answered_at?.toString() ?? null,
      messageId: row.message_id,
    }),
  );
}

export async function countFigures(
  { tx, tenantId }: TenantScope,
  span: Span,
): Promise<ReplyOf<typeof getWaitlistFigures>> {
  const { rows } = await sql<{
    freed: number;
    offered: number;
    filled: number;
    open: number;
    to_enter: number;
    waiting: number;
  }>`
    select slots.*, entries.waiting from (
      select count(*) as freed, count(*) filter (where ${BY_FILTER.offered}) as offered,
        count(*) filter (where ${BY_FILTER.filled}) as filled, count(*) filter (where ${BY_FILTER.open}) as open,
        count(*) filter (where ${BY_FILTER.to_enter}) as to_enter
      from freed_slots f where f.tenant_id = ${tenantId} and ${within(span)}
    ) slots cross join (
      select count(*) as waiting from waitlist_entries e where e.tenant_id = ${tenantId} and e.status = 'waiting'
    ) entries`.execute(tx);
  const { rows: sums } = await sql<{ currency: string; minor: number }>`
    select f.currency, sum(f.price_minor)::int8 as minor from freed_slots f
    where f.tenant_id = ${tenantId} and ${within(span)} and ${BY_FILTER.filled} group by 1 order by 2 desc`.execute(tx);
  const [counts = { freed: 0, offered: 0, filled: 0, open: 0, to_enter: 0, waiting: 0 }] = rows;
  const { to_enter: toEnter, ...others } = counts;
  const brought = sums.map(({ currency, minor }) => ({ currency, amountMinor: minor }));
  return { ...others, toEnter, brought };
}

/** Conditions of a slot, aliased as `f`, by what is asked for. */
const BY_FILTER = {
  freed: sql<boolean>`true`,
  offered: sql<boolean>`exists (select from slot_offers o
    where o.tenant_id = f.tenant_id and o.slot_id = f.id and o.offered_at is not null)`,
  filled: sql<boolean>`f.status = 'filled'`,
  open: sql<boolean>`f.status = 'open'`,
  to_enter: sql<boolean>`(f.status = 'filled' and f.booking in ('by_staff', 'failed'))`,
} satisfies Record<SlotFilter, unknown>;

function within({ since, until }: Span) {
  const from = since ? sql`f.freed_at >= ${since}` : sql`true`;
  return sql<boolean>`(${from} and ${until ? sql`f.freed_at < ${until}` : sql`true`})`;
}

function selectSlots({ tx, tenantId }: TenantScope) {
  const counted = (condition: string) =>
    sql<number>`(select count(*) from slot_offers o where o.tenant_id = f.tenant_id and o.slot_id = f.id
      and ${sql.raw(condition)})`;
  return tx
    .selectFrom('freed_slots as f')
    .innerJoin('branches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'f.tenant_id').onRef('b.id', '=', 'f.branch_id'),
    )
    .leftJoin('masters as m', (join) => join.onRef('m.tenant_id', '=', 'f.tenant_id').onRef('m.id', '=', 'f.master_id'))
    .leftJoin('slot_offers as w', (join) =>
      join.onRef('w.tenant_id', '=', 'f.tenant_id').onRef('w.id', '=', 'f.winner_offer_id'),
    )
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'w.tenant_id').onRef('c.id', '=', 'w.contact_id'),
    )
    .selectAll('f')
    .select([
      'b.title as branch_title',
      'b.time_zone',
      'm.name as master_name',
      'w.contact_id as winner_id',
      'c.name as winner_name',
    ])
    .select([
      counted(`o.offered_at is not null`).as('offered'),
      counted(`o.status = 'queued'`).as('queued'),
      counted(`o.status = 'skipped'`).as('skipped'),
    ])
    .where('f.tenant_id', '=', tenantId);
}

type SlotRow = Awaited<ReturnType<ReturnType<typeof selectSlots>['execute']>>[number];

function toShown(row: SlotRow): FreedSlot {
  return FreedSlot.parse({
    id: row.id,
    visitId: row.visit_id,
    branchId: row.branch_id,
    branchTitle: row.branch_title,
    timeZone: row.time_zone,
    masterName: row.master_name,
    serviceTitles: row.service_titles,
    startsAt: row.starts_at.toString(),
    durationMinutes: row.duration_minutes,
    price: { amountMinor: row.price_minor, currency: row.currency },
    status: row.status,
    freedAt: row.freed_at.toString(),
    closesAt: row.closes_at.toString(),
    offered: row.offered,
    queued: row.queued,
    skipped: row.skipped,
    winner:
      row.winner_id === null || row.filled_at === null
        ? null
        : { contactId: row.winner_id, name: row.winner_name ?? '', acceptedAt: row.filled_at.toString() },
    booking: row.booking,
    bookingText: row.booking_text,
    bookedVisitId: row.booked_visit_id,
  });
}
