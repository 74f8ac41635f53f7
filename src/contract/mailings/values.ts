/** Statuses of a mailing on the wire (the specification, section 4); the same words as a flow's. */
export const MAILING_STATUSES = [
  'none',
  'waiting',
  'working',
  'pause',
  'error',
  'done',
  'canceled',
  'unavailable',
] as const;

/** Why a mailing stopped by itself. */
export const MAILING_ERRORS = [
  'too_many_failures',
  'content_rejected',
  'template_barred',
  'channels_gone',
  'no_winner',
  'list_gone',
  'segment_gone',
  'mailing_gone',
] as const;

/** How a mailing chooses its recipients: its type in lists. */
export const AUDIENCE_TYPES = ['conditions', 'list', 'mailing'] as const;

/** Outcomes of an earlier mailing's messages; the contacts of one may be the audience of the next mailing. */
export const MAILING_OUTCOMES = [
  'sent',
  'delivered',
  'not_delivered',
  'read',
  'not_read',
  'replied',
  'clicked',
  'read_not_replied',
  'failed',
  'excluded',
] as const;

export const MAILING_SORTS = ['created', 'updated', 'title'] as const;

/** Texts of an A/B test, the main one included. */
export const MAX_VARIANTS = 3;

/** Variables of a mailing's text: those that need no visit. */
export const MAILING_VARIABLES = [
  'clientName',
  'visitsCount',
  'spentSum',
  'businessName',
  'recordForm',
  'reviewForm',
  'ignoreLink',
] as const;

/** The highest share of the audience, in percent, that is kept back to measure the effect. */
export const MAX_CONTROL_PERCENT = 50;

/** Parts that a mailing may lack to go live, in `details.missing` of `distribution.incomplete`. */
export const MAILING_MISSING_PARTS = [
  'channel',
  'audience',
  'list',
  'segment',
  'mailing',
  'variable_unknown',
  'template_barred',
  'start',
  'template_place',
  'use_by',
  'repeat',
  'hours',
  'same_text',
] as const;

/** Settings that a mailing may have bound to the cabinet it was transferred from. */
export const MAILING_TO_FILL = ['audience', 'channels', 'templates', 'image', 'buttons'] as const;

/** Most mailings in one bulk change. */
export const MAX_MAILINGS_AT_ONCE = 100;

/** The least number of messages that is sold for a mailing (the specification, section 5). */
export const MIN_SOLD = 500;

/**
 * Warnings of the check of a mailing, with the values of their texts:
 * - `ignore_link_missing`: {channels}, which show no buttons: nothing in the text says how to stop messages;
 * - `quiet_hours`: {from}, {to}; hours of the mailing that the contact policy does not allow: {hours};
 * - `template_barred`: {name}, {language}, {status}, {channel}; `template_lacks`: {name}, {media}, {channel};
 * - `template_place`: the {place} of the template {name} is empty;
 * - `template_missing`: {channels}, which need a template, for {contacts};
 * - `near_duplicate`: {channels}, unofficial, get texts that are equal by {percent};
 * - `condition_gone`: {values} of the audience's conditions were deleted;
 * - `unsent`: {contacts} whose turn comes after {useBy};
 * - `experiment_too_small`: {perVariant} contacts; a difference of 5 and 8 percent is seen with {chance} percent;
 * - `below_minimum`: {recipients} of {least}, and the balance covers them;
 * - `balance_short`: {short} messages; a top-up is at least {least};
 * - `variables_empty`: {contacts} of {looked} have no value for {variables};
 * - `test_user`: {channels}, by which a test user sends no mailings.
 */
export const MAILING_WARNINGS = [
  'ignore_link_missing',
  'quiet_hours',
  'template_barred',
  'template_lacks',
  'template_place',
  'template_missing',
  'near_duplicate',
  'condition_gone',
  'consent_missing',
  'unsent',
  'experiment_too_small',
  'below_minimum',
  'balance_short',
  'variables_empty',
  'language_greeting',
  'language_default',
  'test_user',
] as const;
