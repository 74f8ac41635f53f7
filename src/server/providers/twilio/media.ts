import type { ChannelEvent } from '#server/channels/port.ts';

type Media = Extract<ChannelEvent, { kind: 'message' }>['media'];

/** The first attachment of a message, by its address. */
export function mediaOf(fields: URLSearchParams): Media {
  const url = Number(fields.get('NumMedia') ?? 0) > 0 ? fields.get('MediaUrl0') : null;
  return url === null ? null : { id: url, mime: fields.get('MediaContentType0'), name: null };
}

export function contentOf(media: Media): 'text' | 'image' | 'voice' | 'file' {
  if (!media) return 'text';
  if (media.mime?.startsWith('image/')) return 'image';
  return media.mime?.startsWith('audio/') ? 'voice' : 'file';
}
