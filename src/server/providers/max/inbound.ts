import { z } from 'zod';
import type { ChannelEvent, InboundMedia, Peer } from '#server/channels/port.ts';
import { isNearby } from '#server/platform/values/outside-numbers.ts';

/** Milliseconds since 1970. */
export const At = z
  .int()
  .transform((at) => Temporal.Instant.fromEpochMilliseconds(at))
  .refine(isNearby);

export const Person = z.object({
  user_id: z.int(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  name: z.string().nullish(),
  is_bot: z.boolean().default(false),
});
type Person = z.infer<typeof Person>;

const FilePayload = z.object({ url: z.string().nullish() });
const Attachment = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['image', 'sticker', 'video', 'audio', 'file']),
    payload: FilePayload,
    filename: z.string().nullish(),
  }),
  z.object({
    type: z.literal('contact'),
    payload: z.object({ vcf_info: z.string().nullish(), max_info: z.object({ user_id: z.int() }).nullish() }),
  }),
  z.object({ type: z.literal('location'), latitude: z.number(), longitude: z.number() }),
]);
type Attachment = z.infer<typeof Attachment>;

export const Message = z.object({
  sender: Person.nullish(),
  recipient: z.object({ chat_id: z.int().nullish(), chat_type: z.string(), user_id: z.int().nullish() }),
  timestamp: At,
  body: z.object({
    mid: z.string().min(1),
    text: z.string().nullish(),
    attachments: z.array(z.unknown()).nullish(),
  }),
  link: z.object({ type: z.string(), message: z.object({ mid: z.string() }).nullish() }).nullish(),
});
export type Message = z.infer<typeof Message>;

type InboundMessage = Extract<ChannelEvent, { kind: 'message' }>;
type Content = Pick<InboundMessage, 'content' | 'text' | 'media' | 'sharedPhone'>;

/** The content of a message: its first attachment that we know, else its text. */
export function contentOf({ sender, body }: Message): Content {
  const text = body.text || null;
  const [attachment] = (body.attachments ?? []).flatMap((one) => Attachment.safeParse(one).data ?? []);
  const nothing = { media: null, sharedPhone: null };
  if (attachment) return { ...nothing, text, ...partOf(attachment, sender ?? null) };
  if (text !== null) return { ...nothing, content: 'text', text };
  return { ...nothing, content: 'other', text: null };
}

function partOf(attachment: Attachment, sender: Person | null): Partial<Content> & Pick<Content, 'content'> {
  if (attachment.type === 'location')
    return { content: 'location', text: `${attachment.latitude}, ${attachment.longitude}` };
  if (attachment.type === 'contact') {
    const { vcf_info: card, max_info: owner } = attachment.payload;
    const phone = phoneOf(card ?? '');
    // Anyone may send another person's card.
    const isOwn = owner !== undefined && owner?.user_id === sender?.user_id;
    return {
      content: 'contact',
      text: [nameOf(card ?? ''), phone].filter(Boolean).join(', '),
      sharedPhone: isOwn ? phone : null,
    };
  }
  const { url } = attachment.payload;
  if (!url) return { content: 'other' };
  if (attachment.type === 'image' || attachment.type === 'sticker')
    return { content: 'image', media: mediaOf(url, 'image/jpeg', null) };
  const name = attachment.filename ?? null;
  if (attachment.type === 'audio') return { content: 'voice', media: mediaOf(url, 'audio/mpeg', name) };
  return { content: 'file', media: mediaOf(url, attachment.type === 'video' ? 'video/mp4' : null, name) };
}

const mediaOf = (id: string, mime: string | null, name: string | null): InboundMedia => ({ id, mime, name });

/** The first phone of a vCard, in E.164. */
function phoneOf(card: string): string | null {
  const digits = /^TEL[^:\r\n]*:(.+)$/im.exec(card)?.[1]?.replaceAll(/\D/g, '') ?? '';
  return digits ? `+${digits}` : null;
}

const nameOf = (card: string): string => /^FN[^:\r\n]*:(.+)$/im.exec(card)?.[1]?.trim() ?? '';

export function peerOf({ user_id, name, first_name, last_name }: Person, language: string | null = null): Peer {
  const full = name || [first_name, last_name].filter(Boolean).join(' ');
  return { channelUserId: String(user_id), phone: null, name: full || null, language };
}
