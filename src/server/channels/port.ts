import type { ChannelTraits } from '#contract/channel-kind.ts';
import type { ChannelId, ChannelKind, ChannelSender, ChannelTemplate, ChannelTrouble } from '#contract/channels.ts';
import type { ErrorClass } from '#contract/delivery.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * A messenger; each provider implements it once, in `server/providers/<name>`, and `server/app` binds it. Facts about
 * the
 * kind that need no call (fields, limits, rates) are declared in `contract/channel-kinds`. docs/ARCHITECTURE.md lists
 * what
 * else a new channel needs.
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
  /** Acknowledges an event to the provider at once, e.g. a tap; failures are ignored. */
  acknowledge?(credentials: Credentials, event: ChannelEvent): Promise<void>;
  listTemplates?(credentials: Credentials): Promise<Checked<ProviderTemplate[]>>;
  /** Link that starts a conversation, with our token. */
  startUrl?(identity: ChannelIdentity, token: string | null): string;
};

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
};

/** A value, or the problem of the credentials as our code and the provider's text. */
export type Checked<T> =
  | { isOk: true; value: T }
  | { isOk: false; trouble: ChannelTrouble; text: string | null; isTemporary: boolean };

/** @property webhook for statuses of this message, for providers that take it with each message */
export type SendOrder = { credentials: Credentials; webhook: Webhook; message: OutgoingMessage; signal: AbortSignal };

export type OutgoingMessage = {
  /** The message's id, echoed by providers that can. */
  reference: string;
  /** E.164 phone or the channel's own user id. */
  to: { phone: string | null; channelUserId: string | null };
  text: string;
  image: { url: string; mime: string } | null;
  /** A document above the text; absent: none. Never together with an image. */
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
  name: string;
  language: string;
  /** The file above the text; absent: none. */
  header?: TemplateHeader | null;
  parameters: string[];
  /** Payloads of quick replies, by their index in the template. */
  buttonIds: { index: number; id: string }[];
};

/** @property url from which the provider fetches it */
export type TemplateHeader = { type: 'image'; url: string } | { type: 'document'; url: string; name: string };

export type ProviderTemplate = {
  name: string;
  language: string;
  category: string;
  status: string;
  reason: string | null;
  content: TemplateContent;
};

/** The parts of a template that people see; each provider parses its own format. */
export type TemplateContent = Pick<ChannelTemplate, 'body' | 'parameterCount' | 'media' | 'isFillable' | 'buttons'>;

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
  /** E.164, when the provider sends it. */
  phone: string | null;
  name: string | null;
  /** Language of the contact's app, e.g. `ru`. */
  language: string | null;
};

/** An event of a channel in our terms. `at` is the provider's time. */
export type ChannelEvent =
  | {
      kind: 'message';
      providerMessageId: string;
      at: Temporal.Instant;
      from: Peer;
      /**
       * `start`: the contact opened the conversation without a message · `remark`: a reaction, or a notice of the
       * messenger
       * itself; it needs no answer · `other`: a kind we cannot show; a member must read it
       */
      content: 'text' | 'button' | 'image' | 'file' | 'voice' | 'contact' | 'location' | 'start' | 'remark' | 'other';
      text: string | null;
      buttonId: string | null;
      quotedProviderId: string | null;
      media: { id: string; mime: string | null; name: string | null } | null;
      /** The contact's own number, if shared. */
      sharedPhone: string | null;
      /** The token of the link that started the conversation. */
      startToken: string | null;
      /** Argument of `acknowledge`. */
      callbackId: string | null;
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
  | { kind: 'blocked' | 'unblocked'; from: Peer; at: Temporal.Instant }
  | { kind: 'channel'; trouble: ChannelTrouble | null; text: string | null }
  | { kind: 'template'; name: string; language: string; status: string; reason: string | null };

/** Counts due messages that wait, by channel. Implemented by delivery, which is a room above. */
export type CountDueMessages = (
  scope: TenantScope,
  channelIds: readonly ChannelId[],
  now: Temporal.Instant,
) => Promise<ReadonlyMap<ChannelId, number>>;
