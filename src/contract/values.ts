/**
 * Words and limits that both sides know at run time; the schemas are made of them.
 *
 * They stand in a file without Zod, so that the web side knows a word without loading what reads whole bodies.
 */

/** Maximum characters of a message to a contact. */
export const LONGEST_TEXT = 1024;

/** In a list of counted field names: all fields beyond the limit. */
export const OTHER_FIELDS = '…';

export const BRAND_KEYS = ['main', 'distribution', 'assistant', 'dashboard', 'medflex', 'quality', 'region'] as const;

/** Accounts of the demo that a visitor can sign in to. */
export const DEMO_PEOPLE = ['owner', 'staff', 'partner', 'admin', 'super_admin'] as const;

export const LANGUAGES = ['ru', 'en', 'pt_br', 'uk'] as const;

export const CHANNEL_TROUBLES = [
  'wrong_key',
  'wrong_token',
  'wrong_credentials',
  'not_permitted',
  'blocked',
  'payment_needed',
  'hook_refused',
  'hook_failing',
  'unreachable',
  'unexpected_answer',
] as const;

/** Kinds with a marketplace that lists our application. */
export const MARKETPLACE_KINDS = ['yclients', 'altegio'] as const;

/** Why a branch from a marketplace is not connected. */
export const INSTALL_REFUSALS = [
  'elsewhere',
  'no_consent',
  'installed_before',
  'frozen',
  'unreadable',
  'vendor_refused',
] as const;

export const CONNECTION_TROUBLES = [
  'wrong_login',
  'wrong_partner_token',
  'token_expired',
  'no_branches',
  'rights_missing',
  'licence_expired',
  'hooks_manual',
  'hooks_foreign',
  'application_frozen',
  'unreachable',
  'unexpected_answer',
] as const;

export const CRM_RIGHTS = [
  'timetable_phones',
  'records_form',
  'client_data',
  'create_records',
  'edit_records',
  'delete_records',
  'client_base',
  'dashboard',
  'loyalty',
  'settings',
  'staff',
  'analytics',
  'webhook_settings',
] as const;

/** `lost`: no visit for so many days. `no_channel`: no connected channel reaches the contact. */
export const CONTACT_FILTERS = ['ahead', 'lost', 'opted_out', 'refuses_mailings', 'no_channel'] as const;

/** Default days without a visit after which a contact counts as lost. */
export const LOST_DAYS = 90;

/** The highest count; it means "this many or more". */
export const MOST_COUNTED_CONTACTS = 10_000;

export const OPT_OUT_SOURCES = ['word', 'button', 'link', 'member', 'provider'] as const;

export const VISIT_STATUSES = ['waiting', 'confirmed', 'arrived', 'no_show', 'cancelled', 'unknown'] as const;

/** The specification's statuses, in their usual order; `unknown` is any other. */
export const ORDER_STATUSES = [
  'Unconfirmed',
  'WaitCooking',
  'ReadyForCooking',
  'CookingStarted',
  'CookingCompleted',
  'Waiting',
  'OnWay',
  'Delivered',
  'Closed',
  'Cancelled',
  'unknown',
] as const;

export const DELIVERY_KINDS = ['DeliveryByCourier', 'DeliveryByClient'] as const;

/** Kinds of items that API clients may send. */
export const API_SCOPES = ['contacts', 'visits', 'orders', 'carts', 'custom'] as const;

export const API_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'refused'] as const;

export const CART_STATUSES = ['open', 'ordered', 'abandoned', 'emptied'] as const;

export const NEEDS_PERSON_REASONS = [
  'not_understood',
  'asked_for_person',
  'cancel_failed',
  'confirm_failed',
  'which_visit',
] as const;

/** Types of entries of a contact's timeline. */
export const TIMELINE_TYPES = ['visit', 'message', 'answer', 'verdict', 'opt_out', 'order'] as const;

/** Bases of an explanation why a contact got no message; see the contract of insights. */
export const EXPLANATION_BASES = ['kept', 'now', 'past', 'before_flow', 'not_happened'] as const;

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

/** Filters of the log. `not_sent`: verdicts against; `waiting`: planned. */
export const LOG_STATUSES = [...MESSAGE_STATUSES, 'not_sent', 'waiting', 'in_doubt'] as const;

/** Outcome of a message in conflict with another: it is sent, waits for the frequency cap, or is not sent. */
export const MEETING_FATES = ['goes', 'waits', 'gives_way'] as const;

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
  'channels_gone',
  'branches_gone',
  'services_gone',
  'masters_gone',
  'offer_gone',
] as const;

/** Header media of a WhatsApp template: the flow's own picture, or its PDF. */
export const TEMPLATE_MEDIA = ['image', 'document'] as const;

/** Subjects of messages; `contact` stands for the birthday, a day or a week for the report to the owner. */
export const SUBJECT_KINDS = ['visit', 'order', 'cart', 'api_event', 'contact', 'day', 'week'] as const;

/** Kinds of senders. */
export const SENDER_KINDS = ['flow', 'mailing', 'chatbot', 'assistant', 'review', 'member', 'test', 'report'] as const;

export const FLOW_KIND_NAMES = [
  'visit_created',
  'visit_changed',
  'visit_cancelled',
  'visit_reminder',
  'review_request',
  'first_visit',
  'no_show_retry',
  'repeat_visit',
  'lost_client',
  'cross_selling',
  'threshold',
  'birthday',
  'order_status',
  'abandoned_cart',
  'daily_report',
  'weekly_report',
  'api_event',
] as const;

/** Goals by which the gallery of flows is grouped. */
export const FLOW_GOALS = ['inform', 'no_shows', 'reviews', 'return', 'sell'] as const;

/** Conditions with a list of values, one of which must match. */
export const LIST_FIELDS = [
  'branch',
  'service',
  'service_category',
  'master',
  'visit_status',
  'customer_category',
  'source',
  'weekday',
  'change',
  'order_status',
  'delivery_kind',
  'event_name',
] as const;

/** Conditions with a range of whole numbers, both ends included. Money is in whole units of the branch's currency. */
export const RANGE_FIELDS = ['visits_count', 'spent', 'total', 'days_since_visit', 'hour', 'shift_minutes'] as const;

export const CONDITION_FIELDS = [...LIST_FIELDS, ...RANGE_FIELDS, 'visit_number', 'booking_way'] as const;

/** Changes of a visit that the contact would notice. */
export const VISIT_CHANGES = ['time', 'master', 'services', 'branch'] as const;

/** Variables of a daily or weekly report. */
export const REPORT_VARIABLES = [
  'reportPeriod',
  'reportBooked',
  'reportCame',
  'reportNoShow',
  'reportCancelled',
  'reportNew',
  'reportRevenue',
  'reportAverage',
  'reportSent',
  'reportRead',
  'reportAnswered',
  'reportAhead',
] as const;

export const FLOW_VARIABLES = [
  'clientName',
  'recordDate',
  'recordTime',
  'recordWeekday',
  'oldRecordDate',
  'oldRecordTime',
  'masterName',
  'serviceTitle',
  'orderSum',
  'visitsCount',
  'spentSum',
  'offerTitle',
  'orderNumber',
  'orderStatus',
  'orderItems',
  'deliveryKind',
  'readyTime',
  'courierName',
  'courierPhone',
  'cancelCause',
  'paymentLink',
  'eventName',
  ...REPORT_VARIABLES,
  'branchTitle',
  'branchAddress',
  'branchPhone',
  'businessName',
  'recordForm',
  'reviewForm',
  'ignoreLink',
] as const;
