/** In a list of counted field names: all fields beyond the limit. */
export const OTHER_FIELDS = '…';

/** Kinds with a marketplace that lists our application. */
export const MARKETPLACE_KINDS = ['yclients', 'altegio'] as const;

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
  'appointments',
] as const;
