/** Words and limits of flows that both sides know at run time, beside those of `values.ts`. Without Zod, like it. */

/** Most flows one call may be about. */
export const MOST_FLOWS_AT_ONCE = 200;

/** More messages of a flow than this nobody counts for today. */
export const MOST_COUNTED_TODAY = 500;

export const FLOW_SORTS = ['created', 'updated', 'title'] as const;

/** What a flow from another cabinet was bound to there and is not here. */
export const FLOW_TO_FILL = [
  'channels',
  'branches',
  'services',
  'masters',
  'templates',
  'image',
  'buttons',
  'conditions',
] as const;

/** Why a replaced text cannot be saved. */
export const REPLACE_TROUBLES = [
  'required',
  'too_long',
  'url',
  'unknown_variable',
  'torn_variable',
  'invalid',
] as const;

/** Days an offer of flows to another cabinet stands. */
export const TRANSFER_DAYS = 14;

/** Ready-made flows of the gallery, in its order. */
export const TEMPLATE_TYPES = [
  'reminder_24',
  'reminder_2',
  'reminder_1',
  'no_show_retry',
  'review_request',
  'first_visit',
  'repeat_visit',
  'lost_client',
  'birthday',
  'cross_selling',
  'threshold',
  'abandoned_cart',
  'visit_created',
  'visit_changed',
  'visit_cancelled',
  'order_accepted',
  'order_on_way',
  'order_ready',
  'order_delivered',
  'order_cancelled',
  'daily_report',
  'weekly_report',
  'api_event',
] as const;

/** What a business does; the gallery can be looked at by it. */
export const TRADES = ['salon', 'clinic', 'restaurant', 'shop', 'delivery'] as const;

/** What a flow may lack to work, beside what came unfilled from another cabinet. */
export const FLOW_LACKS = ['channel', 'text', 'test_phone', 'connection', 'offer', 'threshold'] as const;

/** The upper end of a range that has none. */
export const NO_LIMIT = 100_000_000;

/** The last hour of a day, as conditions count them. */
export const LAST_HOUR = 23;

/** Days of the past a rehearsal may play. */
export const REHEARSAL_DAYS = [7, 30, 90] as const;

/** Most flows one rehearsal plays together. */
export const MOST_REHEARSED = 20;
