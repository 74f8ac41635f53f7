/** Refusals of the room, and their HTTP statuses. */
export const AUTH_PROBLEMS = {
  'auth.required': 401,
  'auth.forbidden': 403,
  'auth.wrong_credentials': 401,
  'auth.too_many_guesses': 429,
  'auth.refresh_refused': 400,
  'auth.user_exists': 409,
  'auth.code_invalid': 400,
  'auth.password_wrong': 400,
  'auth.google_token_invalid': 401,
  'auth.google_token_expired': 401,
  'auth.google_email_unverified': 403,
  'auth.google_unavailable': 503,
  'auth.token_revoked': 401,
  'auth.test_user': 403,
  'member.not_found': 404,
} as const;
