import type { ChatbotPlace } from '#contract/chatbots/calls.ts';

/**
 * The bot that answers about a branch on a channel: one of both before one of the branch, that before one of the channel,
 * and the main one last.
 */
export function botAt<Bot extends ChatbotPlace>(bots: readonly Bot[], place: ChatbotPlace): Bot | undefined {
  return botsAt(bots, place)[0];
}

/** The bots that answer in a place, the most exact first: see {@link botAt}. */
export function botsAt<Bot extends ChatbotPlace>(bots: readonly Bot[], place: ChatbotPlace): Bot[] {
  const isAt = (own: string | null, wanted: string | null) => own === null || own === wanted;
  const exactness = ({ branchId, channelId }: Bot) => (branchId === null ? 0 : 2) + (channelId === null ? 0 : 1);
  return bots
    .filter(({ branchId, channelId }) => isAt(branchId, place.branchId) && isAt(channelId, place.channelId))
    .toSorted((one, other) => exactness(other) - exactness(one));
}
