import { withTenant } from '#server/platform/database/db.ts';
import { type ClinicBookingRow, endBooking, listBookings } from './booking-queries.ts';
import { openAccount } from './account-actions.ts';
import type { ClinicDesk } from './clinic-desk.ts';
import { type ClinicRefusal, refuse, showAppointment, type ShownAppointment } from './clinic-results.ts';

// NOTE: a process: it calls the clinic's system between transactions.

const NO_APPOINTMENTS =
  'The client has no upcoming appointments that were made here: say so, and that the clinic knows of others.';

/** Lists the contact's own appointments that were made here; those that the clinic cancelled meanwhile are left out. */
export async function listAppointments(desk: ClinicDesk) {
  const rows = await appointmentsAhead(desk);
  const appointments = rows.map((row) => showAppointment(row, desk.scope.language));
  return { ok: true, appointments } as const;
}

/** Cancels an appointment of the contact's own that was made here. Safe to repeat. */
export async function cancelAppointment(
  desk: ClinicDesk,
  { appointment_id: wanted }: { appointment_id: string | null },
): Promise<{ ok: true; appointment: ShownAppointment } | ClinicRefusal> {
  const { ctx, scope } = desk;
  const { tenantId, contactId, visitor, language } = scope;
  if (contactId === null || visitor) return refuse('which_appointment', { appointments: [], next: NO_APPOINTMENTS });
  const all = await withTenant(ctx, tenantId, (tx) => listBookings(tx, contactId, ctx.clock.now()));
  const open = all.filter(({ status }) => status === 'booked');
  // NOTE: a repeated call finds the appointment that the first has cancelled.
  const row = chosen(open.length > 0 && wanted === null ? open : all, wanted);
  if (!row)
    return refuse('which_appointment', {
      appointments: open.map((one) => showAppointment(one, language)),
      ...(open.length === 0 && { next: NO_APPOINTMENTS }),
    });
  const cancelled = { ok: true as const, appointment: showAppointment({ ...row, status: 'cancelled' }, language) };
  if (row.status === 'cancelled') return cancelled;
  const account = await openAccount(ctx, tenantId, desk.plugin.connectionId);
  if (!account || row.claimId === null) return refuse('unsupported');
  scope.signal.throwIfAborted();
  const result = await account.provider.cancel({ tenantId, isUrgent: true, token: account.token }, row.claimId);
  if (!result.isOk) return refuse('failed');
  if (result.value === 'unsupported') return refuse('unsupported');
  await withTenant(ctx, tenantId, (tx) => endBooking(tx, row.id, { status: 'cancelled' }));
  return cancelled;
}

const chosen = (rows: readonly ClinicBookingRow[], wanted: string | null): ClinicBookingRow | undefined =>
  wanted === null && rows.length === 1 ? rows[0] : rows.find(({ id }) => id === wanted?.trim().toLowerCase());

async function appointmentsAhead({ ctx, scope, plugin }: ClinicDesk): Promise<ClinicBookingRow[]> {
  const { tenantId, contactId, visitor } = scope;
  // NOTE: anybody can say who they are in a public chat
  if (contactId === null || visitor) return [];
  const rows = await withTenant(ctx, tenantId, (tx) => listBookings(tx, contactId, ctx.clock.now()));
  const open = rows.filter(({ status }) => status === 'booked');
  const gone = await cancelledByClinic({ ctx, scope, plugin }, open);
  if (gone.length > 0)
    await withTenant(ctx, tenantId, async (tx) => {
      for (const { id } of gone) await endBooking(tx, id, { status: 'cancelled' });
    });
  return open.filter((row) => !gone.includes(row));
}

/** Appointments that the clinic has cancelled; none where it does not answer. */
async function cancelledByClinic(
  { ctx, scope: { tenantId, signal }, plugin }: ClinicDesk,
  open: readonly ClinicBookingRow[],
): Promise<ClinicBookingRow[]> {
  const account = open.length > 0 ? await openAccount(ctx, tenantId, plugin.connectionId) : null;
  if (!account) return [];
  const caller = { tenantId, isUrgent: true, token: account.token, signal };
  const gone: ClinicBookingRow[] = [];
  for (const [phone, rows] of Map.groupBy(open, (row) => row.phone)) {
    const from = rows[0]?.startsAt.toZonedDateTimeISO(rows[0].timeZone).toPlainDate();
    const listed = from && (await account.provider.listAppointments(caller, { phone, from }));
    if (!listed?.isOk) continue;
    const cancelled = new Set(listed.value.filter(({ isCancelled }) => isCancelled).map(({ claimId }) => claimId));
    gone.push(...rows.filter(({ claimId }) => claimId !== null && cancelled.has(claimId)));
  }
  return gone;
}
