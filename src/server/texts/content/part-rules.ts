import type { ChannelTraits } from '#contract/channels/kind.ts';
import { withPlaceholders } from '#contract/links/addresses.ts';
import { smsSize } from '#contract/texts/sms-size.ts';
import { withoutMarks } from '#contract/texts/marks.ts';
import { leavingForm } from './rendered-message-rules.ts';
import type { MessageContent } from './message-content.ts';

/** The SMS that a message is billed as; null where the channel does not count them. @param origin of short links */
export function partsOf(
  content: MessageContent,
  channel: { id: string; traits: ChannelTraits },
  origin: string,
): number | null {
  if (!channel.traits.isBilledByParts) return null;
  const text = content.shortensLinks ? withPlaceholders(content.text, origin) : content.text;
  return smsSize(withoutMarks(leavingForm({ ...content, text }, channel, true).text)).parts;
}
