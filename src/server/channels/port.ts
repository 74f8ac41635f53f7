import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { ChannelKind, ChannelSender, ChannelTemplate, ChannelTrouble } from '#contract/channels/calls.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';

/**
 * A messenger; each provider implements it once, in `server/providers/<name>`, and `server/app` binds it. Facts about the
 * kind that need no call (fields, limits, rates) are declared in `contract/channel-kinds`; see docs/ARCHITECTURE.md.
 */
export type ChannelProvider = {
  kind: ChannelKind;
  /** The traits of the kind's declaration; tests may use others. */
  traits: ChannelTraits;
  /** Lists senders, for kinds whose credentials do not name one. */
  listSenders?(credentials: Credentials): Promise<Checked<ChannelSender[]>>;
  /** Returns the identity of the credentials. */
  check(credentials: Credentials, signal?: AbortSignal): Promise<Checked<ChannelIdentity>>;
  /** Registers our webhook and changes nothing else. Safe to repeat. */
  subscribe(credentials: Credentials, webhook: Webhook): Promise<Checked<null>>;
  /** Where the provider can remove a webhook; failures are ignored, payloads to a removed channel are refused. */
  unsubscribe?(credentials: Credentials, webhook: Webhook): Promise<void>;
  /** Returns whether the provider still posts to our webhook, and its own report of recent failures. */
  inspectWebhook?(credentials: Credentials, webhook: Webhook, now: Temporal.Instant): Promise<Checked<null>>;
  /** The reply to a GET by which the provider verifies our webhook; null when the request is invalid. */
  answerChallenge?(query: Record<string, string>, webhook: Webhook): string | null;
  /** The reply to webhooks that the provider expects; absent: an empty JSON object. */
  webhookReply?: { mediaType: string; body: string };
  /** Never throws. An outcome that is not certain is `unknown`. */
  send(order: SendOrder): Promise<SendOutcome>;
  /** Verifies that a webhook request is the provider's; the path's secret was compared before. */
  verify(request: WebhookRequest, webhook: Webhook, credentials: Credentials): boolean;
  /**
   * Translates a payload into our events. Unknown kinds of events are dropped.
   *
   * @throws {UnreadableWebhook} when the body is not what the provider documents
   */
  read(request: WebhookRequest): ChannelEvent[];
  /** Requests statuses of messages, for kinds with `statusPolls`. Messages the provider does not know are left out. */
  pollStatuses?(credentials: Credentials, providerMessageIds: readonly string[]): Promise<Checked<PolledStatus[]>>;
  /** Acknowledges an event to the provider at once, e.g. a tap; failures are ignored. */
  acknowledge?(credentials: Credentials, event: ChannelEvent): Promise<void>;
  /** Finds where the file of a received message is downloaded; it is downloaded by the caller, within limits. */
  fetchMedia?(credentials: Credentials, media: InboundMedia, signal: AbortSignal): Promise<MediaPlace>;
  /** Shows the contact that their messages up to this one were read; failures are ignored. */
  markRead?(credentials: Credentials, message: ReadMessage): Promise<void>;
  /** Shows the contact that somebody is writing; failures are ignored. */
  sendTyping?(credentials: Credentials, message: ReadMessage): Promise<void>;
  listTemplates?(credentials: Credentials): Promise<Checked<ProviderTemplate[]>>;
  /** Connects senders on the provider's own page; absent without the deployment's partner credentials. */
  partner?: ChannelPartner;
  /** Reads the provider's rating and limit of the sender; absent where there is none. */
  readStanding?(credentials: Credentials): Promise<Checked<ChannelStanding>>;
  /** Writes templates; absent where they are only read. Kinds that have it declare `templates` in their traits. */
  templates?: TemplateWriting;
  /** For kinds that are connected by pairing. */
  pairing?: ChannelPairing;
  /** Link that starts a conversation, with our token. */
  startUrl?(identity: ChannelIdentity, token: string | null): string;
};

/**
 * The gateway of a kind that is connected by pairing: it holds a session that a person joins with their phone. Nothing
 * here throws.
 */
export type ChannelPairing = {
  /** Opens a session with our webhook; returns its credentials. */
  open(webhook: Webhook): Promise<Checked<Credentials>>;
  /** Reads how far the session is; asks for the present code where there is one. Called every second or so. */
  read(credentials: Credentials): Promise<Checked<PairingReading>>;
  /** Asks for new codes after they ended or the session was signed out; also wakes a session that receives nothing. */
  restart(credentials: Credentials): Promise<Checked<null>>;
  /** Signs out and gives the session up; failures are ignored. */
  close(credentials: Credentials): Promise<void>;
  /** Requests a code that a phone, in E.164, enters in the messenger instead of scanning; refuses it as `phone_refused`. */
  requestPhoneCode?(credentials: Credentials, phone: string): Promise<Checked<string>>;
  /** Sends a code to the account of a phone, in E.164; refuses it as `phone_refused` or `too_often`. */
  sendCode?(credentials: Credentials, phone: string): Promise<Checked<null>>;
  /** Refuses a wrong code as `wrong_code`. */
  enterCode?(credentials: Credentials, code: string): Promise<Checked<null>>;
  /** Enters the password of an account that asks for one after the code; refuses a wrong one as `wrong_password`. */
  enterPassword?(credentials: Credentials, password: string): Promise<Checked<null>>;
  /** Sends a message of the account to itself; an event `echo` with this id must come back. Returns its id. */
  echo(credentials: Credentials): Promise<Checked<string>>;
  /** Deletes a message that `echo` sent; failures are ignored. */
  forgetEcho?(credentials: Credentials, providerMessageId: string): Promise<void>;
};

export type PairingReading =
  | { state: 'loading' }
  /** @property phoneCode the present code of `requestPhoneCode`, where the gateway changes it; absent: it stays */
  | { state: 'GotQrCode'; code: PairingCode; phoneCode?: string }
  /** `expects` is null when the gateway has no more codes until it is restarted. */
  | { state: 'NotAuthorized'; expects: 'phone' | 'code' | 'password' | null }
  | { state: 'Authorized'; identity: ChannelIdentity };

/** The text of a QR code, or a data URL of its picture. */
export type PairingCode = { text: string; image: null } | { text: null; image: string };

/** The provider's secrets, by the names of the kind's fields. Sealed at rest. */
export type Credentials = Record<string, string>;

/** Our webhook URL for the provider, and the second secret it sends where it can. */
export type Webhook = { url: string; headerSecret: string };

/** @property receivedAt our time; used where the provider sends none */
export type WebhookRequest = { headers: Record<string, string>; body: Buffer; receivedAt: Temporal.Instant };

export type ChannelProviders = ReadonlyMap<ChannelKind, ChannelProvider>;

/** The body, or a part of it, cannot be parsed; it is stored and shown in the channel's health. */
export class UnreadableWebhook extends Error {
  override name = 'UnreadableWebhook';
  /** Events of the readable parts; they count. */
  readonly events: ChannelEvent[];

  constructor(problem: string, events: ChannelEvent[] = []) {
    super(problem);
    this.events = events;
  }
}

export type ChannelIdentity = {
  /** phone_number_id, bot id: identifies the same channel. */
  externalId: string;
  /** E.164 or `@username`; null when the provider does not send it. */
  address: string | null;
  name: string | null;
  /** Fields that the provider reported; stored with those that were entered. */
  read?: Credentials;
  /** The balance of the account; absent or null where the provider reports none. */
  balance?: AccountBalance | null;
};

/** The provider's side of a connection that its owner permits on the provider's own page. */
export type ChannelPartner = {
  /** The page on which the owner signs in and chooses senders; it leads back to an address of ours. */
  pageUrl(returnUrl: string): string;
  /** Lists the senders that a client of the provider has permitted us to use. */
  listSenders(clientId: string): Promise<Checked<PartnerSender[]>>;
  /** Creates a key; the former key of the sender is invalid from then on. */
  createKey(senderId: string): Promise<Checked<Credentials>>;
};

/** @property externalId as `check` returns it for the sender's key */
export type PartnerSender = { id: string; externalId: string; title: string; fields: Credentials };

/** The provider's rating of a sender, and how many people it may write to first. */
export type ChannelStanding = {
  /** In lower case; null: not rated. */
  quality: string | null;
  /** Within 24 hours, outside the window; null: not limited, or not known. */
  peoplePerDay: number | null;
  /** Senders of one portfolio share the limit; null: the sender alone. */
  portfolio: string | null;
};

/** @property currency ISO 4217; null where the provider names none */
export type AccountBalance = { amount: number; currency: string | null };

/** The provider's price of a message. @property parts null where it does not count them */
export type MessageCost = { amount: number; currency: string; parts: number | null };

/** The status of a message, as requested. @property cost null while the provider has not stated it */
export type PolledStatus = Pick<
  Extract<ChannelEvent, { kind: 'status' }>,
  'providerMessageId' | 'status' | 'errorClass' | 'code' | 'text' | 'retryAfterMs'
> & { cost: MessageCost | null };

/**
 * A value, or the problem of the credentials as our code and the provider's text. `retryAfterMs`: the least pause that the
 * provider asks for.
 */
export type Checked<T> =
  | { isOk: true; value: T }
  | { isOk: false; trouble: ChannelTrouble; text: string | null; isTemporary: boolean; retryAfterMs?: number | null };

/** @property webhook for statuses of this message, for providers that take it with each message */
export type SendOrder = { credentials: Credentials; webhook: Webhook; message: OutgoingMessage; signal: AbortSignal };

export type OutgoingMessage = {
  /** The message's id, echoed by providers that can. */
  reference: string;
  /** E.164 phone or the channel's own user id. */
  to: { phone: string | null; channelUserId: string | null };
  text: string;
  image: { url: string; mime: string } | null;
  /** A document, a video or sound above the text, by its MIME type; absent: none. Never together with an image. */
  file?: OutgoingFile | null;
  /** Already fitted to the channel: see `buttons` of its traits. */
  buttons: OutgoingButton[];
  template: OutgoingTemplate | null;
};

/** @property url from which the provider fetches it */
export type OutgoingFile = { url: string; mime: string; name: string };

export type OutgoingButton =
  | { type: 'answer'; title: string; id: string }
  | { type: 'url'; title: string; url: string }
  | { type: 'call'; title: string; phone: string }
  /** Requests a Telegram user's phone. */
  | { type: 'share_phone'; title: string };

export type OutgoingTemplate = {
  /** The provider's id, where it has one and sends by it. */
  id?: string | null;
  name: string;
  language: string;
  /** The file above the text; absent: none. */
  header?: TemplateHeader | null;
  parameters: string[];
  /** Payloads of quick replies, by their index in the template. */
  buttonIds: { index: number; id: string }[];
};

/** @property url from which the provider fetches it */
export type TemplateHeader = { url: string } & ({ type: 'image' | 'video' } | { type: 'document'; name: string });

export type ProviderTemplate = {
  name: string;
  language: string;
  category: string;
  /** In lower case. A value that we do not know is kept, and such a template is not sent. */
  status: string;
  reason: string | null;
  content: TemplateContent;
  /** The provider's id, by which it is changed; absent where it has none. */
  id?: string | null;
  /** In lower case; absent where the provider reports none. */
  quality?: string | null;
  /** Its words, for the editor; absent or null for a form that is not written here. */
  parts?: TemplateParts | null;
};

/** A template as last read. @property providerId null where the provider has none */
export type StoredTemplate = ChannelTemplate & { providerId: string | null };

/** Calls that change templates at the provider. None of them throws. */
export type TemplateWriting = {
  create(credentials: Credentials, template: TemplateOrder): Promise<TemplateOutcome>;
  /** Replaces the words of a template; it is reviewed again. Absent where a new one must be made. */
  edit?(credentials: Credentials, id: string, template: TemplateOrder): Promise<TemplateOutcome>;
  /** Deletes a template in all its languages. */
  delete(credentials: Credentials, name: string, ids: readonly string[]): Promise<TemplateOutcome>;
};

/**
 * A template to submit; it was checked by `templateProblems` with the limits of the kind.
 *
 * @property category in lower case
 */
export type TemplateOrder = Omit<TemplateParts, 'header'> & {
  name: string;
  language: string;
  category: string;
  header: { type: 'text'; text: string } | { type: 'image' | 'document' | 'video'; exampleUrl: string } | null;
};

/**
 * - `done`: the provider has it; `status` is in lower case, `pending` as a rule, null of a deletion.
 * - `refused`: it will never be accepted as it stands; `text` is the provider's.
 * - `not_offered`: the provider has no such call for these credentials.
 * - `unanswered`: no answer came, so it may have been carried out: the list is read again.
 */
export type TemplateOutcome =
  | { kind: 'done'; id: string | null; status: string | null }
  | { kind: 'refused'; text: string }
  | { kind: 'not_offered' }
  | { kind: 'unanswered'; text: string };

/** The parts of a template that people see; each provider parses its own format. */
export type TemplateContent = Omit<ChannelTemplate, 'name' | 'language' | 'category' | 'status' | 'reason'>;

/**
 * - `accepted`: the provider has it.
 * - `refused`: it will never be accepted as it stands.
 * - `unreached`: certainly not accepted (no connection, 429, 503); safe to try again.
 * - `unknown`: the request was written and no answer came.
 */
export type SendOutcome =
  | { kind: 'accepted'; providerMessageId: string; channelUserId: string | null; isSent: boolean }
  | { kind: 'refused'; errorClass: ErrorClass; code: string; text: string }
  | {
      kind: 'unreached';
      errorClass: 'rate_limited' | 'temporary';
      code: string;
      text: string;
      retryAfterMs: number | null;
      scope: 'channel' | 'person';
    }
  | { kind: 'unknown'; text: string };

export type Peer = {
  channelUserId: string;
  /** Other ids by which the channel names the same person. */
  aliases?: readonly string[];
  /** E.164, when the provider sends it. */
  phone: string | null;
  name: string | null;
  /** Language of the contact's app, e.g. `ru`. */
  language: string | null;
};

/** A file of a received message, as its provider names it. */
export type InboundMedia = { id: string; mime: string | null; name: string | null };

/** The last message of a contact, as their channel names it. */
export type ReadMessage = { channelUserId: string; providerMessageId: string };

/**
 * Where a file is.
 *
 * - `found`: `headers` go to that host alone. `isTrusted`: the address is below the provider's configured one; another must
 *   be public. `sizeBytes` where the provider reports it.
 * - `given`: the provider sends the file itself, with no address.
 * - `gone`: the provider does not have it, or does not give files of its size.
 * - `unreached`: to be asked again.
 */
export type MediaPlace =
  | { kind: 'found'; url: string; headers?: Record<string, string>; isTrusted: boolean; sizeBytes: number | null }
  | { kind: 'given'; bytes: Uint8Array }
  | { kind: 'gone'; isTooBig?: boolean }
  | { kind: 'unreached'; text: string };

/** An event of a channel in our terms. `at` is the provider's time. */
export type ChannelEvent =
  | {
      kind: 'message';
      providerMessageId: string;
      at: Temporal.Instant;
      from: Peer;
      /**
       * `start`: the contact opened the conversation without a message · `remark`: a reaction, or a notice of the
       * messenger itself; it needs no answer · `other`: a kind we cannot show; a member must read it
       */
      content: 'text' | 'button' | 'image' | 'file' | 'voice' | 'contact' | 'location' | 'start' | 'remark' | 'other';
      text: string | null;
      buttonId: string | null;
      quotedProviderId: string | null;
      media: InboundMedia | null;
      /** The contact's own number, if shared. */
      sharedPhone: string | null;
      /** The token of the link that started the conversation. */
      startToken: string | null;
      /** Argument of `acknowledge`. */
      callbackId: string | null;
      /** It replaces the content of the message with this id, at this time. */
      isEdit?: true;
    }
  | {
      kind: 'status';
      providerMessageId: string;
      /** Our message id, where the provider echoes it. */
      reference: string | null;
      status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
      at: Temporal.Instant;
      errorClass: ErrorClass | null;
      code: string | null;
      text: string | null;
      /** For a failure: least milliseconds before a retry; absent where the provider sets none. */
      retryAfterMs?: number | null;
    }
  /** A person wrote it on the phone itself, to a contact. */
  | {
      kind: 'own_message';
      providerMessageId: string;
      at: Temporal.Instant;
      to: Peer;
      content: 'text' | 'image' | 'file' | 'voice' | 'contact' | 'location' | 'other';
      text: string | null;
      media: InboundMedia | null;
      isEdit?: true;
    }
  /** A message in the chat with a contact was deleted for both sides, by its author. */
  | { kind: 'deleted'; providerMessageId: string; from: Peer; at: Temporal.Instant }
  | { kind: 'blocked' | 'unblocked'; from: Peer; at: Temporal.Instant }
  /** The contact stopped, or allowed again, advertising by the means of the messenger; other messages may be sent. */
  | { kind: 'marketing_stopped' | 'marketing_resumed'; from: Peer; at: Temporal.Instant }
  | { kind: 'number_changed'; from: Peer; to: Peer; at: Temporal.Instant }
  /** The session of a paired channel changed; its new state is to be read. */
  | { kind: 'session' }
  /** A message of the channel to itself came back. */
  | { kind: 'echo'; providerMessageId: string }
  | { kind: 'channel'; trouble: ChannelTrouble | null; text: string | null }
  /** The rating or the limit of the sender changed: it is read again. */
  | { kind: 'standing' }
  /**
   * A change of a template; absent parts stay.
   *
   * @property status in lower case; an event that leaves a template approved is reported as `approved`
   */
  | {
      kind: 'template';
      name: string;
      language: string;
      status?: string;
      reason?: string | null;
      quality?: string;
      category?: string;
    };
