import { z } from 'zod';
import type { ChannelEvent } from '#server/channels/port.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';
import { Person } from './person.ts';

const File = z.object({ file_id: z.string(), mime_type: z.string().optional(), file_name: z.string().optional() });

export const Message = z.object({
  message_id: z.int(),
  date: EpochSeconds,
  edit_date: EpochSeconds.optional(),
  chat: z.object({ id: z.int(), type: z.string() }),
  from: Person.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  reply_to_message: z.object({ message_id: z.int() }).optional(),
  contact: z
    .object({ phone_number: z.string(), user_id: z.int().optional(), first_name: z.string().default('') })
    .optional(),
  photo: z.array(z.object({ file_id: z.string() })).optional(),
  sticker: File.extend({ emoji: z.string().optional() }).optional(),
  document: File.optional(),
  video: File.optional(),
  voice: File.optional(),
  audio: File.optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
});
export type Message = z.infer<typeof Message>;

type InboundMessage = Extract<ChannelEvent, { kind: 'message' }>;
type Content = Pick<InboundMessage, 'content' | 'text' | 'media' | 'sharedPhone' | 'startToken'>;

/** Type of a sticker where Telegram sends none. */
const STICKER_MIME = 'image/webp';

/** Returns the content of a message: the first kind that is present. */
export function contentOf(message: Message): Content {
  const { text, caption = null, contact, photo, sticker, location } = message;
  const nothing = { media: null, sharedPhone: null, startToken: null };
  if (text !== undefined) {
    const start = /^\/start(?:\s+([\w-]{1,64}))?\s*$/.exec(text);
    return { ...nothing, content: start ? 'start' : 'text', text, startToken: start?.[1] ?? null };
  }
  if (contact) {
    const card = [contact.first_name, contact.phone_number].filter(Boolean).join(', ');
    return { ...nothing, content: 'contact', text: card, sharedPhone: ownPhone(message) };
  }
  const largest = photo?.at(-1);
  if (largest) return { ...nothing, content: 'image', text: caption, media: mediaOf(largest) };
  if (sticker)
    return {
      ...nothing,
      content: 'image',
      text: sticker.emoji ?? null,
      media: mediaOf({ mime_type: STICKER_MIME, ...sticker }),
    };
  const spoken = message.voice ?? message.audio;
  if (spoken) return { ...nothing, content: 'voice', text: caption, media: mediaOf(spoken) };
  const file = message.document ?? message.video;
  if (file) return { ...nothing, content: 'file', text: caption, media: mediaOf(file) };
  if (location) {
    return { ...nothing, content: 'location', text: `${location.latitude}, ${location.longitude}` };
  }
  return { ...nothing, content: 'other', text: caption };
}

/** Returns the contact's own number only; anyone may send another person's card. */
function ownPhone({ contact, from }: Message): string | null {
  if (!contact || !from || contact.user_id !== from.id) return null;
  const digits = contact.phone_number.replaceAll(/\D/g, '');
  return digits ? `+${digits}` : null;
}

function mediaOf(file: z.infer<typeof File>): InboundMessage['media'] {
  return { id: file.file_id, mime: file.mime_type ?? null, name: file.file_name ?? null };
}
