import { z } from 'zod';
import type { MessageContent } from '#server/channels/message-port.ts';
import { textOfCards } from '#server/platform/values/vcard-rules.ts';

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
const Card = z.object({ displayName: z.string().optional(), vcard: z.string().optional() });
/** The new words, or only the id, of an earlier message. */
const Change = z.object({
  stanzaId: z.string().optional(),
  textMessage: z.string().optional(),
  caption: z.string().optional(),
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
    .object({
      latitude: z.number(),
      longitude: z.number(),
      nameLocation: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contactMessageData: Card.optional(),
  contactsArrayMessageData: z.object({ contacts: z.array(Card).default([]) }).optional(),
  /** The same cards, as older gateways name them. */
  contacts: z.array(Card).optional(),
  pollMessageData: z
    .object({
      name: z.string().optional(),
      options: z.array(z.object({ optionName: z.string().optional() })).default([]),
    })
    .optional(),
  listResponseMessage: z
    .object({
      title: z.string().optional(),
      stanzaId: z.string().optional(),
      singleSelectReply: z.object({ selectedRowId: z.string().optional() }).optional(),
    })
    .optional(),
  editedMessageData: Change.optional(),
  deletedMessageData: Change.optional(),
});
export type MessageData = z.output<typeof MessageData>;

/** Types that are about another message, and say nothing. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  'pollUpdateMessage',
  'deletedMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'groupInviteMessageDeleted',
]);

/** An event about an earlier message. */
export type MessageChange = { kind: 'deleted' | 'edited'; id: string };

/** Returns what happened to an earlier message; null where the post is a message itself. */
export function changeOf({ typeMessage, editedMessageData, deletedMessageData }: MessageData): MessageChange | null {
  if (typeMessage === 'deletedMessage' && deletedMessageData?.stanzaId)
    return { kind: 'deleted', id: deletedMessageData.stanzaId };
  if (typeMessage === 'editedMessage' && editedMessageData?.stanzaId)
    return { kind: 'edited', id: editedMessageData.stanzaId };
  return null;
}

const NOTHING = { text: null, media: null, buttonId: null, quotedProviderId: null };

/** Returns the content of a message; null where it says nothing. @param mediaId the id of a file that has no address */
export function contentOf(data: MessageData, mediaId: string): MessageContent | null {
  const tap =
    data.buttonsResponseMessage ??
    data.templateButtonReplyMessage ??
    data.templateButtonsReplyMessage ??
    data.interactiveButtonsReply;
  if (tap) return tapped(tap);
  if (SILENT_TYPES.has(data.typeMessage)) return null;
  const { listResponseMessage: row, editedMessageData: edited } = data;
  if (row)
    return tapped({
      stanzaId: row.stanzaId,
      selectedId: row.singleSelectReply?.selectedRowId,
      selectedDisplayText: row.title,
    });
  if (data.typeMessage === 'editedMessage')
    return { ...NOTHING, content: 'text', text: edited?.textMessage ?? edited?.caption ?? null };
  if (data.typeMessage === 'reactionMessage') return reactionOf(data);
  const text = data.textMessageData?.textMessage ?? data.extendedTextMessageData?.text;
  if (text !== undefined) {
    const quotedProviderId = data.quotedMessage?.stanzaId ?? data.extendedTextMessageData?.stanzaId ?? null;
    return { ...NOTHING, content: 'text', text, quotedProviderId };
  }
  if (data.fileMessageData) return attached(data.typeMessage, data.fileMessageData, mediaId);
  const { locationMessageData: place, pollMessageData: poll } = data;
  if (place) return { ...NOTHING, content: 'location', text: placeText(place) };
  const cards = data.contactsArrayMessageData?.contacts ?? data.contacts ?? [data.contactMessageData ?? []].flat();
  if (cards.length > 0) return { ...NOTHING, content: 'contact', text: textOfCards(cards) };
  if (!poll) return { ...NOTHING, content: 'other' };
  const lines = [`📊 ${poll.name ?? ''}`, ...poll.options.map(({ optionName }) => `• ${optionName ?? ''}`)];
  return { ...NOTHING, content: 'text', text: lines.join('\n') };
}

/** A reaction without an emoji takes one back. */
function reactionOf({ extendedTextMessageData: sign, quotedMessage }: MessageData): MessageContent | null {
  if (!sign?.text) return null;
  const quotedProviderId = quotedMessage?.stanzaId ?? sign.stanzaId ?? null;
  return { ...NOTHING, content: 'remark', text: sign.text, quotedProviderId };
}

type Words<T> = { [Name in keyof T]: T[Name] | undefined };

function tapped(tap: Words<z.output<typeof Tap>>): MessageContent {
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

const CONTENTS: Readonly<Record<string, MessageContent['content']>> = {
  imageMessage: 'image',
  stickerMessage: 'image',
  audioMessage: 'voice',
};

function attached(type: string, file: z.output<typeof File>, mediaId: string): MessageContent {
  const media = { id: file.downloadUrl || mediaId, mime: file.mimeType ?? null, name: file.fileName || null };
  return { ...NOTHING, content: CONTENTS[type] ?? 'file', text: file.caption || null, media };
}

const placeText = ({ latitude, longitude, nameLocation, address }: NonNullable<MessageData['locationMessageData']>) =>
  [nameLocation, address, `${latitude}, ${longitude}`].filter(Boolean).join(', ');
