import type { ChannelEvent } from '#server/channels/port.ts';

type Media = Extract<ChannelEvent, { kind: 'message' }>['media'];

/** The first attachment of a message, by its address. */
export function mediaOf(fields: URLSearchParams): Media {
  const url = Number(fields.get('NumMedia') ?? 0) > 0 ? fields.get('MediaUrl0') : null;
  return url === null ? null : { id: url, mime: fields.get('MediaContentType0'), name: null };
}

const CARD_MIMES = ['text/vcard', 'text/x-vcard', 'text/directory'];

/** @param type Twilio's word for the message, where it sends one */
export function contentOf(media: Media, type?: string): 'text' | 'image' | 'voice' | 'file' | 'contact' | 'other' {
  if (type === 'contacts' || CARD_MIMES.includes(media?.mime ?? '')) return 'contact';
  if (!media) return type === 'unsupported' ? 'other' : 'text';
  if (media.mime?.startsWith('image/')) return 'image';
  return media.mime?.startsWith('audio/') ? 'voice' : 'file';
}
