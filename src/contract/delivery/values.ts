export const MESSAGE_STATUSES = [
  'planned',
  'sending',
  'accepted',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'cancelled',
  'skipped',
] as const;

/** Filters of the log. `messages`: all but `not_sent`, which are decided against; `waiting`: planned. */
export const LOG_STATUSES = [...MESSAGE_STATUSES, 'messages', 'not_sent', 'waiting', 'in_doubt'] as const;
