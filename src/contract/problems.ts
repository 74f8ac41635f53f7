/**
 * Every refusal the API can answer with, and its HTTP status. Codes are part of the contract: never rename one.
 * Texts for people are in the web's locales, keyed by code; the API sends none.
 */
export const PROBLEMS = {
  // any call
  'request.invalid': 400,
  'request.not_found': 404,
  'request.too_large': 413,
  'request.too_often': 429,
  'request.unsupported_media': 415,
  'server.failed': 500,
  'server.unavailable': 503,

  // authentication and rights
  'auth.required': 401,
  'auth.forbidden': 403,
  'auth.wrong_credentials': 401,
  'auth.refresh_refused': 400,
  'auth.user_exists': 409,
  'auth.code_invalid': 400,
  'auth.password_wrong': 400,
  'auth.google_token_invalid': 401,
  'auth.google_token_expired': 401,
  'auth.google_email_unverified': 403,
  'auth.google_unavailable': 503,
  'auth.token_revoked': 401,
  'tariff.missing': 402,

  // calls of API clients
  'idempotency.key_missing': 400,
  'idempotency.key_reused': 409,
  'api.disconnected': 409,

  // the requested object
  'file.too_big': 413,
  'file.wrong_type': 415,
  'file.not_found': 404,
  'channel.not_found': 404,
  'channel.already_connected': 409,
  'channel.connected_elsewhere': 409,
  'channel.limit_reached': 409,
  'channel.check_failed': 422,
  'channel.cannot_reach': 422,
  'connection.not_found': 404,
  'connection.check_failed': 422,
  'connection.branch_taken': 409,
  'connection.branch_elsewhere': 409,
  'connection.hooks_foreign': 409,
  'connection.already_connected': 409,
  'branch.not_found': 404,
  'provider.unreachable': 503,
  'marketplace.unknown_application': 404,
  'marketplace.unsigned': 400,
  'marketplace.wrong_signature': 400,
  'marketplace.no_branches': 400,
  'install.not_found': 404,
  'contact.not_found': 404,
  'opt_out.not_found': 404,
  'opt_out.link_invalid': 404,
  'visit.not_found': 404,
  'conversation.not_found': 404,
  'conversation.window_closed': 409,
  'message.not_found': 404,
  'message.wrong_status': 409,
  'sender.not_found': 404,
  'flow.not_found': 404,
  'rehearsal.not_found': 404,
  'flow.wrong_status': 409,
  'flow.incomplete': 422,
  'flow.test_phone_missing': 422,
  'flow.changed_meanwhile': 409,
  'flow.version_not_found': 404,
  'flow.not_in_tariff': 402,
  'flow.text_not_found': 409,
  'flow.text_refused': 422,
  'flow.transfers_open': 409,
  'flow.own_cabinet': 409,
  'flow_transfer.not_found': 404,
  'flow_transfer.over': 409,
  'message_quota.exhausted': 402,
  'member.not_found': 404,
  'api_token.not_found': 404,
  'api_token.limit_reached': 409,
  'api_item.not_found': 404,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The body of every answer that is not 2xx. */
export type ProblemBody = {
  code: ProblemCode;
  /** What was wrong: for `request.invalid` a `fields` record of field path → reasons. */
  details?: Record<string, unknown>;
  /** Set on 5xx, so that a person can quote it to support. */
  requestId?: string;
};
