/** Refusals of the room, and their HTTP statuses. */
export const PARTNERS_PROBLEMS = {
  'partners.not_offered': 403,
  'referral_code.limit_reached': 409,
  'payout.not_found': 404,
  'payout.already_open': 409,
  'payout.too_small': 400,
  'payout.not_covered': 409,
  'payout.decided': 409,
} as const;

/** Notices of the room to the members of a cabinet. */
export const PARTNERS_NOTICES = ['payout_paid', 'payout_refused'] as const;
