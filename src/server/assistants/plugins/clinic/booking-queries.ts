import type { Selectable } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ClinicBookings } from '#server/platform/database/schema.gen.ts';

/** An appointment that an assistant made, or tries to make. */
export type ClinicBookingRow = {
  id: string;
  contactId: ContactId;
  key: string;
  status: 'trying' | 'booked' | 'refused' | 'cancelled';
  claimId: string | null;
  clinic: { externalId: string; title: string; address: string | null };
  doctor: { externalId: string; name: string };
  speciality: { externalId: string; title: string };
  startsAt: Temporal.Instant;
  minutes: number;
  timeZone: string;
  priceMinor: number;
  currency: string;
  patientName: string;
  phone: string;
  consentText: string;
};
export type NewClinicBooking = Omit<ClinicBookingRow, 'status' | 'claimId'> & { at: Temporal.Instant };

/**
 * Notes that an appointment is about to be made. One that was refused or cancelled is tried again, one that is being tried or
 * is made stays as it is.
 *
 * @returns `before`: how it stood
 */
export async function startBooking(
  scope: TenantScope,
  booking: NewClinicBooking,
): Promise<{ row: ClinicBookingRow; before: ClinicBookingRow['status'] | null }> {
  const { tx, tenantId } = scope;
  const values = valuesOf(booking);
  const inserted = await tx
    .insertInto('clinic_bookings')
    .values({ tenant_id: tenantId, id: booking.id, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { row: toRow(inserted), before: null };
  const found = await tx
    .selectFrom('clinic_bookings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('key', '=', booking.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = toRow(found);
  if (row.status === 'booked' || row.status === 'trying') return { row, before: row.status };
  const updated = await tx
    .updateTable('clinic_bookings')
    .set({ ...values, claim_id: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row: toRow(updated), before: row.status };
}

/** Finds an attempt of which nobody knows how it ended. */
export async function findTrying({ tx, tenantId }: TenantScope, key: string): Promise<ClinicBookingRow | null> {
  const row = await tx
    .selectFrom('clinic_bookings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('status', '=', 'trying')
    .executeTakeFirst();
  return row ? toRow(row) : null;
}

/** Notes how an attempt ended. */
export async function endBooking(
  { tx, tenantId }: TenantScope,
  id: string,
  end: { status: 'booked'; claimId: string } | { status: 'refused' | 'cancelled' },
): Promise<void> {
  await tx
    .updateTable('clinic_bookings')
    .set({ status: end.status, ...(end.status === 'booked' && { claim_id: end.claimId }) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

const MAX_AHEAD = 50;

/** Lists a contact's appointments from a moment on, cancelled ones too. */
export async function listBookings(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  from: Temporal.Instant,
): Promise<ClinicBookingRow[]> {
  const rows = await tx
    .selectFrom('clinic_bookings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('starts_at', '>', from)
    .where('status', 'in', ['booked', 'cancelled'])
    .orderBy('starts_at')
    .orderBy('id')
    .limit(MAX_AHEAD)
    .execute();
  return rows.map(toRow);
}

function valuesOf(booking: NewClinicBooking) {
  const { clinic, doctor, speciality } = booking;
  return {
    contact_id: booking.contactId,
    key: booking.key,
    status: 'trying',
    clinic_external_id: clinic.externalId,
    clinic_title: clinic.title,
    clinic_address: clinic.address,
    doctor_external_id: doctor.externalId,
    doctor_name: doctor.name,
    speciality_external_id: speciality.externalId,
    speciality_title: speciality.title,
    starts_at: booking.startsAt,
    minutes: booking.minutes,
    time_zone: booking.timeZone,
    price_minor: booking.priceMinor,
    currency: booking.currency,
    patient_name: booking.patientName,
    phone: booking.phone,
    consent_text: booking.consentText,
    consented_at: booking.at,
    created_at: booking.at,
  };
}

function toRow(row: Selectable<ClinicBookings>): ClinicBookingRow {
  return {
    id: row.id,
    contactId: row.contact_id as ContactId, // NOTE: a foreign key to contacts
    key: row.key,
    status: row.status as ClinicBookingRow['status'], // NOTE: checked by the database
    claimId: row.claim_id,
    clinic: { externalId: row.clinic_external_id, title: row.clinic_title, address: row.clinic_address },
    doctor: { externalId: row.doctor_external_id, name: row.doctor_name },
    speciality: { externalId: row.speciality_external_id, title: row.speciality_title },
    startsAt: row.starts_at,
    minutes: row.minutes,
    timeZone: row.time_zone,
    priceMinor: Number(row.price_minor),
    currency: row.currency,
    patientName: row.patient_name,
    phone: row.phone,
    consentText: row.consent_text,
  };
}
