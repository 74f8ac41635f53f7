import { sql } from 'kysely';
import { BookingButtonId } from '#contract/booking/buttons.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** How often the page of a button was opened, and how many visits were booked on it. */
export type ButtonFigures = { opened: number; booked: number };

/** Counts openings and booked visits by button. */
export async function countFigures(
  { tx, tenantId }: TenantScope,
  since: Temporal.Instant,
): Promise<Map<BookingButtonId, ButtonFigures>> {
  const opened = await tx
    .selectFrom('booking_button_days')
    .select(({ fn }) => ['button_id', fn.sum<string>('opened').as('count')])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', dayOf(since))
    .groupBy('button_id')
    .execute();
  const booked = await tx
    .selectFrom('online_bookings')
    .select(({ fn }) => ['button_id', fn.countAll<string>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'booked')
    .where('created_at', '>=', since)
    .groupBy('button_id')
    .execute();
  const figures = new Map<BookingButtonId, ButtonFigures>();
  const of = (id: string) => figures.getOrInsertComputed(BookingButtonId.parse(id), () => ({ opened: 0, booked: 0 }));
  for (const row of opened) of(row.button_id).opened = Number(row.count);
  for (const row of booked) of(row.button_id).booked = Number(row.count);
  return figures;
}

/** Counts an opening of a button's page. */
export async function countOpening(
  { tx, tenantId }: TenantScope,
  buttonId: BookingButtonId,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('booking_button_days')
    .values({ tenant_id: tenantId, button_id: buttonId, day: dayOf(at), opened: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'button_id', 'day']).doUpdateSet({ opened: sql`booking_button_days.opened + 1` }),
    )
    .execute();
}

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO('UTC').toPlainDate().toString();
