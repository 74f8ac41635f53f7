import { z } from 'zod';
import type { ChannelEvent } from '#server/channels/port.ts';

const File = z.object({
  /** Empty while the gateway does not have the file. */
  downloadUrl: z.string().default(''),
  caption: z.string().optional(),
  fileName: z.string().optional(),
  mimeType: z.string().optional(),
});
const Tap = z.object({
  stanzaId: z.string().optional(),
  selectedButtonId: z.string().optional(),
  selectedButtonText: z.string().optional(),
  selectedId: z.string().optional(),
  selectedDisplayText: z.string().optional(),
});

/** The part of a post with the content of a message; its fields depend on `typeMessage`. */
export const MessageData = z.object({
  typeMessage: z.string(),
  textMessageData: z.object({ textMessage: z.string() }).optional(),
  extendedTextMessageData: z.object({ text: z.string().optional(), stanzaId: z.string().optional() }).optional(),
  fileMessageData: File.optional(),
  buttonsResponseMessage: Tap.optional(),
  templateButtonReplyMessage: Tap.optional(),
  templateButtonsReplyMessage: Tap.optional(),
  interactiveButtonsReply: Tap.optional(),
  quotedMessage: z.object({ stanzaId: z.string().optional() }).optional(),
  locationMessageData: z
    .object({ latitude: z.number(), longitude: z.number(), nameLocation: z.string().optional() })
    .optional(),
  contactMessageData: z.object({ displayName: z.string().optional() }).optional(),
});
type MessageData = z.output<typeof MessageData>;

/** Types that are about another message, and no message themselves. */
export const SILENT_TYPES: ReadonlySet<string> = new Set([
  'reactionMessage',
  'pollUpdateMessage',
  'deletedMessage',
  'editedMessage',
]);

type Inbound = Extract<ChannelEvent, { kind: 'message' }>;
type Content = Pick<Inbound, 'content' | 'text' | 'media' | 'buttonId' | 'quotedProviderId'>;

const NOTHING = { text: null, media: null, buttonId: null, quotedProviderId: null };

/** Returns the content of a message. @param mediaId the id of a file that has no address */
export function contentOf(data: MessageData, mediaId: string): Content {
  const tap =
    data.buttonsResponseMessage ??
    data.templateButtonReplyMessage ??
    data.templateButtonsReplyMessage ??
    data.interactiveButtonsReply;
  if (tap) return tapped(tap);
  if (SILENT_TYPES.has(data.typeMessage)) return { ...NOTHING, content: 'remark' };
  const text = data.textMessageData?.textMessage ?? data.extendedTextMessageData?.text;
  if (text !== undefined) {
    const quotedProviderId = data.quotedMessage?.stanzaId ?? data.extendedTextMessageData?.stanzaId ?? null;
    return { ...NOTHING, content: 'text', text, quotedProviderId };
  }
  if (data.fileMessageData) return attached(data.typeMessage, data.fileMessageData, mediaId);
  const { locationMessageData: place, contactMessageData: card } = data;
  if (place) return { ...NOTHING, content: 'location', text: placeText(place) };
  if (card) return { ...NOTHING, content: 'contact', text: card.displayName ?? null };
  return { ...NOTHING, content: 'other' };
}

function tapped(tap: z.output<typeof Tap>): Content {
  const buttonId = tap.selectedButtonId ?? tap.selectedId ?? null;
  const text = tap.selectedButtonText ?? tap.selectedDisplayText ?? null;
  return {
    ...NOTHING,
    content: buttonId === null ? 'text' : 'button',
    text,
    buttonId,
    quotedProviderId: tap.stanzaId ?? null,
  };
}

const CONTENTS: Readonly<Record<string, Inbound['content']>> = {
  imageMessage: 'image',
  stickerMessage: 'image',
  audioMessage: 'voice',
};

function attached(type: string, file: z.output<typeof File>, mediaId: string): Content {
  const media = { id: file.downloadUrl || mediaId, mime: file.mimeType ?? null, name: file.fileName || null };
  return { ...NOTHING, content: CONTENTS[type] ?? 'file', text: file.caption || null, media };
}

const placeText = ({
  latitude,
  longitude,
  nameLocation,
}: {
  latitude: number;
  longitude: number;
  nameLocation?: string | undefined;
}) => [nameLocation, `${latitude}, ${longitude}`].filter(Boolean).join(', ');
