import { randomUUID } from 'node:crypto';

type Ids = Record<'branchId' | 'visitId' | 'buttonId' | 'requestId' | 'mark', string>;

/** A row of each table of booking buttons and of the pages of visits, without the tenant. */
export function bookingRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { branchId, visitId, buttonId, requestId, mark } = ids;
  const at = ids.at.toString();
  return {
    visit_pages: {
      is_on: true,
      shows_map: true,
      shows_calendar: true,
      may_move: true,
      note: mark,
    },
    booking_buttons: {
      id: buttonId,
      branch_id: branchId,
      opens: 'table',
      label: 'Book',
      position: 'inline',
      opens_at: '12:00',
      closes_at: '22:00',
      most_guests: 8,
      days_ahead: 30,
      lead_minutes: 60,
      created_at: at,
    },
    table_requests: {
      id: requestId,
      button_id: buttonId,
      branch_id: branchId,
      form_key: randomUUID(),
      starts_at: at,
      guests: 2,
      name: mark,
      phone: '+79990001122',
      comment: '',
      language: 'ru',
      status: 'new',
      created_at: at,
    },
    booking_button_days: {
      button_id: buttonId,
      day: ids.at.toZonedDateTimeISO('UTC').toPlainDate().toString(),
      opened: 3,
    },
    online_bookings: {
      id: randomUUID(),
      button_id: buttonId,
      branch_id: branchId,
      form_key: randomUUID(),
      service_id: randomUUID(),
      masters: '[]',
      starts_at: at,
      name: mark,
      phone: '+79990001122',
      language: 'ru',
      status: 'booked',
      visit_id: visitId,
      created_at: at,
    },
    branch_places: { branch_id: branchId, latitude: 55.75, longitude: 37.61 },
    visit_page_answers: { visit_id: visitId, answer: 'confirm', starts_at: at, answered_at: at },
  };
}
