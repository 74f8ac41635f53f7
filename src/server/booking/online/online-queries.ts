import type { Selectable } from 'kysely';
import { z } from 'zod';
import { BookingButtonId } from '#contract/booking/buttons.ts';
import { OnlineBookingId } from '#contract/booking/online.ts';
import { ONLINE_BOOKING_STATUSES } from '#contract/booking/values.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { Language } from '#contract/primitives.ts';
import { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { OnlineBookings } from '#server/platform/database/schema.gen.ts';

const Masters = z.array(z.object({ masterId: MasterId, minutes: z.number() }));
const Status = z.enum(ONLINE_BOOKING_STATUSES);

/** A visit booked on the page of a button, as stored. */
export type OnlineBooking = {
  id: OnlineBookingId;
  buttonId: BookingButtonId;
  branchId: BranchId;
  /** Idempotency key, also in the booking system. */
  formKey: string;
  serviceId: ServiceId;
  /** The visitor's choice; null: any master. */
  masterId: MasterId | null;
  /** Masters who were free then, in the order in which they are tried. */
  masters: z.infer<typeof Masters>;
  startsAt: Temporal.Instant;
  name: string;
  /** E.164. */
  phone: string;
  language: Language;
  status: z.infer<typeof Status>;
  visitId: VisitId | null;
  createdAt: Temporal.Instant;
};

export type NewOnlineBooking = Omit<OnlineBooking, 'status' | 'visitId'>;

/** Stores a booking once for each key. @returns its id, and whether it is new */
export async function insertOnlineBooking(
  { tx, tenantId }: TenantScope,
  booking: NewOnlineBooking,
): Promise<{ id: OnlineBookingId; isNew: boolean }> {
  const inserted = await tx
    .insertInto('online_bookings')
    .values({
      tenant_id: tenantId,
      id: booking.id,
      button_id: booking.buttonId,
      branch_id: booking.branchId,
      form_key: booking.formKey,
      service_id: booking.serviceId,
      master_id: booking.masterId,
      masters: JSON.stringify(booking.masters),
      starts_at: booking.startsAt,
      name: booking.name,
      phone: booking.phone,
      language: booking.language,
      status: 'pending',
      created_at: booking.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'form_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: booking.id, isNew: true };
  const known = await findBookingOfForm({ tx, tenantId }, booking.formKey);
  if (!known) throw new Error('A booking of the same form is gone');
  return { id: known, isNew: false };
}

/** Finds the booking that a form has made. */
export async function findBookingOfForm(
  { tx, tenantId }: TenantScope,
  formKey: string,
): Promise<OnlineBookingId | undefined> {
  const row = await tx
    .selectFrom('online_bookings')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('form_key', '=', formKey)
    .executeTakeFirst();
  return row && OnlineBookingId.parse(row.id);
}

export async function findOnlineBooking(
  { tx, tenantId }: TenantScope,
  id: OnlineBookingId,
  { isLocked = false } = {},
): Promise<OnlineBooking | undefined> {
  const row = await tx
    .selectFrom('online_bookings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toBooking(row);
}

/** Records what became of a booking. */
export async function settleOnlineBooking(
  { tx, tenantId }: TenantScope,
  id: OnlineBookingId,
  outcome: Pick<OnlineBooking, 'status' | 'visitId'> & { at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('online_bookings')
    .set({ status: outcome.status, visit_id: outcome.visitId, settled_at: outcome.at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function toBooking(row: Selectable<OnlineBookings>): OnlineBooking {
  return {
    id: OnlineBookingId.parse(row.id),
    buttonId: BookingButtonId.parse(row.button_id),
    branchId: BranchId.parse(row.branch_id),
    formKey: row.form_key,
    serviceId: ServiceId.parse(row.service_id),
    masterId: row.master_id === null ? null : MasterId.parse(row.master_id),
    masters: Masters.parse(row.masters),
    startsAt: row.starts_at,
    name: row.name,
    phone: row.phone,
    language: Language.parse(row.language),
    status: Status.parse(row.status),
    visitId: row.visit_id === null ? null : VisitId.parse(row.visit_id),
    createdAt: row.created_at,
  };
}
