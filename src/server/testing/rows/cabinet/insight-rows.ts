import { randomUUID } from 'node:crypto';

type Ids = { contactId: string; branchId: string; flowId: string; memberId: string; at: Temporal.Instant };

/** A row of each table of figures about a contact. */
export function insightRows({
  contactId,
  branchId,
  flowId,
  memberId,
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
    letter_members: { member_id: memberId, is_on: true },
    contact_fact_marks: { contact_id: contactId },
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
