/** The parts of the diagnostics of a cabinet, in the order in which they are read. */
export const FINDING_SECTIONS = [
  'money',
  'connections',
  'channels',
  'today',
  'jobs',
  'errors',
  'flows',
  'sign_ins',
] as const;
export type FindingSection = (typeof FINDING_SECTIONS)[number];

/** `good`: nothing to do · `attention`: it works, something is missing · `bad`: messages are lost or wait. */
export const FINDING_TONES = ['good', 'attention', 'bad'] as const;
export type FindingTone = (typeof FINDING_TONES)[number];

/** One line of the diagnostics; its sentence and its way out are texts. */
export const FINDING_CODES = [
  'money_free',
  'money_trial',
  'money_active',
  'money_expired',
  'quota_left',
  'quota_low',
  'quota_empty',
  'connection_none',
  'connection_works',
  'connection_trouble',
  'branch_off',
  'branch_first',
  'branch_late',
  'branch_quiet',
  'branch_well',
  'branch_rights',
  'branch_licence',
  'branch_error',
  'channel_none',
  'channel_works',
  'channel_trouble',
  'channel_off',
  'channel_unanswered',
  'channel_rests',
  'templates_barred',
  'today_sent',
  'today_none',
  'today_rule',
  'jobs_well',
  'job_failing',
  'job_late',
  'errors_none',
  'errors_some',
  'flows_none',
  'flows_well',
  'flows_test',
  'flows_paused',
  'flows_unavailable',
  'flow_error',
  'flow_unheard',
  'flow_skips_all',
  'sign_in_none',
  'sign_in_last',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** How a message that did not leave ended, or `waiting`. */
export const LOST_AS = ['waiting', 'skipped', 'cancelled', 'failed', 'unknown'] as const;
export type LostAs = (typeof LOST_AS)[number];

/** Where an error was noted. */
export const ERROR_SOURCES = ['message', 'webhook', 'notice'] as const;

/** Messages of so many days are found by a customer's phone. */
export const TRACED_DAYS = 14;

/** Most errors of the diagnostics. */
export const SHOWN_ERRORS = 20;
