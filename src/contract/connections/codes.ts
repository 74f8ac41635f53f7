/** Refusals of the room, and their HTTP statuses. */
export const CONNECTIONS_PROBLEMS = {
  'connection.not_found': 404,
  'connection.check_failed': 422,
  'connection.branch_taken': 409,
  'connection.branch_elsewhere': 409,
  'connection.hooks_foreign': 409,
  'connection.already_connected': 409,
  'branch.not_found': 404,
  'connection_command.not_found': 404,
  'connection_command.not_failed': 409,
  'provider.unreachable': 503,
  'marketplace.unknown_application': 404,
  'marketplace.unsigned': 400,
  'marketplace.wrong_signature': 400,
  'marketplace.no_branches': 400,
  'install.not_found': 404,
  'consent.not_configured': 409,
  'consent.no_parameters': 422,
  'consent.wrong_state': 422,
  'consent.wrong_address': 422,
} as const;

/** Notices of the room to the members of a cabinet. */
export const CONNECTIONS_NOTICES = [
  'connection_broken',
  'access_ending',
  'rights_missing',
  'install_incomplete',
  'application_removed',
  'application_frozen',
  'webhooks_restored',
] as const;
