/** Refusals of the room, and their HTTP statuses. */
export const CHANNELS_PROBLEMS = {
  'channel.not_found': 404,
  'channel.already_connected': 409,
  'channel.connected_elsewhere': 409,
  'channel.limit_reached': 409,
  'channel.check_failed': 422,
  'channel.cannot_reach': 422,
  'channel.partner_missing': 404,
  'channel.partner_link_expired': 422,
  'pairing.over': 409,
  'pairing.too_many_codes': 429,
  'pairing.code_not_sent': 422,
  'pairing.code_invalid': 400,
  'pairing.code_expired': 409,
  'pairing.password_wrong': 400,
  'pairing.refused': 422,
} as const;

/** Notices of the room to the members of a cabinet. */
export const CHANNELS_NOTICES = ['channel_down', 'balance_low', 'hook_unreadable'] as const;
