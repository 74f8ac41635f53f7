/** Types of entries of a contact's timeline. */
export const TIMELINE_TYPES = ['visit', 'message', 'answer', 'click', 'verdict', 'opt_out', 'order'] as const;

/** Days after a message in which a contact's visit counts for it (the specification, section 9). */
export const CONVERSION_WINDOWS = [7, 14, 21, 30] as const;

export const CONVERSION_PERIODS = ['day', 'week', 'month', 'year'] as const;

/** Steps a message can reach. */
export const CONVERSION_STEPS = ['sent', 'delivered', 'read', 'clicked', 'answered', 'visited'] as const;

/** Groups of visits that a number of the results counts. */
export const RESULT_GROUPS = ['attended', 'confirmed', 'no_show', 'cancelled', 'unmarked'] as const;

/** Months of cohorts that are shown. */
export const COHORT_MONTHS = [6, 12, 24] as const;

/** How the first visit of a client was booked. */
export const FIRST_SOURCES = ['online', 'staff'] as const;

export const LATE_STATES = ['late', 'lost'] as const;

/** With what a period of the dashboard is compared. */
export const COMPARISON_KINDS = ['weekdays', 'before', 'year_before'] as const;

/** Groups of clients behind a number of the dashboard. */
export const CLIENT_GROUPS = ['new', 'returning', 'lost'] as const;

/** Groups of conversations behind a number of the dashboard. */
export const INQUIRY_GROUPS = ['all', 'answered', 'waiting'] as const;

export const TARGET_METRICS = ['revenue', 'visits', 'new_clients', 'no_show_share'] as const;
/** Groups of clients by when they are due; `returned`: came in the last 30 days after they were late. */
export const RETURN_STATES = [...LATE_STATES, 'on_time', 'returned'] as const;

/** Columns of saved tables. Money is in whole units of the currency of the dashboard; shares are in percent. */
export const POINT_COLUMNS = [
  'from',
  'to',
  'attended',
  'attended_before',
  'no_show',
  'cancelled',
  'new',
  'returning',
  'paid',
  'paid_before',
] as const;
export const MASTER_COLUMNS = [
  'master',
  'branch',
  'paid',
  'attended',
  'average_bill',
  'no_show',
  'no_show_share',
  'new',
  'busy_hours',
] as const;
export const SENDER_COLUMNS = ['sender', 'kind', 'sent', 'visited', 'share', 'low', 'high', 'paid'] as const;
