import type { ChannelTraits } from '#contract/channel-kind.ts';
import type { ChannelId, ChannelKind, ChannelSender, ChannelTemplate, ChannelTrouble } from '#contract/channels.ts';
import type { ErrorClass } from '#contract/delivery.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * What the product needs from a messenger; each provider implements it once, in `server/providers/<name>`, and
 * `server/app` introduces it. What is known of the kind without calling anybody (fields, limits, rates) is declared in
 * `contract/channel-kinds`. docs/ARCHITECTURE.md says what else a new channel touches.
 */
export type ChannelProvider = {
  kind: ChannelKind;
  /** Those of the kind's declaration; a test's own may differ. */
  traits: ChannelTraits;
  /** What can be sent from, for kinds whose credentials do not name one sender. */
  listSenders?(credentials: Credentials): Promise<Checked<ChannelSender[]>>;
  /** Asks who the credentials belong to. */
  check(credentials: Credentials, signal?: AbortSignal): Promise<Checked<ChannelIdentity>>;
  /** Makes the provider post to our webhook, and nothing else of it changes. Safe to repeat. */
  subscribe(credentials: Credentials, webhook: Webhook): Promise<Checked<null>>;
  /** Where the provider can forget a webhook; failures are ignored, posts to a removed channel are not taken. */
  unsubscribe?(credentials: Credentials, webhook: Webhook): Promise<void>;
  /** Whether the provider still posts to our webhook, and how that goes lately by its own account. */
  inspectWebhook?(credentials: Credentials, webhook: Webhook, now: Temporal.Instant): Promise<Checked<null>>;
  /** The answer to a GET of our webhook by which the provider makes sure it is ours; null when it asks wrongly. */
  answerChallenge?(query: Record<string, string>, webhook: Webhook): string | null;
  /** What the provider wants to be answered to a webhook it sent; an empty JSON object when left out. */
  webhookReply?: { mediaType: string; body: string };
  /** Never throws. What cannot be said for sure is `unknown`. */
  send(order: SendOrder): Promise<SendOutcome>;
  /** Whether a request to our webhook is truly the provider's; the path's secret was compared before. */
  verify(request: WebhookRequest, webhook: Webhook, credentials: Credentials): boolean;
  /**
   * Our words for what the provider posted. Unknown kinds of events are left out.
   *
   * @throws {UnreadableWebhook} when the body is not what the provider documents
   */
  read(request: WebhookRequest): ChannelEvent[];
  /** What the provider wants to be told of an event at once, e.g. that a tap was heard; failures are ignored. */
  acknowledge?(credentials: Credentials, event: ChannelEvent): Promise<void>;
  listTemplates?(credentials: Credentials): Promise<Checked<ProviderTemplate[]>>;
  /** Link that starts a conversation, carrying our token. */
  startUrl?(identity: ChannelIdentity, token: string | null): string;
};

/** The provider's secrets, by the names of the kind's fields. Sealed at rest. */
export type Credentials = Record<string, string>;

/** Our address for the provider, and the second secret it sends along where it can. */
export type Webhook = { url: string; headerSecret: string };

/** @property receivedAt the product's time; stands in where the provider tells none */
export type WebhookRequest = { headers: Record<string, string>; body: Buffer; receivedAt: Temporal.Instant };

export type ChannelProviders = ReadonlyMap<ChannelKind, ChannelProvider>;

/** The body, or a part of it, cannot be understood; it is kept and shown in the channel's health. */
export class UnreadableWebhook extends Error {
  override name = 'UnreadableWebhook';
  /** What else the body held and could be understood; it counts. */
  readonly events: ChannelEvent[];

  constructor(problem: string, events: ChannelEvent[] = []) {
    super(problem);
    this.events = events;
  }
}

export type ChannelIdentity = {
  /** phone_number_id, bot id: what makes it the same channel. */
  externalId: string;
  /** E.164 or `@username`; null when the provider does not tell. */
  address: string | null;
  name: string | null;
};

/** An answer, or what is wrong with the credentials in words of ours and the provider's. */
export type Checked<T> =
  | { isOk: true; value: T }
  | { isOk: false; trouble: ChannelTrouble; text: string | null; isTemporary: boolean };

/** @property webhook where statuses of this message are to be sent, for providers that are told with each message */
export type SendOrder = { credentials: Credentials; webhook: Webhook; message: OutgoingMessage; signal: AbortSignal };

export type OutgoingMessage = {
  /** Echoed by providers that can: the message's id. */
  reference: string;
  /** E.164 phone or the channel's own user id. */
  to: { phone: string | null; channelUserId: string | null };
  text: string;
  image: { url: string; mime: string } | null;
  /** A document above the text; left out: none. Never together with an image. */
  file?: OutgoingFile | null;
  /** Already fit for the channel: see `buttons` of its traits. */
  buttons: OutgoingButton[];
  template: OutgoingTemplate | null;
};

/** @property url where the provider fetches it */
export type OutgoingFile = { url: string; mime: string; name: string };

export type OutgoingButton =
  | { type: 'answer'; title: string; id: string }
  | { type: 'url'; title: string; url: string }
  | { type: 'call'; title: string; phone: string }
  /** Asks a Telegram user for her phone. */
  | { type: 'share_phone'; title: string };

export type OutgoingTemplate = {
  name: string;
  language: string;
  /** The file above its words; left out: none. */
  header?: TemplateHeader | null;
  parameters: string[];
  /** Payloads of quick replies, by their index in the template. */
  buttonIds: { index: number; id: string }[];
};

/** @property url where the provider fetches it */
export type TemplateHeader = { type: 'image'; url: string } | { type: 'document'; url: string; name: string };

export type ProviderTemplate = {
  name: string;
  language: string;
  category: string;
  status: string;
  reason: string | null;
  content: TemplateContent;
};

/** What of a template people see and choose by; each provider reads it from its own grammar. */
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
  /** E.164, when the provider tells. */
  phone: string | null;
  name: string | null;
  /** The customer's language as her app says, e.g. `ru`. */
  language: string | null;
};

/** What a channel tells us, in our words. `at` is the provider's time. */
export type ChannelEvent =
  | {
      kind: 'message';
      providerMessageId: string;
      at: Temporal.Instant;
      from: Peer;
      /**
       * `start`: she opened the conversation and said nothing yet · `remark`: a reaction, or a notice of the messenger
       * itself; nobody waits for an answer · `other`: what we cannot show; a person must look
       */
      content: 'text' | 'button' | 'image' | 'file' | 'voice' | 'contact' | 'location' | 'start' | 'remark' | 'other';
      text: string | null;
      buttonId: string | null;
      quotedProviderId: string | null;
      media: { id: string; mime: string | null; name: string | null } | null;
      /** The customer shared her own number. */
      sharedPhone: string | null;
      /** What came with the link that started the conversation. */
      startToken: string | null;
      /** What `acknowledge` needs. */
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
      /** Of a failure: trying again sooner is pointless; left out where the provider sets no time. */
      retryAfterMs?: number | null;
    }
  | { kind: 'blocked' | 'unblocked'; from: Peer; at: Temporal.Instant }
  | { kind: 'channel'; trouble: ChannelTrouble | null; text: string | null }
  | { kind: 'template'; name: string; language: string; status: string; reason: string | null };

/** Messages that are due and wait, by channel. Given by the ledger, which is a room above. */
export type CountDueMessages = (
  scope: TenantScope,
  channelIds: readonly ChannelId[],
  now: Temporal.Instant,
) => Promise<ReadonlyMap<ChannelId, number>>;
