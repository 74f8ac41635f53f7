import type { Selectable } from 'kysely';
import { BookingButtonId, WrittenButton } from '#contract/booking/buttons.ts';
import { MAX_BUTTONS } from '#contract/booking/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { BookingButtons } from '#server/platform/database/schema.gen.ts';

/** A button as stored. */
export type StoredButton = WrittenButton & { id: BookingButtonId; createdAt: Temporal.Instant };

export async function listButtons({ tx, tenantId }: TenantScope): Promise<StoredButton[]> {
  const rows = await tx
    .selectFrom('booking_buttons')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_BUTTONS)
    .execute();
  return rows.map(toButton);
}

/** Finds a button that is not deleted. */
export async function findButton(
  { tx, tenantId }: TenantScope,
  id: BookingButtonId,
): Promise<StoredButton | undefined> {
  const row = await tx
    .selectFrom('booking_buttons')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toButton(row);
}

export async function insertButton(
  { tx, tenantId }: TenantScope,
  { id, createdAt, ...written }: StoredButton,
): Promise<void> {
  await tx
    .insertInto('booking_buttons')
    .values({ tenant_id: tenantId, id, created_at: createdAt, ...columnsOf(written) })
    .execute();
}

/** @returns false when there is none, or it is deleted */
export async function updateButton(
  { tx, tenantId }: TenantScope,
  id: BookingButtonId,
  written: WrittenButton,
): Promise<boolean> {
  const row = await tx
    .updateTable('booking_buttons')
    .set(columnsOf(written))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes or restores a button. @param at null restores it @returns false when there is none */
export async function setButtonDeleted(
  { tx, tenantId }: TenantScope,
  id: BookingButtonId,
  at: Temporal.Instant | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('booking_buttons')
    .set({ deleted_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function columnsOf({ branchId, opens, targetUrl, label, accent, position, terms }: WrittenButton) {
  return {
    branch_id: branchId,
    opens,
    target_url: targetUrl,
    label,
    accent,
    position,
    opens_at: terms.opensAt,
    closes_at: terms.closesAt,
    most_guests: terms.mostGuests,
    days_ahead: terms.daysAhead,
    lead_minutes: terms.leadMinutes,
  };
}

function toButton(row: Selectable<BookingButtons>): StoredButton {
  const written = WrittenButton.parse({
    branchId: row.branch_id,
    opens: row.opens,
    targetUrl: row.target_url,
    label: row.label,
    accent: row.accent,
    position: row.position,
    terms: {
      opensAt: row.opens_at,
      closesAt: row.closes_at,
      mostGuests: row.most_guests,
      daysAhead: row.days_ahead,
      leadMinutes: row.lead_minutes,
    },
  });
  return { ...written, id: BookingButtonId.parse(row.id), createdAt: row.created_at };
}
