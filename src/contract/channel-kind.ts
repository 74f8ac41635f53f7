import type { CredentialField } from './credentials.ts';
import type { CHANNEL_TROUBLES } from './values.ts';

/** How buttons of a message become buttons of a channel; what does not fit degrades to text. */
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

/** Limits of a message in a channel; megabytes are 1,048,576 bytes. */
export type ChannelLimits = {
  maxTextLength: number;
  /** Text under an image or a document may be no longer. */
  maxCaptionLength: number;
  /** 0 where the channel carries no images: their address becomes a line of the text. */
  maxImageMegabytes: number;
  /** 0 where the channel carries no documents. */
  maxDocumentMegabytes: number;
  /** MIME types of documents the channel takes by their address; null any. */
  documentMimes: readonly string[] | null;
  buttons: ButtonLimits;
};

/** How a channel behaves, so that no room asks for its kind. */
export type ChannelTraits = ChannelLimits & {
  /** Messages a second the channel takes, and at most at once. */
  perSecond: number;
  burst: number;
  /** Least time between two messages to one person; 0 none. */
  perPersonMs: number;
  /** Free text is allowed so long after the contact wrote; null always. */
  windowHours: number | null;
  /** Anybody with a phone can be written to; else the contact must begin. */
  reachesPhones: boolean;
  /** Our reference comes back with statuses: an unconfirmed message settles itself. */
  echoesReference: boolean;
  /** In how long a status surely came back for what was accepted. */
  settlesWithinMs: number;
  /** The highest status the provider reports. */
  lastStatus: 'sent' | 'delivered' | 'read';
  /** Messages a contact has refused where a send is refused as `opted_out`: all, or marketing alone. */
  optOutScope: 'all' | 'marketing';
};

/** All that the product must know of a kind of channel without asking its provider. */
export type ChannelKindDeclaration = {
  /** The title of a channel; required where the provider has no name for it. */
  title: { isRequired: boolean; label: string; help: string };
  /** In the order the form shows them. */
  fields: readonly CredentialField[];
  /** Fields that together belong to one sender: two cabinets cannot have the same. */
  claimedBy: readonly string[];
  /** The trouble of a channel whose secret is refused. */
  wrongSecret: (typeof CHANNEL_TROUBLES)[number];
  traits: ChannelTraits;
};
