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
  /** A round video. */
  video_note: File.optional(),
  animation: File.optional(),
  voice: File.optional(),
  audio: File.optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  venue: z.object({ title: z.string().default(''), address: z.string().default('') }).optional(),
  poll: z
    .object({
      question: z.string().default(''),
      options: z.array(z.object({ text: z.string().default('') })).default([]),
    })
    .optional(),
  dice: z.object({ emoji: z.string(), value: z.int() }).optional(),
});

/** Fields of notices of the chat itself, which are no messages of the contact. */
const Service = z.object({
  pinned_message: z.unknown(),
  message_auto_delete_timer_changed: z.unknown(),
  write_access_allowed: z.unknown(),
  chat_background_set: z.unknown(),
  boost_added: z.unknown(),
  users_shared: z.unknown(),
  chat_shared: z.unknown(),
  connected_website: z.unknown(),
  passport_data: z.unknown(),
  forum_topic_created: z.unknown(),
});

/** Whether an update only reports a change of the chat. */
export const isService = (update: unknown): boolean =>
  typeof update === 'object' && update !== null && Object.keys(Service.shape).some((name) => name in update);

export type Message = z.infer<typeof Message>;

type InboundMessage = Extract<ChannelEvent, { kind: 'message' }>;
type Content = Pick<InboundMessage, 'content' | 'text' | 'media' | 'sharedPhone' | 'startToken'>;

/** Types of a sticker and of a round video, of which Telegram sends none. */
const STICKER_MIME = 'image/webp';
const VIDEO_MIME = 'video/mp4';

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
  const { video, video_note: round, animation, venue, poll, dice } = message;
  const film = video ?? round ?? animation;
  if (film) return { ...nothing, content: 'file', text: caption, media: mediaOf({ mime_type: VIDEO_MIME, ...film }) };
  const file = message.document;
  if (file) return { ...nothing, content: 'file', text: caption, media: mediaOf(file) };
  if (location) {
    const at = `${location.latitude}, ${location.longitude}`;
    return { ...nothing, content: 'location', text: [venue?.title, venue?.address, at].filter(Boolean).join(', ') };
  }
  if (poll) {
    const lines = [`📊 ${poll.question}`, ...poll.options.map((option) => `• ${option.text}`)];
    return { ...nothing, content: 'text', text: lines.join('\n') };
  }
  if (dice) return { ...nothing, content: 'remark', text: `${dice.emoji} ${dice.value}` };
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
