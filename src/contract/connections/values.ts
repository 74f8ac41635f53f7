/** In a list of counted field names: all fields beyond the limit. */
export const OTHER_FIELDS = '…';

/** Kinds with a marketplace that lists our application. */
export const MARKETPLACE_KINDS = ['yclients', 'altegio'] as const;

export const CONNECTION_TROUBLES = [
  'wrong_address',
  'wrong_login',
  'second_factor',
  'too_many_sessions',
  'wrong_partner_token',
  'token_expired',
  'renewal_lost',
  'no_branches',
  'rights_missing',
  'licence_expired',
  'hooks_manual',
  'hooks_foreign',
  'application_removed',
  'application_frozen',
  'not_offered',
  'unreachable',
  'unexpected_answer',
] as const;

/** Rights of users of booking systems. */
export const BOOKING_RIGHTS = [
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

/** Rights that only an administrator of a desk of operators has. */
export const DESK_RIGHTS = ['desk_webhooks', 'desk_inboxes', 'desk_bots'] as const;

export const CRM_RIGHTS = [
  ...BOOKING_RIGHTS,
  'account_admin',
  'webhooks_plan',
  ...DESK_RIGHTS,
  'appointments',
] as const;
