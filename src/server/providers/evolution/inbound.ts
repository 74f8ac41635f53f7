import { z } from 'zod';
import type { ChannelEvent } from '#server/channels/port.ts';

const Context = z.object({ stanzaId: z.string().nullish() }).nullish();
const File = z.object({
  mimetype: z.string().nullish(),
  fileName: z.string().nullish(),
  caption: z.string().nullish(),
  contextInfo: Context,
});
const Tap = z.object({
  selectedButtonId: z.string().nullish(),
  selectedId: z.string().nullish(),
  selectedDisplayText: z.string().nullish(),
  contextInfo: Context,
});

/** A message's content: one of the fields of WhatsApp's own message, by its kind. */
export const Content = z.object({
  conversation: z.string().nullish(),
  extendedTextMessage: z.object({ text: z.string().nullish(), contextInfo: Context }).nullish(),
  imageMessage: File.nullish(),
  stickerMessage: File.nullish(),
  videoMessage: File.nullish(),
  documentMessage: File.nullish(),
  audioMessage: File.nullish(),
  buttonsResponseMessage: Tap.nullish(),
  templateButtonReplyMessage: Tap.nullish(),
  locationMessage: z
    .object({ degreesLatitude: z.number(), degreesLongitude: z.number(), name: z.string().nullish() })
    .nullish(),
  contactMessage: z.object({ displayName: z.string().nullish() }).nullish(),
  reactionMessage: z.unknown().optional(),
  protocolMessage: z.unknown().optional(),
  /** The file's address, where the gateway stores files. */
  mediaUrl: z.string().nullish(),
});
type Content = z.output<typeof Content>;

type Inbound = Extract<ChannelEvent, { kind: 'message' }>;
type Read = Pick<Inbound, 'content' | 'text' | 'media' | 'buttonId' | 'quotedProviderId'>;

const NOTHING = { text: null, media: null, buttonId: null, quotedProviderId: null };

/** Returns the content of a message: the first kind that is present. @param id the id of the message */
export function contentOf(message: Content, id: string): Read {
  const tap = message.buttonsResponseMessage ?? message.templateButtonReplyMessage;
  if (tap) {
    const buttonId = tap.selectedButtonId ?? tap.selectedId ?? null;
    const quotedProviderId = tap.contextInfo?.stanzaId ?? null;
    const content = buttonId === null ? 'text' : 'button';
    return { ...NOTHING, content, text: tap.selectedDisplayText ?? null, buttonId, quotedProviderId };
  }
  if (message.reactionMessage !== undefined || message.protocolMessage !== undefined)
    return { ...NOTHING, content: 'remark' };
  const text = message.conversation ?? message.extendedTextMessage?.text;
  if (text != null) {
    const quotedProviderId = message.extendedTextMessage?.contextInfo?.stanzaId ?? null;
    return { ...NOTHING, content: 'text', text, quotedProviderId };
  }
  return attached(message, id) ?? placed(message) ?? { ...NOTHING, content: 'other' };
}

function attached({ mediaUrl, ...message }: Content, id: string): Read | null {
  const image = message.imageMessage ?? message.stickerMessage;
  const file = image ?? message.audioMessage ?? message.documentMessage ?? message.videoMessage;
  if (!file) return null;
  const other = message.audioMessage ? 'voice' : 'file';
  const content = image ? 'image' : other;
  // NOTE: the file's own address is of no use to us: what is there is encrypted.
  const media = { id: mediaUrl || id, mime: file.mimetype ?? null, name: file.fileName ?? null };
  const quotedProviderId = file.contextInfo?.stanzaId ?? null;
  return { ...NOTHING, content, text: file.caption || null, media, quotedProviderId };
}

function placed({ locationMessage: place, contactMessage: card }: Content): Read | null {
  if (place) {
    const text = [place.name, `${place.degreesLatitude}, ${place.degreesLongitude}`].filter(Boolean).join(', ');
    return { ...NOTHING, content: 'location', text };
  }
  return card ? { ...NOTHING, content: 'contact', text: card.displayName ?? null } : null;
}
