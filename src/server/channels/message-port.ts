import type { ChannelEvent } from './port.ts';

type MessageEvent = Extract<ChannelEvent, { kind: 'message' }>;

/** The content of a message. */
export type MessageContent = Pick<MessageEvent, 'content' | 'text' | 'media' | 'buttonId' | 'quotedProviderId'>;

/** A message with the given content; what only some messengers have is absent. */
export function messageOf(
  about: Pick<MessageEvent, 'providerMessageId' | 'at' | 'from' | 'isEdit'>,
  content: MessageContent,
): MessageEvent {
  return { kind: 'message', ...about, ...content, sharedPhone: null, startToken: null, callbackId: null };
}

/** A message of a person on the phone itself; a reaction of theirs is none: null. */
export function ownMessageOf(
  about: Pick<Extract<ChannelEvent, { kind: 'own_message' }>, 'providerMessageId' | 'at' | 'to' | 'isEdit'>,
  { content, text, media }: MessageContent,
): ChannelEvent | null {
  if (content === 'remark' || content === 'start') return null;
  return { kind: 'own_message', ...about, content: content === 'button' ? 'text' : content, text, media };
}
