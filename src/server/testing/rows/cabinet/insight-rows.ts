import { randomUUID } from 'node:crypto';

type Ids = Record<
  'contactId' | 'branchId' | 'flowId' | 'masterId' | 'conversationId' | 'dashboardId' | 'memberId' | 'mark',
  string
> & {
  at: Temporal.Instant;
};

const CLIENT_FLAGS = [
  'back_day',
  'back_week',
  'back_month',
  'back_year',
  'here_day',
  'here_week',
  'here_month',
  'here_year',
];

/** One of each count of a conversion row. */
export const COUNTED = Object.fromEntries(
  ['sent', 'delivered', 'read', 'answered', 'came', 'spent'].flatMap((what) =>
    what === 'came' || what === 'spent' ? [7, 14, 21, 30].map((days) => [`${what}_${days}`, 1]) : [[what, 1]],
  ),
);

/** A row of each table of figures. */
export function insightRows({
  contactId,
  branchId,
  flowId,
  masterId,
  conversationId,
  dashboardId,
  memberId,
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
    letter_members: { member_id: memberId, is_on: true },
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
    contact_days: {
      contact_id: contactId,
      day,
      branch_id: branchId,
      is_new: true,
      ...Object.fromEntries(CLIENT_FLAGS.map((name) => [name, false])),
    },
    client_days: {
      day,
      branch_id: branchId,
      new_clients: 1,
      ...Object.fromEntries(CLIENT_FLAGS.map((name) => [name, 0])),
    },
    client_day_marks: { contact_id: contactId },
    master_days: {
      branch_id: branchId,
      day,
      master_id: masterId,
      open: 0,
      arrived: 1,
      no_show: 0,
      cancelled: 0,
      paid_minor: 0,
      open_minutes: 0,
      arrived_minutes: 60,
    },
    conversation_days: { conversation_id: conversationId, day, inquired_at: at.toString() },
    targets: { metric: 'visits', branch_id: branchId, since: `${day.slice(0, 7)}-01`, value: 10 },
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
