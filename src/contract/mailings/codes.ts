/** Refusals of the room, and their HTTP statuses. */
export const MAILINGS_PROBLEMS = {
  'distribution.not_found': 404,
  'distribution.wrong_status': 409,
  'distribution.changed_meanwhile': 409,
  'distribution.version_not_found': 404,
  'distribution.test_phone_missing': 422,
  'distribution.incomplete': 422,
  'distribution.not_in_tariff': 402,
  'distribution.text_not_found': 409,
  'distribution.text_refused': 422,
} as const;

/** Why a mailing does not send to a recipient. */
export const MAILING_RULES = [
  'mailing_paused',
  'not_subscribed',
  'no_dialogue',
  'open_conversation',
  'mailing_canceled',
  'mailing_deleted',
  'mailing_ended',
] as const;

/** Notices of the room to the members of a cabinet. */
export const MAILINGS_NOTICES = ['mailing_error'] as const;
