import type { OutgoingMessage, TemplateHeader } from '#server/channels/port.ts';

/** What a message says, before it is made fit for a channel. */
export type MessageContent = {
  text: string;
  image: OutgoingMessage['image'];
  file?: OutgoingMessage['file'];
  buttons: ContentButton[];
  /** For a channel whose window is closed; by channel id. */
  templates: ContentTemplate[];
  /** The one it left by, where it was one: the log shows what that carried. */
  leftBy?: Pick<ContentTemplate, 'name' | 'language' | 'header'> | null;
};

export type ContentTemplate = {
  channelId: string;
  name: string;
  language: string;
  /** The message's picture or document, where the template has a place for it. */
  header?: TemplateHeader;
  parameters: string[];
  /** What it says with its parameters, where the provider's words are known: the log shows it. */
  text?: string;
  /** Where its quick replies stand among its buttons, where they are known; answers beyond them are left out. */
  answerIndexes?: number[];
};

export type ContentButton =
  | { type: 'answer'; title: string; id: string }
  | { type: 'url'; title: string; url: string }
  | { type: 'call'; title: string; phone: string }
  /** Asks a Telegram user for her phone. */
  | { type: 'share_phone'; title: string };
