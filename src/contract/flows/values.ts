export const FLOW_STATUSES = [
  'none',
  'waiting',
  'working',
  'pause',
  'error',
  'done',
  'canceled',
  'unavailable',
] as const;

/**
 * Errors of a flow. `content_rejected`: the provider refuses its content for good; all others are found before anything
 * is sent.
 */
export const FLOW_ERRORS = [
  'content_rejected',
  'variable_unknown',
  'variable_missing',
  'template_barred',
  'template_lacks_image',
  'template_lacks_document',
  'template_lacks_video',
  'channels_gone',
  'branches_gone',
  'services_gone',
  'masters_gone',
  'offer_gone',
  'dashboard_gone',
] as const;

/** Settings a flow may need before it works, beside `FLOW_TO_FILL`. */
export const FLOW_MISSING_PARTS = [
  'channel',
  'text',
  'test_phone',
  'connection',
  'offer',
  'threshold',
  'groups',
  'template_place',
] as const;

/** Goals by which the gallery of flows is grouped. */
export const FLOW_GOALS = ['inform', 'no_shows', 'reviews', 'return', 'sell'] as const;

/** Trades of businesses, by which the gallery can be filtered. */
export const TRADES = ['salon', 'clinic', 'restaurant', 'shop', 'delivery'] as const;

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
  'group_moved',
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
  'deal_created',
  'deal_stage',
  'deal_task',
  'daily_report',
  'weekly_report',
  'api_event',
] as const;

/** How often a client who moves between groups again gets the message again. */
export const REENTRY_RULES = ['each', 'once', 'after_days'] as const;
export const LONGEST_REENTRY_DAYS = 1_000;

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

/** Maximum number of flows in one call. */
export const MAX_FLOWS_AT_ONCE = 200;

/** The highest count of messages of a flow for today. */
export const MAX_COUNTED_TODAY = 500;
