import type { CredentialField } from './credentials.ts';
import type { CHANNEL_TROUBLES } from './values.ts';

/** Limits of a channel's buttons; a message beyond them degrades to text. */
export type ButtonLimits = {
  /** Reply buttons per message; 0 none. */
  answers: number;
  urls: number;
  calls: number;
  /** Whether reply buttons may stand beside url or call buttons. */
  canMix: boolean;
  /** Whether buttons are allowed under an image. */
  withImage: boolean;
  maxTitleLength: number;
  /** Maximum length of a text above buttons. */
  maxTextLength: number;
};

/** Limits of a message in a channel; megabytes are 1,048,576 bytes. */
export type ChannelLimits = {
  maxTextLength: number;
  /** Maximum length of a text under an image or a document. */
  maxCaptionLength: number;
  /** 0 where the channel has no images: their URL becomes a line of the text. */
  maxImageMegabytes: number;
  /** 0 where the channel has no documents. */
  maxDocumentMegabytes: number;
  /** MIME types of documents the channel takes by URL; null any. */
  documentMimes: readonly string[] | null;
  buttons: ButtonLimits;
};

/** Behaviour of a channel, so that no room checks its kind. */
export type ChannelTraits = ChannelLimits & {
  /** Rate limit, messages per second, and maximum concurrency. */
  perSecond: number;
  burst: number;
  /** Least milliseconds between two messages to one contact; 0 none. */
  perPersonMs: number;
  /** Hours after the contact's last message in which free text is allowed; null always. */
  windowHours: number | null;
  /** Whether any phone can be messaged; else the contact must write first. */
  reachesPhones: boolean;
  /** Statuses contain our reference, so an unknown outcome is resolved by the next status. */
  echoesReference: boolean;
  /** Milliseconds within which a status of an accepted message arrives. */
  settlesWithinMs: number;
  /** The highest status the provider reports. */
  lastStatus: 'sent' | 'delivered' | 'read';
  /** Messages that a refusal `opted_out` is about: all, or marketing alone. */
  optOutScope: 'all' | 'marketing';
};

/** The facts about a kind of channel that do not need its provider. */
export type ChannelKindDeclaration = {
  /** The title of a channel; required where the provider has no name for it. */
  title: { isRequired: boolean; label: string; help: string };
  /** In the order the form shows them. */
  fields: readonly CredentialField[];
  /** Fields that together identify one sender: two cabinets cannot have the same. */
  claimedBy: readonly string[];
  /** The problem of a channel whose secret is refused. */
  wrongSecret: (typeof CHANNEL_TROUBLES)[number];
  traits: ChannelTraits;
};
