/** Why a channel does not reach a contact today, those that the owner can change first. */
export const REACH_CAUSES = [
  /** The channel itself cannot send now. */
  'channel_down',
  /** The contact has not written lately, and the flow has no template for the channel. */
  'template_missing',
  'template_not_approved',
  'template_lacks_media',
  /** The contact has not started the bot. */
  'not_there',
  'no_phone',
  'opted_out',
  'refuses_mailings',
  /** The contact has blocked the business, or the provider says that there is no such recipient. */
  'blocked',
] as const;
export type ReachCause = (typeof REACH_CAUSES)[number];

/**
 * Rules by which a live flow reaches nobody and that the owner can change. The last two are the reasons for which a message
 * waited until it was useless.
 */
export const MENDABLE_RULES = [
  'template_missing',
  'template_not_approved',
  'template_lacks_media',
  'no_channel',
  'channel_removed',
  'channel_unavailable',
  'quota_exhausted',
] as const;
export type MendableRule = (typeof MENDABLE_RULES)[number];
