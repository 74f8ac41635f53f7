import { randomUUID } from 'node:crypto';

type Ids = Record<'contactId' | 'branchId' | 'flowId' | 'dashboardId' | 'mark', string> & { at: Temporal.Instant };

/** A row of each table of figures about a contact. */
export function insightRows({
  contactId,
  branchId,
  flowId,
  dashboardId,
  mark,
  at,
}: Ids): Record<string, Record<string, unknown>> {
  const day = at.toString().slice(0, 10);
  return {
    contact_facts: {
      contact_id: contactId,
      visits: 1,
      spent_minor: 0,
      currency: 'RUB',
      first_day: day,
      first_branch_id: branchId,
      first_is_online: false,
      last_day: day,
      last_at: at.toString(),
      last_branch_id: branchId,
    },
    contact_months: { contact_id: contactId, month: day, cohort: day, visits: 1, spent_minor: 0, currency: 'RUB' },
    contact_fact_marks: { contact_id: contactId },
    rfm_dashboards: { id: dashboardId, title: mark, is_usual: false, created_at: at.toString() },
    rfm_members: {
      dashboard_id: dashboardId,
      contact_id: contactId,
      group_key: 'loyal',
      recency: 1,
      frequency: 3,
      money: 1,
      visits: 5,
      spent_minor: 0,
      visits_ever: 5,
      last_day: day,
      since: at.toString(),
    },
    rfm_moves: {
      id: randomUUID(),
      dashboard_id: dashboardId,
      contact_id: contactId,
      to_group: 'loyal',
      reason: 'client',
      moved_at: at.toString(),
      day,
    },
    conversion_facts: {
      id: randomUUID(),
      sender_id: flowId,
      contact_id: contactId,
      branch_id: branchId,
      at: at.toString(),
      day,
      is_control: false,
      is_delivered: true,
      is_read: true,
      is_answered: true,
    },
  };
}
