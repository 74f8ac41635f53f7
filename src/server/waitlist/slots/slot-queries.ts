import { type RawBuilder, sql } from 'kysely';
import { BranchId } from '#contract/connections/calls.ts';
import { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import {
  SlotBooking,
  SlotId,
  SlotOfferId,
  SlotStatus,
  type WaitlistSettings,
  WaitlistSettings as SettingsShape,
} from '#contract/waitlist/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import type { StoredSlot } from './stored.ts';

/** Records the time that a visit has left. @returns null when it is offered already */
export async function insertSlot(
  { tx, tenantId }: TenantScope,
  visit: VisitFactsForFlow,
  { settings, closesAt, now }: { settings: WaitlistSettings; closesAt: Temporal.Instant; now: Temporal.Instant },
): Promise<SlotId | null> {
  const row = await tx
    .insertInto('freed_slots')
    .values({
      tenant_id: tenantId,
      id: newId(SlotId),
      visit_id: visit.id,
      contact_id: visit.contactId,
      branch_id: visit.branchId,
      master_id: visit.masterId,
      service_ids: visit.serviceIds,
      service_titles: visit.serviceTitles,
      starts_at: visit.startsAt,
      duration_minutes: visit.durationMinutes,
      price_minor: visit.totalMinor,
      currency: visit.currency,
      mode: settings.mode,
      hold_minutes: settings.holdMinutes,
      closes_at: closesAt,
      status: 'open',
      freed_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'visit_id', 'starts_at'])
        .where(sql<boolean>`status = 'open'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row ? SlotId.parse(row.id) : null;
}

function selectSlots({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('freed_slots')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'freed_slots.tenant_id').onRef('branches.id', '=', 'freed_slots.branch_id'),
    )
    .leftJoin('masters', (join) =>
      join.onRef('masters.tenant_id', '=', 'freed_slots.tenant_id').onRef('masters.id', '=', 'freed_slots.master_id'),
    )
    .selectAll('freed_slots')
    .select([
      'branches.title as branch_title',
      'branches.address as branch_address',
      'branches.phone as branch_phone',
      'branches.time_zone',
      'masters.name as master_name',
    ])
    .where('freed_slots.tenant_id', '=', tenantId);
}

export async function findSlot(scope: TenantScope, id: SlotId): Promise<StoredSlot | undefined> {
  const row = await selectSlots(scope).where('freed_slots.id', '=', id).executeTakeFirst();
  return row && toSlot(row);
}

/** Locks a slot, so that its offers change one after another. */
export async function findSlotForUpdate(scope: TenantScope, id: SlotId): Promise<StoredSlot | undefined> {
  const { tx, tenantId } = scope;
  await tx
    .selectFrom('freed_slots')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return findSlot(scope, id);
}

/** The condition that any slot is offered. */
export function hasOpenSlots({ tenantId }: TenantScope): RawBuilder<boolean> {
  return sql`exists (select from freed_slots where tenant_id = ${tenantId} and status = 'open')`;
}

/** Open slots that a visit concerns: its own, and those of its master that it overlaps. */
export async function listConcerned(
  { tx, tenantId }: TenantScope,
  { id, branchId, masterId, startsAt, durationMinutes }: VisitFactsForFlow,
): Promise<{ id: SlotId; isOwn: boolean }[]> {
  const { rows } = await sql<{ id: string; is_own: boolean }>`
    select id, visit_id = ${id} as is_own from freed_slots
    where tenant_id = ${tenantId} and status = 'open' and branch_id = ${branchId} and (visit_id = ${id}
      or (master_id = ${masterId} and starts_at < ${startsAt.add({ minutes: durationMinutes })}
        and starts_at + duration_minutes * interval '1 minute' > ${startsAt}))
    order by id`.execute(tx);
  return rows.map((row) => ({ id: SlotId.parse(row.id), isOwn: row.is_own }));
}

export async function setSlotClosed(
  { tx, tenantId }: TenantScope,
  id: SlotId,
  { status, at }: { status: SlotStatus; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('freed_slots')
    .set({ status, closed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/**
 * Gives a slot to an offer, unless it is closed or another contact has the time to answer now. One statement: of all who
 * accept at once it succeeds for one.
 *
 * @returns whether the offer has it now
 */
export async function claimSlot(
  { tx, tenantId }: TenantScope,
  offerId: SlotOfferId,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update freed_slots s set status = 'filled', winner_offer_id = o.id, filled_at = ${now}, closed_at = ${now},
      booking = 'pending'
    from slot_offers o
    where o.tenant_id = ${tenantId} and o.id = ${offerId} and o.status in ('open', 'lapsed', 'declined')
      and s.tenant_id = ${tenantId} and s.id = o.slot_id and s.status = 'open' and s.closes_at > ${now}
      and (s.mode = 'all' or not exists (select from slot_offers h
        where h.tenant_id = ${tenantId} and h.slot_id = s.id and h.id <> o.id and h.status = 'open' and h.ends_at > ${now}))
    returning s.id`.execute(tx);
  return rows.length > 0;
}

/** Records what became of the winner's visit in the booking system. */
export async function setBooking(
  { tx, tenantId }: TenantScope,
  id: SlotId,
  change: {
    booking: SlotBooking;
    text?: string | null;
    visitId?: VisitId;
    status?: SlotStatus;
    nearestAt?: Temporal.Instant | null;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('freed_slots')
    .set({
      booking: change.booking,
      booking_text: change.text ?? null,
      ...(change.visitId && { booked_visit_id: change.visitId }),
      ...(change.status && { status: change.status }),
      ...(change.nearestAt && { nearest_at: change.nearestAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('booking', 'in', ['pending', 'by_staff', 'failed'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type SlotRow = Awaited<ReturnType<ReturnType<typeof selectSlots>['execute']>>[number];

function toSlot(row: SlotRow): StoredSlot {
  return {
    id: SlotId.parse(row.id),
    visitId: VisitId.parse(row.visit_id),
    branchId: BranchId.parse(row.branch_id),
    branchTitle: row.branch_title,
    branchAddress: row.branch_address,
    branchPhone: row.branch_phone,
    timeZone: row.time_zone,
    masterId: row.master_id === null ? null : MasterId.parse(row.master_id),
    masterName: row.master_name,
    serviceIds: row.service_ids.map((id) => ServiceId.parse(id)),
    serviceTitles: row.service_titles,
    startsAt: row.starts_at,
    durationMinutes: row.duration_minutes,
    priceMinor: row.price_minor,
    currency: row.currency,
    mode: SettingsShape.shape.mode.parse(row.mode),
    holdMinutes: row.hold_minutes,
    closesAt: row.closes_at,
    status: SlotStatus.parse(row.status),
    winnerOfferId: row.winner_offer_id === null ? null : SlotOfferId.parse(row.winner_offer_id),
    booking: row.booking === null ? null : SlotBooking.parse(row.booking),
    nearestAt: row.nearest_at,
  };
}
