import type { ChannelKind } from './channels.ts';

/** How buttons of a flow become buttons of a channel; what does not fit degrades to text. */
export type ButtonLimits = {
  /** Reply buttons in one message; 0 none. */
  answers: number;
  urls: number;
  calls: number;
  /** Answers beside urls or calls in one message. */
  canMix: boolean;
  /** Buttons under an image. */
  withImage: boolean;
  maxTitleLength: number;
  /** Text above buttons may be no longer. */
  maxTextLength: number;
};

/** What a message may be in a channel; megabytes are 1,048,576 bytes. */
export type ChannelLimits = {
  maxTextLength: number;
  maxCaptionLength: number;
  maxImageMegabytes: number;
  maxDocumentMegabytes: number;
  /** Kinds of documents it takes by their address; null any. */
  documentMimes: readonly string[] | null;
  buttons: ButtonLimits;
};

/** What each kind of channel takes; the editor warns of it, the server obeys it. */
export const CHANNEL_LIMITS = {
  dialog360: {
    maxTextLength: 4096,
    maxCaptionLength: 1024,
    maxImageMegabytes: 5,
    maxDocumentMegabytes: 100,
    documentMimes: null,
    buttons: { answers: 3, urls: 1, calls: 0, canMix: false, withImage: true, maxTitleLength: 20, maxTextLength: 1024 },
  },
  // A file that Telegram fetches from an address may be 5 MB as a picture and 20 MB as a document, which must be a PDF:
  // https://core.telegram.org/bots/api#sending-files
  telegram_bot: {
    maxTextLength: 4096,
    maxCaptionLength: 1024,
    maxImageMegabytes: 5,
    maxDocumentMegabytes: 20,
    documentMimes: ['application/pdf'],
    buttons: { answers: 8, urls: 8, calls: 0, canMix: true, withImage: true, maxTitleLength: 30, maxTextLength: 4096 },
  },
} as const satisfies Record<ChannelKind, ChannelLimits>;

/** What every channel can carry: a flow does not know yet over which it will go. */
export const LARGEST_DOCUMENT_MEGABYTES = Math.min(
  ...Object.values(CHANNEL_LIMITS).map(({ maxDocumentMegabytes }) => maxDocumentMegabytes),
);

/** The documents a message may carry, by the ends of their names. */
export const DOCUMENT_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'] as const;
export type DocumentExtension = (typeof DOCUMENT_EXTENSIONS)[number];
