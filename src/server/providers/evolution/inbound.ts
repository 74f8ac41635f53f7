import { z } from 'zod';
import type { MessageContent } from '#server/channels/message-port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { textOfCards } from '#server/platform/values/vcard-rules.ts';

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
const Place = z.object({
  degreesLatitude: z.number(),
  degreesLongitude: z.number(),
  name: z.string().nullish(),
  address: z.string().nullish(),
});
const Card = z.object({ displayName: z.string().nullish(), vcard: z.string().nullish() });
const Poll = z.object({
  name: z.string().nullish(),
  options: z.array(z.object({ optionName: z.string().nullish() })).nullish(),
});

const MOST_ENVELOPES = 10;

/**
 * Takes a message out of its envelopes: disappearing, seen once, with a caption, sent from another device, edited, … Each is a
 * field that holds nothing but another message.
 */
export function unwrap(json: unknown): unknown {
  let message = json;
  for (let depth = 0; depth < MOST_ENVELOPES && isRecord(message); depth++) {
    const { mediaUrl } = message;
    const inner = Object.values(message).find((field) => isRecord(field) && isRecord(field['message']));
    if (!isRecord(inner) || !isRecord(inner['message'])) return message;
    message = { ...(mediaUrl !== undefined && { mediaUrl }), ...inner['message'] };
  }
  return message;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A message's content: one of the fields of WhatsApp's own message, by its kind. */
const Fields = z.looseObject({
  conversation: z.string().nullish(),
  extendedTextMessage: z.object({ text: z.string().nullish(), contextInfo: Context }).nullish(),
  imageMessage: File.nullish(),
  stickerMessage: File.nullish(),
  videoMessage: File.nullish(),
  /** A round video. */
  ptvMessage: File.nullish(),
  documentMessage: File.nullish(),
  audioMessage: File.nullish(),
  buttonsResponseMessage: Tap.nullish(),
  templateButtonReplyMessage: Tap.nullish(),
  listResponseMessage: z
    .object({
      title: z.string().nullish(),
      singleSelectReply: z.object({ selectedRowId: z.string().nullish() }).nullish(),
      contextInfo: Context,
    })
    .nullish(),
  interactiveResponseMessage: z
    .object({
      body: z.object({ text: z.string().nullish() }).nullish(),
      nativeFlowResponseMessage: z.object({ paramsJson: z.string().nullish() }).nullish(),
      contextInfo: Context,
    })
    .nullish(),
  locationMessage: Place.nullish(),
  liveLocationMessage: Place.nullish(),
  contactMessage: Card.nullish(),
  contactsArrayMessage: z.object({ displayName: z.string().nullish(), contacts: z.array(Card).nullish() }).nullish(),
  reactionMessage: z
    .object({ text: z.string().nullish(), key: z.object({ id: z.string().nullish() }).nullish() })
    .nullish(),
  /** An event about an earlier message, or a setting of the chat. */
  protocolMessage: z
    .object({
      type: z.union([z.string(), z.number()]).nullish(),
      key: z.object({ id: z.string().nullish() }).nullish(),
      editedMessage: z.unknown().optional(),
    })
    .nullish(),
  /** The file's address, where the gateway stores files. */
  mediaUrl: z.string().nullish(),
});
export const Content = z.preprocess(unwrap, Fields);
type Content = z.output<typeof Content>;

const NOTHING = { text: null, media: null, buttonId: null, quotedProviderId: null };

/** Fields that are no message: keys, settings, votes, calls, and covers of albums, whose pictures come by themselves. */
const SERVICE_FIELDS: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'pinInChatMessage',
  'keepInChatMessage',
  'pollUpdateMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'secretEncryptedMessage',
  'placeholderMessage',
  'albumMessage',
  'call',
  'callLogMesssage',
  'mediaUrl',
]);

/** An event about an earlier message. @returns null where the message is one itself */
export type Change = { kind: 'deleted'; id: string } | { kind: 'edited'; id: string; message: Content };

export function changeOf({ protocolMessage: protocol }: Content): Change | null {
  const id = protocol?.key?.id;
  if (!protocol || !id) return null;
  // NOTE: the number is left out where it is 0.
  const type = protocol.type ?? 0;
  const edited = isRecord(protocol.editedMessage) ? Content.safeParse(protocol.editedMessage).data : undefined;
  if (edited) return { kind: 'edited', id, message: edited };
  return type === 0 || type === 'REVOKE' ? { kind: 'deleted', id } : null;
}

/** Returns the content of a message: the first kind that is present; null where it says nothing. @param id the id of the message */
export function contentOf(message: Content, id: string): MessageContent | null {
  const { reactionMessage: reaction } = message;
  if (reaction) {
    const quotedProviderId = reaction.key?.id ?? null;
    return reaction.text ? { ...NOTHING, content: 'remark', text: reaction.text, quotedProviderId } : null;
  }
  const fields = Object.keys(message).filter((name) => message[name] != null);
  if (fields.length > 0 && fields.every((name) => SERVICE_FIELDS.has(name))) return null;
  const text = message.conversation ?? message.extendedTextMessage?.text;
  if (text != null) {
    const quotedProviderId = message.extendedTextMessage?.contextInfo?.stanzaId ?? null;
    return { ...NOTHING, content: 'text', text, quotedProviderId };
  }
  return tapped(message) ?? attached(message, id) ?? placed(message) ?? worded(message);
}

function tapped(message: Content): MessageContent | null {
  const tap = message.buttonsResponseMessage ?? message.templateButtonReplyMessage;
  if (tap) return tapOf(tap.selectedButtonId ?? tap.selectedId, tap.selectedDisplayText, tap.contextInfo?.stanzaId);
  const { listResponseMessage: row, interactiveResponseMessage: answer } = message;
  if (row) return tapOf(row.singleSelectReply?.selectedRowId, row.title, row.contextInfo?.stanzaId);
  if (!answer) return null;
  const { id, display_text: title } = paramsOf(answer.nativeFlowResponseMessage?.paramsJson);
  return tapOf(id, answer.body?.text ?? title, answer.contextInfo?.stanzaId);
}

type Word = string | null | undefined;

function tapOf(id: Word, title: Word, quoted: Word): MessageContent {
  const content = id == null ? 'text' : 'button';
  return { ...NOTHING, content, text: title ?? null, buttonId: id ?? null, quotedProviderId: quoted ?? null };
}

const Params = z.object({ id: z.string().optional(), display_text: z.string().optional() });

function paramsOf(json: Word): z.output<typeof Params> {
  try {
    return Params.safeParse(parseOutside(json ?? '')).data ?? {};
  } catch {
    return {};
  }
}

function attached({ mediaUrl, ...message }: Content, id: string): MessageContent | null {
  const image = message.imageMessage ?? message.stickerMessage;
  const file = image ?? message.audioMessage ?? message.documentMessage ?? message.videoMessage ?? message.ptvMessage;
  if (!file) return null;
  const other = message.audioMessage ? 'voice' : 'file';
  const content = image ? 'image' : other;
  // NOTE: the file's own address is of no use to us: what is there is encrypted.
  const mime = file.mimetype ?? (message.videoMessage || message.ptvMessage ? 'video/mp4' : null);
  const media = { id: mediaUrl || id, mime, name: file.fileName ?? null };
  const quotedProviderId = file.contextInfo?.stanzaId ?? null;
  return { ...NOTHING, content, text: file.caption || null, media, quotedProviderId };
}

function placed(message: Content): MessageContent | null {
  const place = message.locationMessage ?? message.liveLocationMessage;
  if (place) {
    const { name, address, degreesLatitude, degreesLongitude } = place;
    const text = [name, address, `${degreesLatitude}, ${degreesLongitude}`].filter(Boolean).join(', ');
    return { ...NOTHING, content: 'location', text };
  }
  const { contactMessage: card, contactsArrayMessage: several } = message;
  const cards = several?.contacts ?? [several ?? card ?? []].flat();
  return cards.length > 0 ? { ...NOTHING, content: 'contact', text: textOfCards(cards) } : null;
}

/** Words of kinds that have no form of their own here. */
const Worded = z.object({
  name: z.string().nullish(),
  title: z.string().nullish(),
  text: z.string().nullish(),
  caption: z.string().nullish(),
  description: z.string().nullish(),
  groupName: z.string().nullish(),
  orderTitle: z.string().nullish(),
  message: z.string().nullish(),
});

/** A poll is words; of other kinds a member sees what words they have. */
function worded(message: Content): MessageContent {
  const poll = Object.entries(message).find(([name]) => name.startsWith('pollCreationMessage'));
  const read = poll && Poll.safeParse(poll[1]).data;
  if (read) {
    const options = (read.options ?? []).map(({ optionName }) => `• ${optionName ?? ''}`);
    return { ...NOTHING, content: 'text', text: [`📊 ${read.name ?? ''}`, ...options].join('\n') };
  }
  const words = Object.entries(message).flatMap(([name, field]) =>
    SERVICE_FIELDS.has(name) ? [] : Object.values(Worded.safeParse(field).data ?? {}).filter(Boolean),
  );
  return { ...NOTHING, content: 'other', text: words.join('\n') || null };
}
