import { randomUUID } from 'node:crypto';

type Ids = Record<'waitEntryId' | 'slotId' | 'contactId' | 'visitId' | 'branchId' | 'mark', string>;

/** A row of each table of the waiting list, without the tenant, in the order of their references. */
export function waitlistRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { waitEntryId, slotId, contactId, visitId, branchId, mark } = ids;
  const at = ids.at.toString();
  return {
    waitlist_settings: {
      version: 1,
      settings: JSON.stringify({
        isOn: true,
        audience: { groups: [] },
        content: { texts: { default: `${mark} {slotLink}` }, templates: [] },
      }),
      updated_at: at,
    },
    waitlist_entries: {
      id: waitEntryId,
      contact_id: contactId,
      from_hour: 0,
      until_hour: 24,
      comment: mark,
      source: 'staff',
      status: 'waiting',
      created_at: at,
      updated_at: at,
    },
    freed_slots: {
      id: slotId,
      visit_id: visitId,
      branch_id: branchId,
      service_titles: [mark],
      starts_at: at,
      duration_minutes: 60,
      price_minor: 1,
      currency: 'RUB',
      mode: 'order',
      hold_minutes: 30,
      closes_at: at,
      status: 'open',
      freed_at: at,
    },
    slot_offers: {
      id: randomUUID(),
      slot_id: slotId,
      contact_id: contactId,
      place: 1,
      status: 'open',
    },
  };
}
