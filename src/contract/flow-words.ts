/** Values and limits of flows that both sides use at run time, beside those of `values.ts`. Without Zod, like it. */

/** Maximum number of flows in one call. */
export const MOST_FLOWS_AT_ONCE = 200;

/** The highest count of messages of a flow for today. */
export const MOST_COUNTED_TODAY = 500;

export const FLOW_SORTS = ['created', 'updated', 'title'] as const;

/** Settings that a flow from another cabinet had bound there and lacks here. */
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

/** Days until an offer of flows to another cabinet expires. */
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

/** Trades of businesses, by which the gallery can be filtered. */
export const TRADES = ['salon', 'clinic', 'restaurant', 'shop', 'delivery'] as const;

/** Settings a flow may need before it works, beside `FLOW_TO_FILL`. */
export const FLOW_LACKS = ['channel', 'text', 'test_phone', 'connection', 'offer', 'threshold'] as const;

/** Upper end of an open range. */
export const NO_LIMIT = 100_000_000;

/** The last hour of a day, as conditions count them. */
export const LAST_HOUR = 23;

/** Past days a rehearsal may cover. */
export const REHEARSAL_DAYS = [7, 30, 90] as const;

/** Maximum number of flows in one rehearsal. */
export const MOST_REHEARSED = 20;
