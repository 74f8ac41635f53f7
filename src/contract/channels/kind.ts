import type { CredentialField } from '#contract/connections/credentials.ts';
import type { CHANNEL_TROUBLES } from './values.ts';
import type { WarmUp } from './warm-up.ts';

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
  /** The most that an image's sides may have together, and the longer to the shorter; null: any. */
  imageShape: { maxSides: number; maxRatio: number } | null;
  /** 0 where the channel has no documents. */
  maxDocumentMegabytes: number;
  /** 0 where the channel has no videos; those of a message are MP4. */
  maxVideoMegabytes: number;
  /** 0 where the channel has no sound. */
  maxAudioMegabytes: number;
  /** MIME types of sound that the channel takes; the others are sent as links. */
  audioMimes: readonly string[];
  /** MIME types among them that arrive as a voice message. */
  voiceMimes: readonly string[];
  /** Whether a text may stand beside sound; else sound with a text is sent as a link in it. */
  captionsAudio: boolean;
  /** Whether a long text is billed as several messages. */
  isBilledByParts: boolean;
  /** MIME types of documents the channel takes by URL; null any. */
  documentMimes: readonly string[] | null;
  /** Whether contacts can answer; else answers are left out, and people opt out by the link of the message. */
  hasInbound: boolean;
  buttons: ButtonLimits;
};

/** Limits of templates that are written here and approved by the provider. */
export type TemplateLimits = {
  /** Names are lower-case English letters and underscores; whether digits are allowed too. */
  nameHasDigits: boolean;
  maxNameLength: number;
  maxBodyLength: number;
  /** 0 where there is no heading of text. */
  maxHeaderLength: number;
  /** 0 where there is no footer. */
  maxFooterLength: number;
  headerMedia: readonly ('image' | 'document' | 'video')[];
  buttons: {
    total: number;
    answers: number;
    urls: number;
    calls: number;
    /** Whether reply buttons may stand beside url and call buttons. */
    canMix: boolean;
    maxTitleLength: number;
  };
  /** How often an approved template may be changed; null: never, a new one is made. */
  edits: { perDay: number; perMonth: number } | null;
  /** Days for which the name of a deleted template cannot be used again. */
  nameBlockedDays: number;
  /** Where a decision of the provider is appealed; null: nowhere. */
  appealUrl: string | null;
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
  /** Most messages of mailings a day; null: as many as the channel takes. An unofficial channel takes 300 (the specification, section 9). */
  mailingsPerDay: number | null;
  /** How a number that is no service for businesses is got used to writing; null: it needs none. */
  warmUp: WarmUp | null;
  /** Whether test users may send mailings through it (the specification, section 6). */
  isMailedByTestUsers: boolean;
  /** Templates that the provider approves before they may be sent; null: the channel has none. */
  templates: TemplateLimits | null;
  /** How statuses are requested where they are not posted, or not for certain; null: they are only posted. */
  statusPolls: StatusPolls | null;
  /** Members get a notice of a balance below this; null where the provider reports none. */
  lowBalance: number | null;
};

/**
 * @property afterSeconds when the status of a message is requested, counted from its acceptance; it ends with the last
 * status
 * @property isOnlySource nothing is posted: a message without a final status after the last request is `unknown`
 */
export type StatusPolls = { afterSeconds: readonly number[]; isOnlySource: boolean };

/** The facts about a kind of channel that do not need its provider. */
export type ChannelKindDeclaration = {
  /**
   * `fields`: the credentials are pasted. `pairing`: a gateway opens a session, and the person joins it with their
   * phone. `built_in`: it is ours, and a feature creates it where it is needed.
   */
  connects: 'fields' | 'pairing' | 'built_in';
  /** A pairing by a code that comes to the phone and is entered; absent: by a code that is scanned from the screen. */
  entersCode?: true;
  /** A scanned code may be replaced by a code that is entered in the messenger on a phone. */
  givesPhoneCode?: true;
  /** The title of a channel; required where the provider has no name for it. */
  title: { isRequired: boolean; label: string; help: string };
  /** An account may have a limited number of them: a number of WhatsApp (the specification, `chatApiInstanceLimit`). */
  isLimited?: true;
  /** In the order the form shows them; none where the channel is connected by pairing. */
  fields: readonly CredentialField[];
  /** Credentials that together identify one sender: two cabinets cannot have the same. */
  claimedBy: readonly string[];
  /** The problem of a channel whose secret is refused, or whose session was ended. */
  wrongSecret: (typeof CHANNEL_TROUBLES)[number];
  traits: ChannelTraits;
  /** The messenger's name, and the link by which a person opens a chat with the channel, their first message written. */
  chat?: { name: string; url: (address: string, text: string) => string };
};
